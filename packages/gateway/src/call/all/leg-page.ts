// One platform's page as a part of a search over many: its items with the names that make two of them the same, and where its own
// walk goes on. It asks nobody.

import { canonicalAddress, type OwnHosts } from '../../addresses/resolve-address.ts';
import type { Attempt } from '../../domain/call.ts';
import { formatTime } from '../../domain/clock.ts';
import type { Video } from '../../domain/video.ts';
import type { Unread } from '../../operations/merge-lists.ts';
import { NO_MORE, PageAnswer, type PagePosition } from '../../operations/page-answer.ts';
import type { ReadItem } from '../../operations/results.ts';
import { headOf, type VideoHead } from '../../operations/video-record.ts';
import type { Good } from '../task.ts';

/** What a leg brought, wherever from. It can be written down, for a page that is asked for later. */
export interface LegPage {
  items: ReadItem[];
  /** For the platform's next page; null at the end of its list. */
  pcursor: string | null;
  end: PagePosition['end'];
  isResumed: boolean;
  /** What became of filters. */
  approximate: string[];
  ignored: string[];
  scanned: number | null;
  isLive: boolean;
  isStale: boolean;
  provider: string;
  attempts: Attempt[];
  tookMs: number;
}

/** The page of an ordinary search, taken apart. */
export function readLegPage(
  good: Good,
  {
    fetchedAtMs,
    ...from
  }: Pick<LegPage, 'isLive' | 'isStale' | 'provider' | 'attempts' | 'tookMs'> & {
    fetchedAtMs?: number | undefined;
  },
): LegPage {
  if (!(good instanceof PageAnswer)) throw new Error('a leg brought something else than a page');
  const { items, after } = good.read(
    from.isLive ? 'miss' : 'hit',
    fetchedAtMs === undefined ? undefined : formatTime(fetchedAtMs),
  );
  const said = after as {
    pcursor: string;
    end: PagePosition['end'];
    resumed: boolean;
    approximate_filters?: string[];
    ignored_filters?: string[];
    scanned?: number;
  };
  return {
    ...from,
    items,
    pcursor: said.pcursor === NO_MORE ? null : said.pcursor,
    end: said.end,
    isResumed: said.resumed,
    approximate: said.approximate_filters ?? [],
    ignored: said.ignored_filters ?? [],
    scanned: said.scanned ?? null,
  };
}

/** By what a search may be sorted over many platforms. */
export type SortKey = 'newest' | 'views' | 'likes';

/** null when the record does not say it. */
function keyOf(text: string, sort: SortKey): number | null {
  const { published_at, stats } = JSON.parse(text) as Video;
  if (sort === 'newest') return published_at === null ? null : Date.parse(published_at);
  return stats[sort];
}

/** Two addresses of one video are one name. */
function namesOf({ platform, id, url }: VideoHead, ownHosts: OwnHosts): string[] {
  const name = `${platform} ${id}`;
  return url === null ? [name] : [name, canonicalAddress(url, ownHosts) ?? url];
}

/** Numbered on in the leg's walk. What does not say its key stays beside the item before it. */
export function unreadOf(
  { items }: Pick<LegPage, 'items'>,
  delivered: number,
  { sort, lastKey, ownHosts }: { sort: SortKey | null; lastKey: number; ownHosts: OwnHosts },
): Unread<ReadItem>[] {
  let key = lastKey;
  return items.map((value, i) => {
    if (sort !== null) key = keyOf(value.text, sort) ?? key;
    return { rank: delivered + i, key, names: namesOf(headOf(value.text), ownHosts), value };
  });
}
