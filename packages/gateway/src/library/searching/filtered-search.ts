// Searches with filters or a sort. Every record that the index finds is read and checked, within the limits of any search. A search that
// reaches a limit gives what it found, and where it stopped. Searches without filters and sort do not use this module.
import { passes, type SearchFilters } from '../../domain/search-filters.ts';
import type { LibraryRecord } from '../record.ts';
import type { AskedTier, Effort, Hit, IndexedRecord, RecordIndex } from '../record-index.ts';
import type { ExactPage, LibraryTotal, ResultPlace } from '../result-page.ts';
import { type IndexQuestion, tierOf } from './index-query.ts';
import { TIERS, type Tier } from './keyword.ts';
import { RANK_ABOVE_ALL } from './rank.ts';

interface FilteredWish {
  count: number;
  after: ResultPlace | null;
  filters: SearchFilters;
  effort: Effort;
}

type Place = Omit<ResultPlace, 'total' | 'plan' | 'tier'> & { tier: Tier };
type Passed = Place & IndexedRecord;

export function searchFiltered(
  index: RecordIndex,
  question: IndexQuestion,
  wish: FilteredWish,
): Promise<ExactPage> {
  const { sort } = wish.filters;
  if (sort === 'views' || sort === 'likes') return byCount(index, question, wish, sort);
  return asTheyCome(index, question, wish, sort === 'newest' ? [3] : TIERS);
}

/** In the order of the index: by tier, and within a tier the newest first. `newest` puts all matches into one tier. */
async function asTheyCome(
  index: RecordIndex,
  question: IndexQuestion,
  { count, after, filters, effort }: FilteredWish,
  tiers: readonly Tier[],
): Promise<ExactPage> {
  const hits: Passed[] = [];
  let looked: Place | null = null;
  for (const tier of tiers) {
    if (after !== null && tier < after.tier) continue;
    const below = tier === after?.tier ? after.rank : RANK_ABOVE_ALL;
    for await (const found of index.each(askedOf(question, tier, tiers), below)) {
      if (hits.length > count || effort.look()) break;
      looked = { tier, rank: found.rank };
      const isHere = tierAt(question, filters, effort, { tier, ...found }) === tier;
      if (isHere) hits.push({ tier, ...found });
    }
    if (hits.length > count || effort.isOver) break;
  }
  return pageOf(hits, {
    count,
    after,
    matches: hits.length,
    stopped: effort.isOver ? looked : null,
    isOver: effort.isOver,
  });
}

function askedOf({ groups, toCheck }: IndexQuestion, tier: Tier, tiers: readonly Tier[]): AskedTier {
  return { groups, tier, isAlone: toCheck === null && tiers.length > 1 };
}

/** The tier of a record; null when a filter excludes it, or when it does not match after all. */
function tierAt(
  { toCheck }: IndexQuestion,
  filters: SearchFilters,
  { tiers }: Effort,
  { tier, rank, body }: Hit,
): Tier | null {
  const known = tiers.get(rank);
  if (known !== undefined) return known;
  const record = JSON.parse(body) as LibraryRecord;
  const own = !passes(filters, record) ? null : toCheck === null ? tier : tierOf(record, toCheck);
  // With a single tier, a match in any field belongs to it.
  const at = own !== null && filters.sort === 'newest' ? tier : own;
  tiers.set(rank, at);
  return at;
}

/** Records without the count come last. */
const UNKNOWN = -1;

/** All matches are checked before the first one is given. If a limit stops that, only the checked ones are sorted. */
async function byCount(
  index: RecordIndex,
  { groups, toCheck }: IndexQuestion,
  { count, after, filters, effort }: FilteredWish,
  stat: 'views' | 'likes',
): Promise<ExactPage> {
  const best = new Best(count + 1);
  for await (const found of index.each({ groups, tier: 3, isAlone: false }, RANK_ABOVE_ALL)) {
    if (effort.look()) break;
    const record = JSON.parse(found.body) as LibraryRecord;
    const isMatch = passes(filters, record) && (toCheck === null || tierOf(record, toCheck) !== null);
    effort.tiers.set(found.rank, isMatch ? 3 : null);
    const hit = { tier: 3 as Tier, ...found, value: record.stats?.[stat] ?? UNKNOWN };
    if (isMatch && (after === null || isBehind(hit, after))) best.add(hit);
  }
  const { seen: matches } = best;
  return pageOf(best.take(), { count, after, matches, stopped: null, isOver: effort.isOver });
}

type Counted = Passed & { value: number };

/** Keeps only the records that a page needs: the texts of all matches might not fit into memory. */
class Best {
  seen = 0;
  readonly #wanted: number;
  #kept: Counted[] = [];

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  add(hit: Counted): void {
    this.seen += 1;
    this.#kept.push(hit);
    // Sorts only when twice the wanted number was collected, which keeps sorting cheap.
    if (this.#kept.length >= 2 * this.#wanted) this.#kept = this.take();
  }

  take(): Counted[] {
    return this.#kept.sort((a, b) => b.value - a.value || b.rank - a.rank).slice(0, this.#wanted);
  }
}

function isBehind(
  { value, rank }: Required<Place>,
  { value: at = UNKNOWN, rank: before }: Pick<ResultPlace, 'value' | 'rank'>,
): boolean {
  return value === at ? rank < before : value < at;
}

interface Ending {
  count: number;
  after: ResultPlace | null;
  /** Number of matches among the checked records. */
  matches: number;
  /** The last record that was checked, when there may be more after it. */
  stopped: Place | null;
  isOver: boolean;
}

function pageOf(hits: readonly Passed[], ending: Ending): ExactPage {
  const { count, after, matches, stopped, isOver } = ending;
  const page = hits.slice(0, count);
  const hasMore = hits.length > count;
  const last = hasMore ? placeOf(page.at(-1)!) : stopped;
  const total: LibraryTotal = after?.total ?? {
    value: matches,
    relation: hasMore || isOver ? 'capped' : 'eq',
  };
  const bodies = page.map(({ body }) => body);
  const end = page.at(-1);
  return {
    total,
    next: last === null ? null : { ...last, total },
    bodies,
    isCut: isOver && last === null,
    last: end === undefined ? null : placeOf(end),
  };
}

function placeOf({ body: _body, ...place }: Passed): Place {
  return place;
}
