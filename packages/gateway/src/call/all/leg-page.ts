// One platform's page as a part of a search over many: its items with the names that identify duplicates, and where its own walk
// goes on. It sends nothing.

import { canonicalAddress, type OwnHosts } from '../../addresses/resolve-address.ts';
import type { Attempt } from '../../domain/call.ts';
import { formatTime } from '../../domain/clock.ts';
import type { Failure } from '../../domain/failure.ts';
import { PAGE_ITEMS_DEFAULT } from '../../domain/limits.ts';
import type { Video } from '../../domain/video.ts';
import type { ByteText } from '../../operations/byte-text.ts';
import type { Unread } from '../../operations/merge-lists.ts';
import { NO_MORE, PageAnswer, type PagePosition } from '../../operations/page-answer.ts';
import type { ReadItem } from '../../operations/results.ts';
import { headOf, type VideoHead } from '../../operations/video-record.ts';
import type { Good } from '../task.ts';
import type { JudgeItem } from './likeness.ts';

/** What a leg brought, from a provider or from memory. It can be serialised, for a later page. */
export interface LegPage {
  items: ReadItem[];
  /** For the platform's next page; null at the end of its list. */
  pcursor: string | null;
  end: PagePosition['end'];
  isResumed: boolean;
  /** Filters that were applied approximately. */
  approximate: string[];
  ignored: string[];
  scanned: number | null;
  isLive: boolean;
  isStale: boolean;
  provider: string;
  attempts: Attempt[];
  tookMs: number;
}

/**
 * How a leg ended. Its page stays in the memory of pages, out of the garbage collector's sight, until it is needed: a leg may wait long
 * for the others.
 */
export type LegEnd = { attempts: Attempt[]; tookMs: number; answered?: number } & (
  | { kind: 'page'; read(): LegPage }
  | { kind: 'failed'; failure: Failure }
);

/** Parses the page of an ordinary search. */
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

/** The sorts that a search over many platforms may have. */
export type SortKey = 'newest' | 'views' | 'likes';

/** null when the record does not contain it. */
function keyOf(bytes: ByteText, sort: SortKey): number | null {
  const { published_at, stats } = JSON.parse(bytes) as Video;
  if (sort === 'newest') return published_at === null ? null : Date.parse(published_at);
  return stats[sort];
}

/** Two addresses of one video give the same name. */
function namesOf({ platform, id, url }: VideoHead, ownHosts: OwnHosts): string[] {
  const name = `${platform} ${id}`;
  return url === null ? [name] : [name, canonicalAddress(url, ownHosts) ?? url];
}

/** A larger page is several, as if it had been asked for in the usual size: so the order hardly depends on sizes. */
function windowEnd(items: number, at: number, delivered: number): number {
  const end = (Math.floor(at / PAGE_ITEMS_DEFAULT) + 1) * PAGE_ITEMS_DEFAULT;
  return delivered + Math.min(items, end);
}

/** Continues the numbering of the leg's walk. An item without a sort key stays beside the item before it. */
export function unreadOf(
  { items }: Pick<LegPage, 'items'>,
  delivered: number,
  {
    sort,
    lastKey,
    ownHosts,
    judge,
  }: { sort: SortKey | null; lastKey: number; ownHosts: OwnHosts; judge: JudgeItem },
): Unread<ReadItem>[] {
  let key = lastKey;
  return items.map((value, i) => {
    if (sort !== null) key = keyOf(value.bytes, sort) ?? key;
    const names = namesOf(headOf(value.bytes), ownHosts);
    return {
      rank: delivered + i,
      key,
      ...judge(value.bytes),
      till: windowEnd(items.length, i, delivered),
      names,
      value,
    };
  });
}
