// A simulated Odysee: its claims by JSON-RPC in numbered pages of at most 50 with a total, and its search by offset, which never states
// that there is no more.

import type { SimulatedAnswer, SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';
import { range } from '../short-video/short-video.simulation.ts';

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
  params?: {
    page?: number;
    page_size?: number;
    text?: string;
    claim_ids?: string[];
    claim_type?: string[];
    channel_ids?: string[];
    channel?: string;
    urls?: string[];
    claim_id?: string;
    parent_id?: string;
  };
}

function claims({ body }: SimulatedRequest, total: number): SimulatedAnswer {
  const { method, params = {} } = JSON.parse(body) as Call;
  if (method === 'resolve') return result({ [params.urls![0]!]: named(params.urls![0]!) });
  if (method !== 'claim_search') return rpcError(-32_601);
  const { claim_ids, claim_type, channel_ids, channel } = params;
  if (claim_type?.includes('collection'))
    return result({ items: claim_ids?.includes(LIST) ? [list(total)] : [] });
  if (claim_type?.includes('channel') && params.text !== undefined)
    return pageOf(range(0, total), params, channelClaim);
  if (claim_type?.includes('channel')) return result({ items: claim_ids?.includes(CHANNEL) ? [MAKER] : [] });
  const isMaker = (channel_ids?.[0] ?? CHANNEL) === CHANNEL && (channel ?? MAKER_URL) === MAKER_URL;
  const all = range(0, isMaker ? total : 0).filter((n) => claim_ids?.includes(idOf(n)) ?? true);
  return pageOf(all, params, claim);
}

const result = (body: unknown): SimulatedAnswer => json({ jsonrpc: '2.0', result: body, id: 1 });

const LIST = '1'.repeat(40);

/** Withdrawn claims stay in a playlist; here one stands after every tenth video. */
const withdrawn = (total: number): number => Math.floor(total / 10);

function list(total: number): unknown {
  const claims = range(0, total).flatMap((n) => [
    idOf(n),
    ...(n % 10 === 9 ? [`${'e'.repeat(20)}${idOf(n).slice(20)}`] : []),
  ]);
  return { claim_id: LIST, name: 'best', value_type: 'collection', value: { title: 'Best', claims } };
}

const MAKER_URL = 'lbry://@maker';
const MAKER = {
  claim_id: CHANNEL,
  name: '@maker',
  canonical_url: 'lbry://@maker#f',
  value_type: 'channel',
  value: { title: 'Maker' },
  meta: { claims_in_channel: 3 },
};

const channelIdOf = (n: number): string => idOf(n + 10_000);

const channelClaim = (n: number): unknown => ({
  ...MAKER,
  claim_id: channelIdOf(n),
  name: `@maker-${n}`,
  canonical_url: `lbry://@maker-${n}#f`,
});

/** The channel, the first video by the beginning of its claim's id, or nothing. */
const named = (url: string): unknown =>
  url === MAKER_URL
    ? MAKER
    : url === 'lbry://@maker#f/video-0#0'
      ? claim(0)
      : { error: { name: 'NOT_FOUND', text: 'Could not find claim.' } };

function pageOf(
  all: number[],
  params: NonNullable<Call['params']>,
  read: (n: number) => unknown,
): SimulatedAnswer {
  const { page = 1, page_size = 20 } = params;
  if (page_size > PAGE_SIZE_MAX) return rpcError(-32_602);
  const items = all.slice((page - 1) * page_size, page * page_size).map(read);
  const pages = { page, page_size, total_pages: Math.ceil(all.length / page_size) };
  return result({ items, ...pages, total_items: all.length });
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
  lists: {
    'author.videos': {
      ask: { author_id: CHANNEL },
      alias: { handle: 'maker' },
      absent: { author_id: 'e'.repeat(40) },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'author.search': {
      ask: { keyword: 'maker' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: channelIdOf,
    },
    'video.popular': { ask: {}, reachable: (total) => total, lastEnd: () => 'unknown', idOf },
    'playlist.videos': {
      ask: { playlist_id: LIST },
      absent: { playlist_id: 'e'.repeat(40) },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
      unavailable: withdrawn,
    },
  },
  things: {
    'author.get': {
      ask: { author_id: CHANNEL },
      alias: { handle: 'maker' },
      id: CHANNEL,
      absent: { handle: 'nobody' },
    },
    'playlist.get': { ask: { playlist_id: LIST }, id: LIST, absent: { playlist_id: 'e'.repeat(40) } },
  },
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
  const read = url.searchParams.get('claimType') === 'channel' ? foundChannel : found;
  return json(range(from, Math.min(from + size, total)).map(read));
}

const foundChannel = (n: number): unknown => ({ name: `@maker-${n}`, claimId: channelIdOf(n) });

export const odyseeSearch: Simulation = {
  connector: 'odysee-search',
  platform: 'odysee',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf,
  answer: answerSearch,
  lists: {
    'author.search': {
      ask: { keyword: 'maker' },
      reachable: (total) => total,
      lastEnd: () => 'unknown',
      idOf: channelIdOf,
    },
  },
  faults: [
    { name: 'a limit', answer: { status: 429, body: '' }, code: 'UPSTREAM_BUSY' },
    { name: 'an error with status 200', answer: json({ error: 'index is away' }), code: 'UPSTREAM_ERROR' },
    { name: 'a refusal', answer: { status: 403, body: '<html></html>' }, code: 'UPSTREAM_REFUSED' },
  ],
};

const commentIdOf = (n: number): string => `comment-${n}`;
const COMMENTED = idOf(0);
const ANSWERED = 'a1';

function comment(n: number): unknown {
  const by = { channel_id: CHANNEL, channel_name: '@maker', channel_url: `lbry://@maker#${CHANNEL}` };
  return {
    comment: `Comment ${n}`,
    comment_id: commentIdOf(n),
    claim_id: COMMENTED,
    timestamp: 1_714_557_600,
    ...by,
  };
}

function answerComments({ url, body }: SimulatedRequest, total: number): SimulatedAnswer {
  if (!url.pathname.endsWith('/v2')) return json({ error: 'not found' }, 404);
  const { method, params = {} } = JSON.parse(body) as Call;
  if (method === 'reaction.List') return result({ others_reactions: {} });
  if (method !== 'comment.List') return rpcError(-32_601);
  if (params.claim_id !== COMMENTED) return saying('could not find claim');
  if ((params.parent_id ?? ANSWERED) !== ANSWERED) return saying('could not find parent comment');
  return commentsPage(total, params);
}

/** Replies to top comments: the list omits them, but its `total_items` counts them. */
const REPLIES = 7;

/** An empty list is omitted from the answer. */
function commentsPage(total: number, params: NonNullable<Call['params']>): SimulatedAnswer {
  const { result: page } = JSON.parse(pageOf(range(0, total), params, comment).body);
  const { items, ...counts } = page;
  const total_items = params.parent_id === undefined ? total + REPLIES : total;
  const kept = items.length === 0 ? {} : { items };
  return result({ ...kept, ...counts, total_items, total_filtered_items: total });
}

const saying = (message: string): SimulatedAnswer =>
  json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: 1 });

const ofComments = {
  reachable: (total: number) => total,
  lastEnd: () => 'exhausted' as const,
  idOf: commentIdOf,
};

export const odyseeComments: Simulation = {
  connector: 'odysee-comments',
  platform: 'odysee',
  settings: {},
  ...ofComments,
  answer: answerComments,
  lists: {
    'video.comments': { ...ofComments, ask: { id: COMMENTED }, absent: { id: idOf(1) } },
    'comment.replies': {
      ...ofComments,
      ask: { id: COMMENTED, comment_id: ANSWERED },
      absent: { id: COMMENTED, comment_id: 'a2' },
    },
  },
  faults: [
    { name: 'a limit', answer: { status: 429, body: '' }, code: 'UPSTREAM_BUSY' },
    { name: 'an error with status 200', answer: saying('no'), code: 'UPSTREAM_ERROR' },
    { name: 'a refusal', answer: { status: 403, body: '<html></html>' }, code: 'UPSTREAM_REFUSED' },
  ],
};
