// Owns searches with filters or with an order of their own: every record that the index finds is read and looked at, within the bounds of
// any search. One that runs into a bound gives what it has, and where it stopped. Searches without either never come here.
import { passes, type SearchFilters } from '../domain/search-filters.ts';
import type { Effort } from './effort.ts';
import { type IndexQuestion, tierOf } from './index-question.ts';
import { allWithin, TIERS, type Tier, tierExpression } from './keyword.ts';
import type { LibraryRecord } from './record.ts';
import type { LibraryPage, LibraryTotal, ResultPlace } from './result-page.ts';

/** The file, as far as this needs it. */
export interface FoundRecords {
  /** Ranks from the highest below this one on. */
  ranks(expression: string, below: number): Iterable<number>;
  body(rank: number): string;
}

export interface FilteredWish {
  count: number;
  after: ResultPlace | null;
  filters: SearchFilters;
  effort: Effort;
}

type Place = Omit<ResultPlace, 'total'>;

export function searchFiltered(
  found: FoundRecords,
  question: IndexQuestion,
  wish: FilteredWish,
): LibraryPage {
  const { sort } = wish.filters;
  if (sort === 'views' || sort === 'likes') return byCount(found, question, wish, sort);
  return asTheyCome(found, question, wish, sort === 'newest' ? [3] : TIERS);
}

/** In the order of the index: by tier, the newest first in each; one tier of all is the newest first. */
function asTheyCome(
  found: FoundRecords,
  question: IndexQuestion,
  { count, after, filters, effort }: FilteredWish,
  tiers: readonly Tier[],
): LibraryPage {
  const hits: Place[] = [];
  let looked: Place | null = null;
  for (const tier of tiers) {
    if (after !== null && tier < after.tier) continue;
    const below = tier === after?.tier ? after.rank : Number.MAX_SAFE_INTEGER;
    for (const rank of found.ranks(expressionOf(question, tier, tiers), below)) {
      if (hits.length > count || effort.look()) break;
      looked = { tier, rank };
      const isHere = tierAt(found, question, filters, effort, looked) === tier;
      if (isHere) hits.push(looked);
    }
    if (hits.length > count || effort.isOver) break;
  }
  return pageOf(found, hits, { count, after, stopped: effort.isOver ? looked : null, isOver: effort.isOver });
}

function expressionOf({ groups, toCheck }: IndexQuestion, tier: Tier, tiers: readonly Tier[]): string {
  return toCheck !== null || tiers.length === 1 ? allWithin(groups, tier) : tierExpression(groups, tier);
}

/** In which tier a record counts; null when it does not pass, or does not match after all. */
function tierAt(
  found: FoundRecords,
  { toCheck }: IndexQuestion,
  filters: SearchFilters,
  { tiers }: Effort,
  { tier, rank }: Place,
): Tier | null {
  const known = tiers.get(rank);
  if (known !== undefined) return known;
  const record = JSON.parse(found.body(rank)) as LibraryRecord;
  const own = !passes(filters, record) ? null : toCheck === null ? tier : tierOf(record, toCheck);
  // With one tier for all, whatever matches anywhere is in it.
  const at = own !== null && filters.sort === 'newest' ? tier : own;
  tiers.set(rank, at);
  return at;
}

/** Unknown counts come last. */
const UNKNOWN = -1;

/** All matches are looked at before the first is given. Where a bound ends that, the order holds for those looked at. */
function byCount(
  found: FoundRecords,
  { groups, toCheck }: IndexQuestion,
  { count, after, filters, effort }: FilteredWish,
  stat: 'views' | 'likes',
): LibraryPage {
  const all: Required<Place>[] = [];
  for (const rank of found.ranks(allWithin(groups, 3), Number.MAX_SAFE_INTEGER)) {
    if (effort.look()) break;
    const record = JSON.parse(found.body(rank)) as LibraryRecord;
    const isMatch = passes(filters, record) && (toCheck === null || tierOf(record, toCheck) !== null);
    effort.tiers.set(rank, isMatch ? 3 : null);
    if (isMatch) all.push({ tier: 3, rank, value: record.stats?.[stat] ?? UNKNOWN });
  }
  const left = all.filter((place) => after === null || isBehind(place, after));
  left.sort((a, b) => b.value - a.value || b.rank - a.rank);
  return pageOf(found, left, { count, after, stopped: null, isOver: effort.isOver });
}

function isBehind({ value, rank }: Required<Place>, { value: at = UNKNOWN, rank: before }: Place): boolean {
  return value === at ? rank < before : value < at;
}

interface Ending {
  count: number;
  after: ResultPlace | null;
  /** The last record that was looked at, when there may be more behind it. */
  stopped: Place | null;
  isOver: boolean;
}

function pageOf(
  found: FoundRecords,
  hits: readonly Place[],
  { count, after, stopped, isOver }: Ending,
): LibraryPage {
  const page = hits.slice(0, count);
  const hasMore = hits.length > count;
  const last = hasMore ? page.at(-1)! : stopped;
  const total: LibraryTotal = after?.total ?? {
    value: hits.length,
    relation: hasMore || isOver ? 'capped' : 'eq',
  };
  const bodies = page.map(({ rank }) => found.body(rank));
  return { total, next: last === null ? null : { ...last, total }, bodies, isCut: isOver && last === null };
}
