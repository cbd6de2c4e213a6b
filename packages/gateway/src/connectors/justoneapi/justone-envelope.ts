// JustOneAPI's envelope: how requests are built and answers opened. Its token can travel only in the query string, so nothing here may
// quote an address or an upstream message. Status 200 does not mean success: a code in the body tells.
import type {
  AttemptFailure,
  AttemptFailureKind,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, byStatus, failed, unreadable } from '../parsing/failures.ts';
import { count } from '../parsing/fields.ts';
import { isObject, parseJson } from '../parsing/json.ts';

const NOTHING_FOUND = 201;
/** Codes of failures with a known meaning. Its documents list others without one. */
const CODES: Record<number, { kind: AttemptFailureKind; said: string; suspendMs?: number }> = {
  100: { kind: 'refused', said: 'the token is not valid' },
  // A version that was removed: a retry does not help, but another provider may.
  300: { kind: 'refused', said: 'the API is not valid' },
  301: { kind: 'unavailable', said: 'the collection failed' },
  302: { kind: 'rate_limited', said: 'too many requests', suspendMs: 1_000 },
  // The documents do not state when its day begins, so it is tried again each hour.
  303: { kind: 'rate_limited', said: 'the daily quota is used up', suspendMs: 3_600_000 },
  400: { kind: 'input_rejected', said: 'a parameter is not valid' },
  500: { kind: 'unavailable', said: 'an error of its own' },
  503: { kind: 'unavailable', said: 'not available' },
  600: { kind: 'refused', said: 'no permission for this route' },
  601: { kind: 'refused', said: 'no balance' },
};

/** One request: a path of the API, and its query without the token. */
export interface JustoneAsk {
  path: string;
  query: Record<string, string>;
}

export function justoneRequest(provider: Provider, { path, query }: JustoneAsk): UpstreamRequest {
  const all = new URLSearchParams({ token: provider.token ?? '', ...query });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/api/${path}?${all}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

/** The platform was asked and has nothing. */
export const NOTHING = 'nothing found';

/** The content of the envelope, if its code is good. */
export function openJustone(
  response: UpstreamResponse,
  wantsRaw: boolean,
): { inner: unknown } | typeof NOTHING | AttemptFailure {
  const envelope = parseJson(response.body, wantsRaw);
  const code = isObject(envelope) ? count(envelope.code) : null;
  if (code === NOTHING_FOUND) return NOTHING;
  if (code !== null && code !== 0) return byCode(code);
  if (response.status !== 200) return byStatus(response);
  if (!isObject(envelope)) return unreadable(response);
  if (code === null) return badResponse('no envelope with a code');
  // Some of its answers hold the platform's JSON as a string.
  const { data } = envelope;
  return { inner: typeof data === 'string' ? parseJson(data, wantsRaw) : data };
}

function byCode(code: number): AttemptFailure {
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (known === undefined) return badResponse(`code ${code}, which has no documented meaning`);
  return failed(known.kind, `code ${code}: ${known.said}`, known.suspendMs);
}
