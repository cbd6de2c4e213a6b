// Where a collection goes on after a page: with the next page of the list, with ids that are left of a batch, with the next question, or
// not at all. Pure.
import type { PageRead } from '../../call/gathering/gathered.ts';
import type { Collection, CollectionQuestion } from '../../domain/gathering/collection.ts';
import { PAGE_ITEMS_MAX } from '../../domain/limits.ts';
import type { PageFound } from '../../storage/storage.ts';

/** In place of a cursor: the ids of a batch that have not been asked for yet, or that got no answer the first time. */
const REST = 'ids ';
const AGAIN = 'again ';

/** The parameters of the next page. A list is read in pages of the largest size. */
export function queryOf(
  { query }: CollectionQuestion,
  pcursor: string | null,
): Readonly<Record<string, string>> {
  if (query.ids === undefined)
    return { ...query, count: String(PAGE_ITEMS_MAX), ...(pcursor !== null && { pcursor }) };
  const prefix = [REST, AGAIN].find((one) => pcursor?.startsWith(one));
  return prefix === undefined ? query : { ...query, ids: pcursor!.slice(prefix.length) };
}

/**
 * Pages in a row without a new item after which a list is given up: some platforms give the same page for ever, and each page may cost
 * money. Two questions of one collection may well have a few hundred items in common, which are fewer than ten pages.
 */
export const IDLE_PAGES_MAX = 10;

type Walked = Pick<Collection, 'question' | 'questionCount' | 'pcursor' | 'idlePages' | 'items' | 'itemsMax'>;

/** `asked`: the question of the page that was read, for `itemsLeft` items. */
export function nextOf(
  { question, questionCount, pcursor, idlePages, items, itemsMax }: Walked,
  asked: CollectionQuestion,
  read: PageRead,
  itemsLeft: number,
): PageFound['next'] {
  if (items + read.items >= itemsMax) return { end: 'items' };
  if ((read.unpaid ?? 0) > 0) return { question, pcursor };
  const rest = restOf(asked, pcursor, read, itemsLeft);
  if (rest !== null) return { question, pcursor: rest };
  const isIdle = read.items === 0 && idlePages + 1 >= IDLE_PAGES_MAX;
  if (read.pcursor !== null && !isIdle) return { question, pcursor: read.pcursor };
  const isGivenUp = read.unanswered.length > 0;
  const listEnd = isGivenUp || read.end === 'more' ? 'unknown' : read.end;
  if (question + 1 >= questionCount) return { end: listEnd };
  return { question: question + 1, pcursor: null, ...(listEnd !== 'exhausted' && { listEnd }) };
}

/** The ids of this page got no answer before: they are asked for the second time. */
export const isAskedAgain = ({ pcursor }: Pick<Collection, 'pcursor'>) => pcursor?.startsWith(AGAIN) === true;

/** Ids of a batch that are left; each that got no answer is asked for once more. */
function restOf(
  { query }: CollectionQuestion,
  pcursor: string | null,
  { unanswered }: PageRead,
  itemsLeft: number,
): string | null {
  if (query.ids === undefined) return null;
  const unasked = query.ids.split(',').slice(itemsLeft);
  if (unasked.length > 0) return REST + [...unasked, ...unanswered].join(',');
  return unanswered.length > 0 && !isAskedAgain({ pcursor }) ? AGAIN + unanswered.join(',') : null;
}
