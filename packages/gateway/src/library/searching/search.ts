// The search: turns a keyword and a place in a walk into one page of record texts. Matches in the title come first, then in the
// description, then in the tags, and within each the newest first. A page starts strictly after the last item of the page before, so a walk
// never repeats an item and misses none that existed when it began. A search that would take too long stops early, and reports it.
import type { Clock } from '../../domain/clock.ts';
import { namesOf, type SearchFilters } from '../../domain/search-filters.ts';
import { EXACT_ENOUGH } from '../limits.ts';
import type { LibraryRecord } from '../record.ts';
import { Effort, type FirstWish, type Hit, type RecordIndex } from '../record-index.ts';
import {
  EMPTY,
  type ExactPage,
  type LibraryPage,
  type LibraryTotal,
  type ResultPlace,
} from '../result-page.ts';
import { searchFiltered } from './filtered-search.ts';
import { askIndex, type IndexQuestion, tierOf } from './index-query.ts';
import { type Phrase, readKeyword, TIERS, type Tier } from './keyword.ts';
import { fillPage } from './loose-search.ts';
import { RANK_ABOVE_ALL } from './rank.ts';

export interface SearchWish {
  keyword: string;
  count: number;
  after: ResultPlace | null;
  filters: SearchFilters;
  /** `exact`: only what has the words of the keyword as they are, in title, description or tags. */
  match: 'exact' | 'all';
}

/** The index must be a snapshot while this runs; otherwise a match could lose its record. */
export async function searchLibrary(
  index: RecordIndex,
  clock: Clock,
  { match, ...wish }: SearchWish,
): Promise<LibraryPage> {
  const groups = readKeyword(wish.keyword);
  if (groups.length === 0) return EMPTY;
  const question = askIndex(groups);
  const effort = new Effort(clock);
  const { last, ...page } = isExactPlace(wish.after)
    ? await exactPage(index, question, { ...wish, effort })
    : { ...EMPTY, last: null };
  if (match === 'exact' || !mayBeFilled(question, page, wish)) return page;
  const loose = await index.loose();
  return loose === null ? page : fillPage(loose, { ...page, last }, { ...wish, groups, effort });
}

const isExactPlace = (after: ResultPlace | null) => after === null || after.tier <= TIERS.at(-1)!;

/** Sorted lists, and keywords that are too long to be asked for whole, have only exact tiers. A page that these fill needs no others. */
function mayBeFilled(
  { toCheck }: IndexQuestion,
  { next, isCut }: LibraryPage,
  { after, filters }: Place,
): boolean {
  if (toCheck !== null || next !== null || isCut) return false;
  const isManyExact = after !== null && isExactPlace(after) && after.total.value > EXACT_ENOUGH;
  return !isManyExact && (filters.sort ?? 'relevance') === 'relevance';
}

type Place = Pick<SearchWish, 'after' | 'filters'>;
type ExactWish = Omit<SearchWish, 'match'> & { effort: Effort };

async function exactPage(
  index: RecordIndex,
  question: IndexQuestion,
  { count, after, filters, effort }: ExactWish,
): Promise<ExactPage> {
  // Relevance is the order of the index itself.
  if (namesOf(filters).some((name) => name !== 'sort' || filters.sort !== 'relevance'))
    return searchFiltered(index, question, { count, after, filters, effort });
  // One more than requested shows whether more follow.
  const wish = { wanted: count + 1, after, effort };
  const found = await firstHits(index, question, wish);
  const page = found.slice(0, count);
  const hasMore = found.length > count;
  const isCut = effort.isOver && !hasMore;
  const total = after?.total ?? (hasMore ? await countAll(index, question, found, wish) : seen(page, isCut));
  const hit = page.at(-1);
  const last = hit === undefined ? null : { tier: hit.tier, rank: hit.rank };
  const next = hasMore && last !== null ? { ...last, total } : null;
  return { total, next, bodies: page.map(({ body }) => body), isCut, last };
}

function seen({ length }: readonly unknown[], isCapped: boolean): LibraryTotal {
  return { value: length, relation: isCapped ? 'capped' : 'eq' };
}

function firstHits(index: RecordIndex, question: IndexQuestion, wish: FirstWish): Promise<Hit[]> {
  return question.toCheck === null
    ? index.first(question.groups, wish)
    : checkedHits(index, question.groups, question.toCheck, wish);
}

/** The index gives every record that may match. Each is checked once, whatever tier the index gives it for. */
async function checkedHits(
  index: RecordIndex,
  groups: Phrase[],
  toCheck: Phrase[],
  { wanted, after, effort }: FirstWish,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const tier of TIERS) {
    if (after !== null && tier < after.tier) continue;
    const below = tier === after?.tier ? after.rank : RANK_ABOVE_ALL;
    for await (const { rank, body } of index.each({ groups, tier, isAlone: false }, below)) {
      if (effort.look()) break;
      if (checkedTier(effort, rank, body, toCheck) === tier) hits.push({ tier, rank, body });
      if (hits.length >= wanted) break;
    }
    if (hits.length >= wanted || (tier !== 3 && effort.look()) || effort.isOver) break;
  }
  return hits;
}

function checkedTier({ tiers }: Effort, rank: number, body: string, toCheck: Phrase[]): Tier | null {
  if (!tiers.has(rank)) tiers.set(rank, tierOf(JSON.parse(body) as LibraryRecord, toCheck));
  return tiers.get(rank) ?? null;
}

async function countAll(
  index: RecordIndex,
  { groups, toCheck }: IndexQuestion,
  hits: readonly Hit[],
  { effort }: FirstWish,
): Promise<LibraryTotal> {
  if (toCheck !== null || effort.look()) return seen(hits, true);
  const { value, relation } = await index.count(groups);
  return { value: Math.max(value, hits.length), relation };
}
