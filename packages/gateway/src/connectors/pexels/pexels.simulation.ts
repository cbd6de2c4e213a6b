// A simulated Pexels: numbered pages of at most 80, a full next address while there is more, nothing beyond 8,000.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const TOKEN = 'pexels-test-key';
const PAGE_SIZE_MAX = 80;
const RESULTS_MAX = 8_000;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const idOf = (n: number): string => String(3_000_000 + n * 7);

function record(n: number): unknown {
  const address = `https://www.pexels.com/video/a-cat-number-${n}-${idOf(n)}/`;
  return {
    id: Number(idOf(n)),
    width: 1920,
    height: 1080,
    duration: 5 + (n % 50),
    full_res: null,
    tags: [],
    url: address,
    image: `https://images.example/${n}.jpg`,
    avg_color: null,
    user: { id: n % 9, name: `Maker ${n % 9}`, url: `https://www.pexels.com/@maker-${n % 9}` },
    video_files: [],
    video_pictures: [],
  };
}

function answer({ url, headers }: SimulatedRequest, total: number): SimulatedAnswer {
  if (headers.authorization !== TOKEN) return json({ status: 401, code: 'Unauthorized' }, 401);
  const one = /\/videos\/videos\/([^/]+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) {
    const n = numberOf(idOf, decodeURIComponent(one), total);
    return n === null ? json({ status: 404, error: 'Not Found' }, 404) : json(record(n));
  }
  if (!/\/videos\/(?:search|popular)$/.test(url.pathname))
    return json({ status: 404, code: 'Not Found' }, 404);
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
  const size = Math.min(Math.max(1, Number(url.searchParams.get('per_page') ?? 15)), PAGE_SIZE_MAX);
  const reachable = Math.min(total, RESULTS_MAX);
  const from = (page - 1) * size;
  const until = Math.min(from + size, reachable);
  const videos = Array.from({ length: Math.max(0, until - from) }, (_, i) => record(from + i));
  const next = until < reachable && { next_page: `${url.origin}${url.pathname}?page=${page + 1}` };
  return json({ page, per_page: size, total_results: reachable, videos, ...next });
}

const walked: Pick<Simulation, 'reachable' | 'lastEnd' | 'idOf'> = {
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total >= RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
  idOf,
};

export const pexels: Simulation = {
  connector: 'pexels',
  platform: 'pexels',
  settings: { token: TOKEN },
  ...walked,
  answer,
  lists: { 'video.popular': { ask: {}, ...walked } },
  faults: [
    {
      name: 'the hourly limit',
      answer: json({ status: 429, code: 'Rate limit exceeded' }, 429),
      code: 'UPSTREAM_BUSY',
    },
    {
      name: 'a refusal with status 200',
      answer: json({ error: 'Access to this API has been disallowed' }),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Just a moment...</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'half an answer',
      answer: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"page":1,"per_page":20,"vid',
      },
      code: 'UPSTREAM_ERROR',
    },
  ],
};
