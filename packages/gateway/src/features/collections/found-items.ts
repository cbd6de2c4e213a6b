// The items of a collection as they are answered, and their deletion.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { parseRecord, withoutLinks } from '../../domain/without-links.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';
import type { FoundItemView } from './collection-views.ts';

type FoundItem = Static<typeof FoundItemView>;

/** The records of a page, one JSON text each. Links whose life is over are null. */
export async function linesOf(page: FoundPage, nowMs: number): Promise<string[]> {
  const { linksUntilMs } = page;
  const texts = (await unpackLines(page)).toString().split('\n').slice(0, -1);
  return linksUntilMs !== null && linksUntilMs <= nowMs ? texts.map(withoutLinks) : texts;
}

export async function foundItems(
  { found }: Pick<Storage, 'found'>,
  { owner, after, limit, nowMs }: { owner: string; after: number; limit: number; nowMs: number },
): Promise<FoundItem[]> {
  const pages = await found.read({ owner, after, limit });
  const all = await Promise.all(
    pages.map(async (page) =>
      (await linesOf(page, nowMs)).map((line, i) => ({ number: page.firstNumber + i, page, line })),
    ),
  );
  return all
    .flat()
    .filter(({ number }) => number > after)
    .slice(0, limit)
    .map(({ number, page, line }) => ({
      number,
      found_at: formatTime(page.foundAtMs),
      record: parseRecord(line) as FoundItem['record'],
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
