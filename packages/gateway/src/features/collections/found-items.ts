// The numbered items of collections and watches as they are answered, and the deletion of those of a collection.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { type Pace, stepsOf } from '../../domain/limiting/paced-work.ts';
import { parseRecord, withoutLinks } from '../../domain/text/without-links.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';
import type { FoundItemView } from './collection-views.ts';

export interface NumberedItem {
  number: number;
  foundAtMs: number;
  record: Record<string, unknown>;
}

type FoundItem = Static<typeof FoundItemView>;

/** The records of a page, one JSON text each. Links whose life is over are null. */
async function linesOf(page: FoundPage, nowMs: number): Promise<string[]> {
  const texts = (await unpackLines(page)).toString().split('\n').slice(0, -1);
  return isLapsed(page, nowMs) ? texts.map(withoutLinks) : texts;
}

/** Items per read of storage: few enough to keep memory flat, enough to stream at disk speed. */
const ITEMS_PER_READ = 500;

/** Whole pages with items after this number, in their sequence, a few at a time. */
export async function* pagesOf(
  { found }: Pick<Storage, 'found'>,
  owner: string,
  after: number,
): AsyncGenerator<FoundPage> {
  for (let last = after; ; ) {
    const pages = await found.read({ owner, after: last, limit: ITEMS_PER_READ });
    // After the last item, the read answers with the last page once more.
    const fresh = pages.filter((page) => lastOf(page) > last);
    if (fresh.length === 0) return;
    yield* fresh;
    last = lastOf(fresh.at(-1)!);
  }
}

const lastOf = ({ firstNumber, items }: FoundPage) => firstNumber + items - 1;

/** The records of a page in steps of their own: what `write` makes of some of them, and of the number of the first. */
export async function* writtenLines<T>(
  page: FoundPage,
  { nowMs, pace }: { nowMs: number; pace: Pace },
  write: (lines: readonly string[], firstNumber: number) => T,
): AsyncGenerator<T> {
  const texts = await pace(async () => (await unpackLines(page)).toString().split('\n').slice(0, -1));
  let { firstNumber } = page;
  for (const lines of stepsOf(texts)) {
    yield await pace(() => write(isLapsed(page, nowMs) ? lines.map(withoutLinks) : lines, firstNumber));
    firstNumber += lines.length;
  }
}

export const isLapsed = ({ linksUntilMs }: Pick<FoundPage, 'linksUntilMs'>, nowMs: number): boolean =>
  linksUntilMs !== null && linksUntilMs <= nowMs;

/** Items with a higher number than `after`, in their sequence, of a collection or a watch. */
async function readItems(
  { found }: Pick<Storage, 'found'>,
  { owner, after, limit, nowMs }: { owner: string; after: number; limit: number; nowMs: number },
): Promise<NumberedItem[]> {
  const pages = await found.read({ owner, after, limit });
  const items = await Promise.all(pages.map((page) => itemsOf(page, nowMs)));
  return items
    .flat()
    .filter(({ number }) => number > after)
    .slice(0, limit);
}

async function itemsOf(page: FoundPage, nowMs: number): Promise<NumberedItem[]> {
  const { firstNumber, foundAtMs } = page;
  const lines = await linesOf(page, nowMs);
  return lines.map((line, i) => ({ number: firstNumber + i, foundAtMs, record: parseRecord(line) }));
}

export async function foundItems(
  storage: Pick<Storage, 'found'>,
  asked: Parameters<typeof readItems>[1],
): Promise<FoundItem[]> {
  return (await readItems(storage, asked)).map(({ number, foundAtMs, record }) => ({
    ...{ number, found_at: formatTime(foundAtMs) },
    record: record as FoundItem['record'],
  }));
}

/** More than the largest collection needs. What is left after it is deleted by the purge of the node. */
const PURGE_ROUNDS_MAX = 1_000;

/** Deletes everything of a removed collection, in many short transactions. */
export async function purgeAll({ collections }: Pick<Storage, 'collections'>, id: string): Promise<void> {
  for (let round = 0; round < PURGE_ROUNDS_MAX; round++) {
    const { purged } = await collections.purge({ id });
    if (purged === 0) return;
  }
}
