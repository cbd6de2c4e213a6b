// Owns a simulated Odysee: its claims by JSON-RPC in numbered pages of at most 50 with a total, and its search by place, which
// never says that there is no more.
import { range } from './short-video.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulation } from './simulation.ts';

const PAGE_SIZE_MAX = 50;
const FOUND_MAX = 10_000;
const CHANNEL = 'f'.repeat(40);

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function rpcError(code: number): SimulatedAnswer {
  return json({ jsonrpc: '2.0', error: { code, message: 'No.' }, id: 1 });
}

const idOf = (n: number): string => n.toString(16).padStart(40, '0');

function claim(n: number): unknown {
  return {
    claim_id: idOf(n),
    name: `video-${n}`,
    canonical_url: `lbry://@maker#f/video-${n}#${idOf(n)}`,
    value_type: 'stream',
    value: {
      title: `Video ${n}`,
      description: '',
      tags: ['cats'],
      release_time: String(1_700_000_000 + n),
      stream_type: 'video',
      source: { media_type: 'video/mp4' },
      thumbnail: { url: `https://t.example/${n}.jpg` },
      video: { duration: n, width: 1_280, height: 720 },
    },
    signing_channel: { claim_id: CHANNEL, name: '@maker', canonical_url: 'lbry://@maker#f', value: {} },
  };
}

interface Call {
  method?: string;
  params?: { page?: number; page_size?: number; claim_ids?: string[] };
}

function claims({ body }: SimulatedRequest, total: number): SimulatedAnswer {
  const { method, params = {} } = JSON.parse(body) as Call;
  if (method !== 'claim_search') return rpcError(-32_601);
  const { page = 1, page_size = 20, claim_ids } = params;
  if (page_size > PAGE_SIZE_MAX) return rpcError(-32_602);
  const all = range(0, total).filter((n) => claim_ids?.includes(idOf(n)) ?? true);
  const items = all.slice((page - 1) * page_size, page * page_size).map(claim);
  const pages = { page, page_size, total_pages: Math.ceil(all.length / page_size) };
  return json({ jsonrpc: '2.0', result: { items, ...pages, total_items: all.length }, id: 1 });
}

function answerClaims(request: SimulatedRequest, total: number): SimulatedAnswer {
  const isProxy = request.method === 'POST' && request.url.pathname.endsWith('/proxy');
  return isProxy ? claims(request, total) : json({ error: 'not found' }, 404);
}

export const odysee: Simulation = {
  connector: 'odysee',
  platform: 'odysee',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer: answerClaims,
  faults: [
    { name: 'a limit', answer: { status: 429, body: 'slow down' }, code: 'UPSTREAM_BUSY' },
    { name: 'an error with status 200', answer: rpcError(-32_500), code: 'UPSTREAM_ERROR' },
    { name: 'a refusal', answer: { status: 403, body: '<html></html>' }, code: 'UPSTREAM_REFUSED' },
    {
      name: 'half an answer',
      answer: { status: 200, body: '{"jsonrpc":"2.0","res' },
      code: 'UPSTREAM_ERROR',
    },
  ],
};

function found(n: number): unknown {
  return {
    name: `video-${n}`,
    claimId: idOf(n),
    channel: '@maker',
    channel_claim_id: CHANNEL,
    title: `Video ${n}`,
    duration: n,
    release_time: '2024-05-01T10:00:00Z',
    thumbnail_url: `https://t.example/${n}.jpg`,
  };
}

function answerSearch({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const from = Number(url.searchParams.get('from') ?? 0);
  const size = Number(url.searchParams.get('size') ?? 10);
  if (url.pathname !== '/search' || from + size > FOUND_MAX) return json({ error: 'no' }, 400);
  return json(range(from, Math.min(from + size, total)).map(found));
}

export const odyseeSearch: Simulation = {
  connector: 'odysee-search',
  platform: 'odysee',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf,
  answer: answerSearch,
  faults: [
    { name: 'a limit', answer: { status: 429, body: '' }, code: 'UPSTREAM_BUSY' },
    { name: 'an error with status 200', answer: json({ error: 'index is away' }), code: 'UPSTREAM_ERROR' },
    { name: 'a refusal', answer: { status: 403, body: '<html></html>' }, code: 'UPSTREAM_REFUSED' },
  ],
};
