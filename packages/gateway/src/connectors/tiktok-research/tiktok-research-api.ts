// How TikTok's Research API is asked and how it answers: the envelope, its errors, and the exchange of client credentials for an access
// token. The question itself always goes first: the first answer of an attempt may be passed on to callers, and it must never contain a
// token.
import { DAY_MS } from '../../domain/duration.ts';
import type {
  Absent,
  AttemptFailure,
  FollowUp,
  FoundRecord,
  NoTranscript,
  Page,
  Parsed,
  ParsedRecord,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, byStatus, failed, retryAfterMs, unreadable } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';

/** No header states when the limit ends. Failed calls count against the daily quota too, so it is retried rarely. */
const RATE_LIMIT_SUSPEND_MS = 15 * 60_000;

/** One request: its path below `/v2/research/`, the fields, and the JSON body. */
export interface ResearchQuestion {
  path: string;
  fields: string;
  body: string;
}

export function researchRequest(
  { baseUrl, userAgent }: Provider,
  token: string | null,
  { path, fields, body }: ResearchQuestion,
): UpstreamRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/v2/research/${path}/?fields=${encodeURIComponent(fields)}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body,
  };
}

type Good = Page<ParsedRecord> | FoundRecord<ParsedRecord> | Absent | NoTranscript;

/** How one request is built, and how its answer is read. */
interface Asking<Result> {
  question: ResearchQuestion;
  read(answer: UpstreamResponse): Result | AttemptFailure;
}

export function tokenFirst<Result extends Good>(
  response: UpstreamResponse,
  provider: Provider,
  asking: Asking<Result>,
): Parsed<Result> {
  const request = wantsToken(response) ? tokenRequest(provider) : null;
  if (request === null) return asking.read(response);
  return { kind: 'follow_up', request, parse: (answer) => afterToken(answer, provider, asking) };
}

function wantsToken(response: UpstreamResponse): boolean {
  const { error } = object(parseJson(response.body, false));
  return response.status === 401 && text(object(error).code) === 'access_token_invalid';
}

/** null without client credentials to exchange. */
function tokenRequest({ baseUrl, options, userAgent }: Provider): UpstreamRequest | null {
  const { client_key, client_secret } = options;
  if (client_key === undefined || client_secret === undefined) return null;
  const form = new URLSearchParams({ client_key, client_secret, grant_type: 'client_credentials' });
  return {
    method: 'POST',
    url: `${baseUrl}/v2/oauth/token/`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': userAgent,
    },
    body: String(form),
  };
}

/** Repeats the request with the new token; a second refusal is final. */
function afterToken<Result extends Good>(
  answer: UpstreamResponse | AttemptFailure,
  provider: Provider,
  { question, read }: Asking<Result>,
): AttemptFailure | FollowUp<Result> {
  if (answer.kind !== 'response') return answer;
  const token = readToken(answer);
  if (typeof token !== 'string') return token;
  return {
    kind: 'follow_up',
    request: researchRequest(provider, token, question),
    parse: (again) => (again.kind === 'response' ? withBody(read(again), again) : again),
  };
}

/** The caller's answer is this body, and not that of the first refusal. */
function withBody<Result extends { kind: string }>(said: Result, { body }: UpstreamResponse): Result {
  return said.kind === 'page' || said.kind === 'record' ? { ...said, body } : said;
}

function readToken(response: UpstreamResponse): string | AttemptFailure {
  const body = parseJson(response.body, false);
  const token = text(object(body).access_token);
  // A token must consist of characters that a header can carry.
  if (response.status === 200 && token !== null && /^[\x21-\x7e]+$/.test(token)) return token;
  if (response.status === 429 || response.status >= 500) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) === null) return badResponse('no access token in the answer');
  return failed('refused', 'the client credentials are not accepted');
}

/** The `data` of a good answer. */
export function readResearch(
  response: UpstreamResponse,
  { wantsRaw, isOnWalk = false }: { wantsRaw: boolean; isOnWalk?: boolean },
): { data: Json } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const { data, error } = object(body);
  const code = text(object(error).code);
  if (code !== null && code !== 'ok') return byCode(code, object(error), response, isOnWalk);
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (code === null || !isObject(data)) return badResponse('the answer does not say that it is good');
  return { data };
}

/** A list in an answer. The API omits empty fields, so a missing list counts as empty only if the answer states that there is no more. */
export function researchList(data: Json, name: string): unknown[] | null {
  const list = data[name];
  if (Array.isArray(list)) return list;
  return (list === undefined || list === null) && data.has_more === false ? [] : null;
}

function byCode(code: string, error: Json, response: UpstreamResponse, isOnWalk: boolean): AttemptFailure {
  const detail = `status ${response.status}: ${code.slice(0, 40)}`;
  const message = text(error.message) ?? '';
  // The daily quota starts again at midnight UTC.
  if (code === 'daily_quota_limit_exceeded')
    return failed('rate_limited', detail, DAY_MS - (response.receivedAtMs % DAY_MS));
  if (code === 'rate_limit_exceeded')
    return failed('rate_limited', detail, retryAfterMs(response) ?? RATE_LIMIT_SUSPEND_MS);
  if (code === 'access_token_invalid' || code.startsWith('scope_')) return failed('refused', detail);
  if (code === 'internal_error') return failed('unavailable', detail);
  if (code !== 'invalid_params')
    return response.status === 200 ? failed('refused', detail) : byStatus(response);
  if (isOnWalk && isWalkBroken(message))
    return failed('not_found', `${detail}: the walk broke, its search has expired`);
  // The dates come from the operator's settings, not from the caller's input.
  return /date/i.test(message)
    ? failed('refused', `${detail}: start_date, end_date`)
    : failed('input_rejected', detail);
}

/** "Search Id 123 is invalid or expired", "Invalid count or cursor". */
function isWalkBroken(message: string): boolean {
  const isSearchGone = /search id/i.test(message) && /invalid|expired/i.test(message);
  return isSearchGone || /invalid count or cursor/i.test(message);
}
