// TikHub's envelope: how requests are built and answers opened. The key is sent only in a header.
import type { AttemptFailure, Provider, UpstreamRequest, UpstreamResponse } from '../connector.ts';
import { badResponse, byStatus, failed, retryAfterMs, unreadable } from '../parsing/failures.ts';
import { count } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';

const RATE_LIMIT_SUSPEND_MS = 1_000; // 10 requests per second are allowed, and no header gives a time.

/** One request: a path of the API with its query, and the body of a POST. */
export interface TikhubAsk {
  path: string;
  body?: string;
}

export function tikhubRequest(provider: Provider, { path, body }: TikhubAsk): UpstreamRequest {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${provider.token ?? ''}`,
    'user-agent': provider.userAgent,
  };
  const url = `${provider.baseUrl}/api/v1/${path}`;
  if (body === undefined) return { method: 'GET', url, headers };
  return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body };
}

/** The whole envelope, if its code is good. */
export function openTikhub(
  response: UpstreamResponse,
  wantsRaw: boolean,
): { envelope: Json } | AttemptFailure {
  if (response.status !== 200) return classify(response);
  const envelope = parseJson(response.body, wantsRaw);
  if (!isObject(envelope)) return unreadable(response);
  const code = count(envelope.code ?? object(envelope.detail).code);
  if (code === null) return badResponse('an envelope without a code');
  return code === 200 ? { envelope } : classify({ ...response, status: code });
}

/** Its 400 states no cause and also occurs with good input, so it is not blamed on the caller. */
function classify(response: UpstreamResponse): AttemptFailure {
  const { status } = response;
  if (status === 400) return failed('unavailable', 'status 400 without a cause');
  if (status !== 429) return byStatus(response);
  return failed('rate_limited', 'status 429', retryAfterMs(response) ?? RATE_LIMIT_SUSPEND_MS);
}
