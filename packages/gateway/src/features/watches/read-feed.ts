// Finds the watch of a feed's secret address and writes its feed.
import { hashSecret } from '../../domain/key.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { type NumberedItem, readItems } from '../collections/found-items.ts';
import { readFeedName } from './feed-address.ts';
import { FEED_ENTRIES_MAX, feedText } from './feed-text.ts';

export interface FeedDeps extends Pick<AccountDeps, 'storage' | 'clock'> {
  /** The title of the service, for people. */
  title(): string;
}

export interface ShownFeed {
  type: string;
  text: string;
}

const TYPES = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const;

/** `name`: the last segment of the address. null for a guessed one. */
export async function readFeed(deps: FeedDeps, name: string): Promise<ShownFeed | null> {
  const named = readFeedName(name);
  if (named === null) return null;
  const watch = await deps.storage.watches.findByFeed({ hash: hashSecret(named.secret) });
  if (watch === null) return null;
  const items = await newestItems(deps, watch.id, watch.items);
  return { type: TYPES[named.form], text: feedText(named.form, watch, items, deps.title()) };
}

/** One read gives a limited number of pages, and a page may have one item. */
async function newestItems(
  { storage, clock }: FeedDeps,
  owner: string,
  last: number,
): Promise<NumberedItem[]> {
  const newest: NumberedItem[] = [];
  const nowMs = clock.nowMs();
  let after = Math.max(0, last - FEED_ENTRIES_MAX);
  for (;;) {
    const limit = FEED_ENTRIES_MAX - newest.length;
    const read = limit === 0 ? [] : await readItems(storage, { owner, after, limit, nowMs });
    if (read.length === 0) return newest;
    newest.push(...read);
    after = read.at(-1)!.number;
  }
}
