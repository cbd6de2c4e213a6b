// A simulated Internet Archive: scrape pages of at least 100 items, an opaque cursor while there is more, 400 for any other cursor, 403 for
// a client without a User-Agent.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const COUNT_MIN = 100;
const COUNT_MAX = 10_000;

function json(body: unknown, status = 200, headers: Record<string, string> = {}): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

const rejected = (error: string) => json({ error, errorType: 'RangeException' }, 400);

const idOf = (n: number): string => `demo-film.${n}`;

/** As at the Archive, the cursor names the last item delivered. */
const cursorAfter = (n: number): string =>
  Buffer.from(JSON.stringify([{ identifier: idOf(n) }])).toString('base64url');

function startOf(cursor: string | null, total: number): number | null {
  if (cursor === null) return 0;
  const last = Number(
    /^\[\{"identifier":"demo-film\.(\d+)"\}\]$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1],
  );
  return last < total ? last + 1 : null;
}

/** Fields are one text, a list or absent, as in real answers. */
function record(n: number): unknown {
  return {
    identifier: idOf(n),
    title: `Film ${n}`,
    ...(n % 2 === 0 && {
      creator: n % 4 === 0 ? 'A' : ['A', 'B'],
      subject: n % 4 === 0 ? ['x', 'y'] : 'x;y',
    }),
    ...(n % 3 === 0 && { date: '1939-01-01T00:00:00Z', downloads: 5_000 - n }),
  };
}

/** The answer about a missing item is `{}`. */
const REVIEWED = 'reviewed-film';
const reviewIdOf = (n: number): string => String(1_000 - n);

/** The newest reviews come last. */
function reviews(total: number): SimulatedAnswer {
  const all = Array.from({ length: total }, (_, n) => ({
    review_id: Number(reviewIdOf(n)),
    reviewer: 'Bo',
    reviewbody: `Review ${n}`,
    createdate: new Date(Date.UTC(2020, 0, 1) - n * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
  }));
  const item = { identifier: REVIEWED, title: 'Reviewed', mediatype: 'movies' };
  return json({ metadata: item, files: [], reviews: all.toReversed() });
}

function metadata(id: string, total: number): SimulatedAnswer {
  if (id === REVIEWED) return reviews(total);
  const n = numberOf(idOf, id, total);
  if (n === null) return json({});
  const files = LANGUAGES.map((language) => ({ name: `film.${language}.srt`, source: 'original' }));
  return json({ metadata: { ...(record(n) as object), mediatype: 'movies' }, files });
}

const LANGUAGES = ['en', 'de'];
const STORED = '/5/items/';

/** The Archive sends callers to the machine that has the file; here that is another path. */
function download(path: string): SimulatedAnswer {
  return { status: 302, headers: { location: `${STORED}${path}` }, body: '' };
}

function stored(path: string, total: number): SimulatedAnswer {
  const [, id = '', language = ''] = /^([^/]+)\/film\.(\w+)\.srt$/.exec(path) ?? [];
  if (numberOf(idOf, id, total) === null || !LANGUAGES.includes(language))
    return { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not found</html>' };
  const body = `1\n00:00:01,50 --> 00:00:02,00\n${id} (${language})\n`;
  return { status: 200, headers: { 'content-type': 'application/x-subrip' }, body };
}

function among(ids: readonly string[], total: number): SimulatedAnswer {
  const found = ids.map((id) => numberOf(idOf, id, total)).filter((n) => n !== null);
  return json({ items: found.map(record), count: found.length, total: found.length });
}

function answer({ url, headers }: SimulatedRequest, total: number): SimulatedAnswer {
  if (!headers['user-agent']) return json({ error: 'forbidden' }, 403);
  if (url.pathname.startsWith('/metadata/'))
    return metadata(decodeURIComponent(url.pathname.slice(10)), total);
  if (url.pathname.startsWith('/download/')) return download(url.pathname.slice(10));
  if (url.pathname.startsWith(STORED)) return stored(url.pathname.slice(STORED.length), total);
  if (url.pathname !== '/services/search/v1/scrape') return json({ error: 'not found' }, 404);
  const query = url.searchParams;
  if (!query.get('q')) return rejected('q is required');
  const ids = [...query.get('q')!.matchAll(/"([^"]+)"/g)].map(([, id]) => id!);
  if (/\bidentifier:/.test(query.get('q')!)) return among(ids, total);
  if (query.get('q')!.includes('creator:"nobody"')) return json({ items: [], count: 0, total: 0 });
  const count = Number(query.get('count') ?? COUNT_MAX);
  if (!(count >= COUNT_MIN && count <= COUNT_MAX)) return rejected('count must be between 100 and 10000');
  const start = startOf(query.get('cursor'), total);
  if (start === null) return rejected('invalid cursor');
  const until = Math.min(start + count, total);
  const items = Array.from({ length: until - start }, (_, i) => record(start + i));
  return json({
    items,
    count: items.length,
    total,
    ...(until < total && { cursor: cursorAfter(until - 1) }),
  });
}

export const archive: Simulation = {
  connector: 'archive',
  platform: 'archive',
  settings: { user_agent: 'Reelgate/0.1 (test@example.org)' },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  lists: {
    'video.popular': {
      ask: { period: 'month' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'author.videos': {
      ask: { author_id: 'A' },
      absent: { author_id: 'nobody' },
      isAbsentWhenEmpty: true,
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'video.comments': {
      ask: { id: REVIEWED },
      absent: { id: 'no-such-film' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: reviewIdOf,
    },
  },
  things: {
    'transcript.get': {
      ask: { id: idOf(1), language: 'fr,de' },
      id: idOf(1),
      absent: { id: 'no-such-film' },
    },
  },
  faults: [
    {
      name: 'a limit',
      answer: json({ error: 'slow down' }, 429, { 'retry-after': '30' }),
      code: 'UPSTREAM_BUSY',
    },
    {
      name: 'a block page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><h1>Access denied</h1></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'an error with status 200',
      answer: json({ error: 'search engine unavailable', items: [] }),
      code: 'UPSTREAM_ERROR',
    },
    {
      name: 'half an answer',
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"items":[{"ident' },
      code: 'UPSTREAM_ERROR',
    },
  ],
};
