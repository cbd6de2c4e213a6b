// Reads the numbered items of a watch.
import { parseRecord, withoutLinks } from '../../domain/without-links.ts';
import { type FoundPage, type Storage, unpackLines } from '../../storage/storage.ts';

export interface WatchItem {
  number: number;
  foundAtMs: number;
  record: Record<string, unknown>;
}

/** Items with a higher number than `after`, in their sequence. Links that no longer work are null. */
export async function readItems(
  { found }: Pick<Storage, 'found'>,
  { owner, after, limit, nowMs }: { owner: string; after: number; limit: number; nowMs: number },
): Promise<WatchItem[]> {
  const pages = await found.read({ owner, after, limit });
  const items = await Promise.all(pages.map((page) => itemsOf(page, nowMs)));
  return items
    .flat()
    .filter(({ number }) => number > after)
    .slice(0, limit);
}

async function itemsOf(page: FoundPage, nowMs: number): Promise<WatchItem[]> {
  const { firstNumber, foundAtMs, linksUntilMs } = page;
  const isLapsed = linksUntilMs !== null && linksUntilMs <= nowMs;
  const texts = (await unpackLines(page))
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return texts.map((line, i) => {
    const record = parseRecord(isLapsed ? withoutLinks(line) : line);
    return { number: firstNumber + i, foundAtMs, record };
  });
}
