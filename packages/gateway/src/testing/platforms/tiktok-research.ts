// Owns a simulated TikTok Research API: by cursor, at most 100 at once, ids as numbers of 19 digits, nothing after the
// first page without the search's id, and access tokens for client credentials.
import { numberOf, type SimulatedAnswer, type SimulatedRequest, type Simulation } from './simulation.ts';

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

function record(n: number): string {
  const at = `"create_time":${1_767_300_000 + n},"username":"maker${n % 9}","region_code":"US"`;
  return `{"id":${idOf(n)},${at},"video_description":"video ${n}","view_count":${n},"video_duration":15}`;
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { method, url, headers, body } = request;
  if (method === 'POST' && url.pathname === '/v2/oauth/token/') return issueToken(new URLSearchParams(body));
  if (method !== 'POST' || url.pathname !== '/v2/research/video/query/')
    return refusal(404, 'invalid_params', 'Unsupported path');
  if (headers.authorization !== `Bearer ${TOKEN}`) return refusal(401, 'access_token_invalid');
  return search(JSON.parse(body), total);
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

/** The ids of these videos say that they are of this day; other days do not have them. */
const DAY = '20240104';

function byId(id: string, { start_date = '', end_date = '' }: Query, total: number): SimulatedAnswer {
  const n = start_date <= DAY && DAY <= end_date ? numberOf(idOf, id, total) : null;
  const videos = n === null ? [] : [record(n)];
  const next = `"cursor":${videos.length},"has_more":false,"search_id":"${SEARCH_ID}"`;
  return json(`{"data":{"videos":[${videos}],${next}},"error":{"code":"ok","message":"","log_id":"l"}}`);
}

function search(query: Query, total: number): SimulatedAnswer {
  const [condition] = query.query?.and ?? [];
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
