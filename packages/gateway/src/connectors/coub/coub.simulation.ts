// A simulated Coub: numbered pages of at most 25, with the number of pages.
import type { SimulatedAnswer, SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';

const SIZE_MAX = 25;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const CHANNEL = { id: 7, permalink: 'maker', title: 'Maker', followers_count: 3 };

const idOf = (n: number): string => (n + 46_656).toString(36);

function record(n: number): unknown {
  return {
    id: 1_000_000 + n,
    type: 'Coub::Simple',
    permalink: idOf(n),
    title: `Loop ${n}`,
    visibility_type: 'public',
    created_at: '2024-05-01T10:00:00Z',
    duration: 9.5,
    views_count: n,
    likes_count: 0,
    recoubs_count: 0,
    dimensions: { big: [640, 360] },
    image_versions: { template: `https://c.example/${n}/%{version}.jpg`, versions: ['med', 'big'] },
    tags: [{ id: 1, title: 'cat', value: 'cat' }],
    channel: CHANNEL,
    banned: false,
  };
}

function pageOf(url: URL, total: number): SimulatedAnswer {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 10), SIZE_MAX);
  const from = (page - 1) * size;
  const coubs = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) => record(from + i));
  return json({ page, per_page: size, total_pages: Math.ceil(total / size), next: null, coubs });
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  if (url.pathname.endsWith('/search/coubs')) return pageOf(url, total);
  const [, kind, name] = /\/(timeline\/channel|channels)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (kind !== undefined && name !== '7' && name !== 'maker') return json({ error: 'Not found' }, 404);
  if (kind === 'channels') return json(CHANNEL);
  if (kind !== undefined) return pageOf(url, total);
  const permalink = /\/coubs\/(\w+)$/.exec(url.pathname)?.[1];
  const n = permalink === undefined ? -1 : Number.parseInt(permalink, 36) - 46_656;
  return n >= 0 && n < total ? json(record(n)) : json({ error: 'Not found' }, 404);
}

export const coub: Simulation = {
  connector: 'coub',
  platform: 'coub',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: '7' },
      alias: { handle: 'maker' },
      absent: { author_id: '8' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
  },
  things: {
    'author.get': {
      ask: { author_id: '7' },
      alias: { handle: 'maker' },
      id: '7',
      absent: { handle: 'nobody' },
    },
  },
  faults: [
    { name: 'a limit', answer: { status: 429, body: '' }, code: 'UPSTREAM_BUSY' },
    { name: 'a refusal', answer: json({ error: 'Forbidden' }, 403), code: 'UPSTREAM_REFUSED' },
    { name: 'an outage', answer: { status: 502, body: '<html></html>' }, code: 'UPSTREAM_ERROR' },
    {
      name: 'a check page with status 200',
      answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Are you human?</html>' },
      code: 'UPSTREAM_REFUSED',
    },
  ],
};
