// Serves the feeds of watches under their secret addresses. They need no key, because feed readers cannot send one.
import { hash } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { failure } from '../domain/failure.ts';
import { FEEDS_PATH } from '../features/watches/feed-address.ts';
import { type FeedDeps, readFeed } from '../features/watches/read-feed.ts';
import { routerPath } from './serve-verb.ts';
import { isKnown } from './served-file.ts';
import type { Server } from './server.ts';
import { createThrottle, type ThrottleLimit } from './throttle.ts';

export const FEED_ROUTE = `${FEEDS_PATH}{feed}`;

/** A reader of many feeds behind one address asks for ten a second at most. */
const LIMIT: ThrottleLimit = { requests: 600, perSeconds: 60 };

const HEADERS = {
  // A watch runs every 15 minutes at most. Private: the address is a secret, so no shared cache may keep it.
  'cache-control': 'private, max-age=300',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex',
};

/** `missLimit`: addresses that no feed has, counted as other requests without a key are. */
export function serveFeeds(
  { app, answers, addressOf }: Server,
  feeds: FeedDeps,
  { clock, missLimit }: { clock: Clock; missLimit: ThrottleLimit },
): void {
  const requests = createThrottle(LIMIT, clock);
  const misses = createThrottle(missLimit, clock);
  app.get<{ Params: { feed: string } }>(routerPath(FEED_ROUTE), async (request, reply) => {
    const address = addressOf(request.raw);
    const refusal = requests.take(address);
    if (refusal !== null) return answers.failure(reply, refusal);
    const feed = await readFeed(feeds, request.params.feed);
    if (feed === null)
      return answers.failure(reply, misses.take(address) ?? failure('NOT_FOUND', 'There is no such feed.'));
    const etag = `"${hash('sha256', feed.text, 'base64url').slice(0, 27)}"`;
    // Weak: the bytes differ when they are compressed on the way.
    const headers = { ...HEADERS, etag: `W/${etag}` };
    if (isKnown(request.headers['if-none-match'], etag))
      return answers.bytes(reply, { status: 304, type: feed.type, headers, bytes: null });
    return answers.text(reply, { ...feed, headers });
  });
}
