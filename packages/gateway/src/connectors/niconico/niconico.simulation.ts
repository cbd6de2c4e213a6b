// A simulated NicoNico snapshot search: by offset, at most 100 at once, with the exact number of matches. It requires a User-Agent, a sort
// and a context, and refuses offsets to which the real one gives wrong answers.
import {
  numberOf,
  present,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const OFFSET_MAX = 100_000;
const LIMIT_MAX = 100;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function refusal(status: number, errorCode: string, as = status): SimulatedAnswer {
  return json({ meta: { status, errorCode, errorMessage: errorCode.toLowerCase() } }, as);
}

const idOf = (n: number): string => `sm${9_000_001 + n * 3}`;

function record(n: number): unknown {
  return {
    contentId: idOf(n),
    title: `video ${n}`,
    description: n % 2 === 0 ? null : `about<br>${n}`,
    userId: n % 3 === 0 ? null : n,
    channelId: n % 3 === 0 ? n : null,
    viewCounter: 1_000_000 - n,
    lengthSeconds: 90,
    startTime: '2024-05-01T19:00:00+09:00',
    tags: 'cat box',
  };
}

function answer(
  { url, headers }: SimulatedRequest,
  total: number,
  gone?: ReadonlySet<number>,
): SimulatedAnswer {
  if (!url.pathname.endsWith('/api/v2/snapshot/video/contents/search')) return refusal(404, 'NOT_FOUND');
  const query = url.searchParams;
  const offset = Number(query.get('_offset') ?? 0);
  const limit = Number(query.get('_limit') ?? 10);
  const context = query.get('_context') ?? '';
  const isComplete = headers['user-agent'] && query.get('_sort') && query.get('targets') && context !== '';
  if (!isComplete || context.length > 40 || offset > OFFSET_MAX || limit > LIMIT_MAX)
    return refusal(400, 'QUERY_PARSE_ERROR');
  const wanted = [...query].filter(([name]) => name.startsWith('filters[contentId]')).map(([, id]) => id);
  if ([...query.keys()].some((name) => /^filters\[(?:user|channel)Id]/.test(name)))
    return refusal(400, 'QUERY_PARSE_ERROR');
  const filter = query.get('jsonFilter');
  const author = filter === null ? null : (JSON.parse(filter) as { field: string; value: unknown });
  // One author has all videos; no other author has any.
  if (author !== null && (author.field !== 'userId' || author.value !== 7))
    return json({ meta: { status: 200, totalCount: 0, id: 'x' }, data: [] });
  const found = wanted.map((id) => numberOf(idOf, id, total)).filter((n) => n !== null);
  const videos = wanted.length > 0 ? found : present(total, gone);
  const data = videos.slice(offset, offset + limit).map(record);
  return json({ meta: { status: 200, totalCount: videos.length, id: '0554268c-0001' }, data });
}

export const niconico: Simulation = {
  connector: 'niconico',
  platform: 'niconico',
  settings: { options: { context: 'reelgate-test' } },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  isByPlace: true,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: '7' },
      absent: { author_id: '8' },
      isAbsentWhenEmpty: true,
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
  },
  faults: [
    { name: 'maintenance', answer: refusal(503, 'MAINTENANCE'), code: 'UPSTREAM_ERROR' },
    {
      name: 'an error with status 200',
      answer: refusal(500, 'INTERNAL_SERVER_ERROR', 200),
      code: 'UPSTREAM_ERROR',
    },
    {
      name: 'a keyword that it cannot read',
      answer: refusal(400, 'QUERY_PARSE_ERROR'),
      code: 'INVALID_REQUEST',
    },
    {
      name: 'too many requests',
      answer: { status: 429, headers: { 'content-type': 'text/html' }, body: '<html></html>' },
      code: 'UPSTREAM_BUSY',
    },
    {
      name: 'a page with status 200',
      answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>sorry</html>' },
      code: 'UPSTREAM_REFUSED',
    },
  ],
};
