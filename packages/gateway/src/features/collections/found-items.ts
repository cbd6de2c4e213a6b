// The numbered items of collections and watches as they are answered, and the deletion of those of a collection.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { parseRecord, withoutLinks } from '../../domain/without-links.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';
import type { FoundItemView } from './collection-views.ts';

export interface NumberedItem {
  number: number;
  foundAtMs: number;
  record: Record<string, unknown>;
}

type FoundItem = Static<typeof FoundItemView>;

/** The records of a page, one JSON text each. Links whose life is over are null. */
export async function linesOf(page: FoundPage, nowMs: number): Promise<string[]> {
  const { linksUntilMs } = page;
  const texts = (await unpackLines(page)).toString().split('\n').slice(0, -1);
  return linksUntilMs !== null && linksUntilMs <= nowMs ? texts.map(withoutLinks) : texts;
}

/** Items with a higher number than `after`, in their sequence, of a collection or a watch. */
export async function readItems(
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
