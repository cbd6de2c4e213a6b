// Finds the watch of a feed's secret address, and writes its feed in steps. The tag of a feed follows from the rows that decide its text, so a
// reader that has the feed already is told so before anything is written.
import { hash } from 'node:crypto';
import { hashSecret } from '../../domain/access/key.ts';
import type { Watch } from '../../domain/gathering/watch.ts';
import type { Pace } from '../../domain/limiting/paced-work.ts';
import { parseRecord } from '../../domain/text/without-links.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { isLapsed, pagesOf, writtenLines } from '../collections/found-items.ts';
import { type FeedForm, feedAddresses, readFeedName } from './feed-address.ts';
import { FEED_ENTRIES_MAX, type FeedFrame, feedEntry, feedText } from './feed-text.ts';

export interface FeedDeps extends Pick<AccountDeps, 'storage' | 'clock'> {
  /** The title of the service, for people. */
  title(): string;
  /** The origin under which callers see the gateway. */
  publicUrl(): string;
  /** Of this release: another one may write a feed otherwise. */
  version: string;
}

export interface FoundFeed {
  watch: Watch;
  form: FeedForm;
  frame: Omit<FeedFrame, 'foundAtMs'>;
  /** The time at which links have lapsed or not. */
  nowMs: number;
  /** Another one as soon as the text would be another. */
  tag: string;
}

/** `name`: the last segment of the address. null for a guessed one. */
export async function findFeed(deps: FeedDeps, name: string): Promise<FoundFeed | null> {
  const { storage, clock, version } = deps;
  const named = readFeedName(name);
  if (named === null) return null;
  const watch = await storage.watches.findByFeed({ hash: hashSecret(named.secret) });
  if (watch === null) return null;
  const [nowMs, { form }, homeUrl] = [clock.nowMs(), named, deps.publicUrl()];
  const frame = { service: deps.title(), homeUrl, selfUrl: feedAddresses(homeUrl, named.secret)[form] };
  const index = await storage.found.index({ owner: watch.id, after: firstBefore(watch) });
  const parts = index.map((part) => [part.firstNumber, part.items, isLapsed(part, nowMs)]);
  const { id, platform, query, items, createdAtMs } = watch;
  const told = [version, form, frame, id, watch.name, platform, query, items, createdAtMs, parts];
  const tag = hash('sha256', JSON.stringify(told), 'base64url').slice(0, 27);
  return { watch, form, frame, nowMs, tag };
}

/** The number before that of the oldest item that a feed shows. */
const firstBefore = ({ items }: Watch) => Math.max(0, items - FEED_ENTRIES_MAX);

export async function writeFeed(
  { storage }: Pick<FeedDeps, 'storage'>,
  { watch, form, frame, nowMs }: FoundFeed,
  pace: Pace,
): Promise<string> {
  const after = firstBefore(watch);
  const entries: string[] = [];
  let newestMs: number | null = null;
  for await (const page of pagesOf(storage, watch.id, after)) {
    const { foundAtMs } = page;
    const write = (lines: readonly string[], first: number) => {
      const skipped = Math.max(0, after + 1 - first);
      return lines
        .slice(skipped)
        .map((line, i) => ({ number: first + skipped + i, foundAtMs, record: parseRecord(line) }))
        .map((item) => feedEntry(form, watch, item));
    };
    for await (const written of writtenLines(page, { nowMs, pace }, write)) entries.push(...written);
    newestMs = foundAtMs;
  }
  return pace(() => feedText(form, watch, entries.reverse(), { ...frame, foundAtMs: newestMs }));
}
