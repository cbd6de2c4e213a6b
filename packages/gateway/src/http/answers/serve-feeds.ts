// Serves the feeds of watches under their secret addresses. They need no key, because feed readers cannot send one.
import type { Clock } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import type { PacedWork } from '../../domain/limiting/paced-work.ts';
import { FEEDS_PATH } from '../../features/watches/feed-address.ts';
import { type FeedDeps, findFeed, writeFeed } from '../../features/watches/read-feed.ts';
import { RenderedFeeds } from '../../features/watches/rendered-feeds.ts';
import { createThrottle, type ThrottleLimit } from '../limits/throttle.ts';
import { routerPath } from '../serve-verb.ts';
import type { Server } from '../server.ts';
import { acceptsGzip, gzipped } from './content-coding.ts';
import { isKnown } from './served-file.ts';

export const FEED_ROUTE = `${FEEDS_PATH}{feed}`;

/** A reader of many feeds behind one address asks for ten a second at most. */
const LIMIT: ThrottleLimit = { requests: 600, perSeconds: 60 };

const TYPES = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const;

const HEADERS = {
  // A watch runs every 15 minutes at most. Private: the address is a secret, so no shared cache may keep it.
  'cache-control': 'private, max-age=300',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex',
};

/** What one request counts for; a feed that is longer counts as several. An ordinary one has 10 to 60 kB. */
const BYTES_PER_REQUEST = 64 * 1024;
/** All feeds together take turns with each account's exports. */
const PARTY = 'feeds';

export interface FeedServing {
  clock: Clock;
  /** Addresses that no feed has, counted as other requests without a key are. */
  missLimit: ThrottleLimit;
  work: PacedWork;
}

export function serveFeeds(
  { app, answers, addressOf }: Server,
  feeds: FeedDeps,
  { clock, missLimit, work }: FeedServing,
): void {
  const requests = createThrottle(LIMIT, clock);
  const misses = createThrottle(missLimit, clock);
  const rendered = new RenderedFeeds();
  const pace = work.paceOf(PARTY);
  app.get<{ Params: { feed: string } }>(
    routerPath(FEED_ROUTE),
    { exposeHeadRoute: true },
    async (request, reply) => {
      const address = addressOf(request.raw);
      const refusal = requests.take(address);
      if (refusal !== null) return answers.failure(reply, refusal);
      const found = await pace(() => findFeed(feeds, request.params.feed));
      if (found === null)
        return answers.failure(reply, misses.take(address) ?? failure('NOT_FOUND', 'There is no such feed.'));
      const { tag, form, watch } = found;
      const type = TYPES[form];
      const etag = `"${tag}"`;
      // Weak: the bytes differ when they are compressed.
      const headers = { ...HEADERS, etag: `W/${etag}`, vary: 'Accept-Encoding' };
      if (isKnown(request.headers['if-none-match'], etag))
        return answers.bytes(reply, { status: 304, type, headers, bytes: null });
      const feed = await rendered.get(`${watch.id}.${form}`, tag, async () => {
        const bytes = Buffer.from(await writeFeed(feeds, found, pace));
        return { tag, bytes, gzip: await pace(() => gzipped([bytes])) };
      });
      const more = Math.ceil(feed.bytes.length / BYTES_PER_REQUEST) - 1;
      const tooMuch = more > 0 ? requests.take(address, more) : null;
      if (tooMuch !== null) return answers.failure(reply, tooMuch);
      if (!acceptsGzip(request.headers['accept-encoding']))
        return answers.bytes(reply, { type, headers, bytes: feed.bytes });
      const coded = { ...headers, 'content-encoding': 'gzip' };
      return answers.bytes(reply, { type, headers: coded, bytes: feed.gzip });
    },
  );
}
