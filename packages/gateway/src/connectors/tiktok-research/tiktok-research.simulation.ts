// A simulated TikTok Research API: by cursor, at most 100 at once, ids as numbers of 19 digits, pages after the first need the id of the
// search, and access tokens for client credentials.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const TOKEN = 'clt.research-test-token';
const CLIENT = { client_key: 'research-test-key', client_secret: 'research-test-secret' };
const WINDOW = { start_date: '20260101', end_date: '20260130' };
const SEARCH_ID = '7354000000000000001';
const PAGE_SIZE_MAX = 100;

function json(body: string, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function refusal(status: number, code: string, message = ''): SimulatedAnswer {
  return json(`{"data":{},"error":{"code":"${code}","message":"${message}","log_id":"l"}}`, status);
}

const idOf = (n: number): string => String(7_320_000_000_000_000_001n + BigInt(n) * 13n);

/** What is said in each video. */
const SPOKEN = '"voice_to_text":"Look at this cat."';

function record(n: number): string {
  const at = `"create_time":${1_767_300_000 + n},"username":"maker${n % 9}","region_code":"US"`;
  return `{"id":${idOf(n)},${at},"video_description":"video ${n}","view_count":${n},"video_duration":15,${SPOKEN}}`;
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { method, url, headers, body } = request;
  if (method === 'POST' && url.pathname === '/v2/oauth/token/') return issueToken(new URLSearchParams(body));
  const read = READERS[url.pathname];
  if (method !== 'POST' || read === undefined) return refusal(404, 'invalid_params', 'Unsupported path');
  if (headers.authorization !== `Bearer ${TOKEN}`) return refusal(401, 'access_token_invalid');
  return read(body, total);
}

const READERS: Record<string, (body: string, total: number) => SimulatedAnswer> = {
  '/v2/research/video/query/': (body, total) => search(JSON.parse(body), total),
  '/v2/research/video/comment/list/': comments,
  '/v2/research/user/info/': (body) => user(JSON.parse(body).username),
};

const OK = '"error":{"code":"ok","message":"","log_id":"l"}';
const MAKER = 'doorcat';
const COMMENTS_MAX = 1_000;
const commentId = (n: number): string => String(7_321_000_000_000_000_001n + BigInt(n) * 7n);

function user(username: string): SimulatedAnswer {
  if (username !== MAKER) return refusal(400, 'invalid_params', 'Cannot find the user');
  return json(`{"data":{"display_name":"Door Cat","follower_count":3},${OK}}`);
}

/** Ids are numbers, which JSON.parse would round. An unknown video or comment has no comments. */
function comments(body: string, total: number): SimulatedAnswer {
  const of = /"(?:video|comment)_id":(\d+)/.exec(body)?.[1];
  if (of === undefined)
    return refusal(400, 'invalid_params', 'Request body should contain a valid json object');
  const { max_count, cursor } = JSON.parse(body) as { max_count: number; cursor: number };
  if (max_count > PAGE_SIZE_MAX) return refusal(400, 'invalid_params', 'Invalid count or cursor');
  const all = of === COMMENTED || of === ANSWERED ? Math.min(total, COMMENTS_MAX) : 0;
  const till = Math.min(cursor + max_count, all);
  const list = Array.from({ length: Math.max(0, till - cursor) }, (_, i) => {
    const fields = `"text":"comment ${i}","like_count":1,"reply_count":0,"create_time":1767300000`;
    return `{"id":${commentId(cursor + i)},"video_id":${COMMENTED},"parent_comment_id":${of},${fields}}`;
  });
  return json(`{"data":{"comments":[${list}],"cursor":${till},"has_more":${till < all}},${OK}}`);
}

function issueToken(form: URLSearchParams): SimulatedAnswer {
  const isGood =
    form.get('grant_type') === 'client_credentials' &&
    form.get('client_key') === CLIENT.client_key &&
    form.get('client_secret') === CLIENT.client_secret;
  if (!isGood) return json('{"error":"invalid_client","error_description":"d","log_id":"l"}', 401);
  return json(`{"access_token":"${TOKEN}","expires_in":7200,"token_type":"Bearer"}`);
}

interface Query {
  query?: { and?: { field_name: string; field_values: string[] }[] };
  start_date?: string;
  end_date?: string;
  max_count: number;
  cursor: number;
  search_id: string;
}

const COMMENTED = idOf(0);
const ANSWERED = commentId(7);

/** The ids of these videos contain this day; searches of other days do not find them. */
const DAY = '20240104';

function byId(id: string, { start_date = '', end_date = '' }: Query, total: number): SimulatedAnswer {
  // The video with comments exists even when there are no others.
  const n = start_date <= DAY && DAY <= end_date ? numberOf(idOf, id, Math.max(1, total)) : null;
  const videos = n === null ? [] : [record(n)];
  const next = `"cursor":${videos.length},"has_more":false,"search_id":"${SEARCH_ID}"`;
  return json(`{"data":{"videos":[${videos}],${next}},"error":{"code":"ok","message":"","log_id":"l"}}`);
}

function search(query: Query, total: number): SimulatedAnswer {
  const [condition] = query.query?.and ?? [];
  if (condition?.field_name === 'username' && condition.field_values[0] !== MAKER)
    return search({ ...query, query: {} }, 0);
  if (condition?.field_name === 'video_id') return byId(condition.field_values[0]!, query, total);
  if (query.start_date !== WINDOW.start_date || query.end_date !== WINDOW.end_date)
    return refusal(400, 'invalid_params', 'The start_date or end_date is invalid');
  if (query.max_count > PAGE_SIZE_MAX) return refusal(400, 'invalid_params', 'Invalid count or cursor');
  if (query.cursor > 0 && query.search_id !== SEARCH_ID)
    return refusal(400, 'invalid_params', `Search Id ${query.search_id} is invalid or expired`);
  const till = Math.min(query.cursor + query.max_count, total);
  const videos = Array.from({ length: Math.max(0, till - query.cursor) }, (_, i) => record(query.cursor + i));
  const next = `"cursor":${till},"has_more":${till < total},"search_id":"${SEARCH_ID}"`;
  return json(`{"data":{"videos":[${videos}],${next}},"error":{"code":"ok","message":"","log_id":"l"}}`);
}

export const tiktokResearch: Simulation = {
  connector: 'tiktok-research',
  platform: 'tiktok',
  settings: { token: TOKEN, options: WINDOW },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { handle: MAKER },
      alias: { author_id: MAKER },
      absent: { handle: 'nobody' },
      reachable: (total) => total,
      lastEnd: () => 'upstream_cap',
      idOf,
    },
    'video.comments': {
      ask: { id: COMMENTED },
      absent: { id: '7320000000000000002' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'comment.replies': {
      ask: { id: COMMENTED, comment_id: ANSWERED },
      absent: { id: '7320000000000000002', comment_id: '1' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
  },
  things: {
    'author.get': {
      ask: { handle: MAKER },
      alias: { author_id: MAKER },
      id: MAKER,
      absent: { handle: 'nobody' },
    },
    'transcript.get': { ask: { id: COMMENTED }, id: COMMENTED, absent: { id: '7320000000000000002' } },
  },
  faults: [
    { name: 'the daily quota', answer: refusal(429, 'daily_quota_limit_exceeded'), code: 'UPSTREAM_BUSY' },
    {
      name: 'a missing scope with status 200',
      answer: refusal(200, 'scope_not_authorized'),
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'an expired token', answer: refusal(401, 'access_token_invalid'), code: 'UPSTREAM_REFUSED' },
    { name: 'an error of its own', answer: refusal(500, 'internal_error'), code: 'UPSTREAM_ERROR' },
    { name: 'half an answer', answer: json('{"data":{"search_id":"73","vid'), code: 'UPSTREAM_ERROR' },
  ],
};

/** The same platform, asked with client credentials. Not in the list, which has one simulation of each platform. */
export const tiktokResearchByClient: Simulation = {
  ...tiktokResearch,
  settings: { options: { ...WINDOW, ...CLIENT } },
};
