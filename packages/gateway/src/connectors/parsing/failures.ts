// The common ways in which an upstream refuses: by status, by a web page instead of data, by a rate limit with a time. A connector first
// reads what its own platform states in the body; this covers everything else.
import type { AttemptFailure, AttemptFailureKind, UpstreamResponse } from '../connector.ts';

/** Longer waits are cut to a day: a provider that asks for a week is tried again tomorrow. */
const SUSPEND_MS_MAX = 24 * 3_600_000;
/** A smaller number is a duration in seconds, a larger one a moment in unix seconds. */
const UNIX_SECONDS_MIN = 1_000_000_000;

export function failed(kind: AttemptFailureKind, detail: string, suspendMs?: number | null): AttemptFailure {
  if (suspendMs === undefined || suspendMs === null) return { kind, detail };
  return { kind, detail, suspendMs: Math.min(Math.max(0, Math.round(suspendMs)), SUSPEND_MS_MAX) };
}

export const badResponse = (detail: string): AttemptFailure => failed('bad_response', detail);

/** The platform's own body is the answer, so a private item cannot be left out. The whole answer is refused. */
export const notPublic = (): AttemptFailure =>
  failed('refused', 'the answer holds videos that are not public');

/** `Retry-After` in seconds or as a date; null when it is absent or unreadable. */
export function retryAfterMs({ headers, receivedAtMs }: UpstreamResponse): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - receivedAtMs);
}

/** Reads a header such as `x-ratelimit-reset`: seconds from now, or unix seconds. */
export function resetMs(response: UpstreamResponse, header: string): number | null {
  const value = Number(response.headers[header]);
  if (!Number.isFinite(value) || value < 0) return null;
  return value < UNIX_SECONDS_MIN ? value * 1_000 : Math.max(0, value * 1_000 - response.receivedAtMs);
}

/** No JSON begins with a tag, a comment or a declaration. White space, including a byte order mark, may come first. */
const MARKUP = /^\s*</;
/** Some platforms label their JSON as HTML, so a body that begins like JSON is not a web page. */
const WORDS = /^\s*[^\s{["]/;

/** A web page where JSON was expected: a captcha, a login, a notice. */
export function isWebPage({ headers, body }: UpstreamResponse): boolean {
  return MARKUP.test(body) || (/html/i.test(headers['content-type'] ?? '') && WORDS.test(body));
}

/**
 * A good status without the expected JSON. A web page means that the platform keeps programs out, whatever it says and in any language:
 * that is a refusal, and an immediate retry would not help.
 */
export function unreadable(response: UpstreamResponse): AttemptFailure {
  return isWebPage(response)
    ? failed('refused', 'a web page where JSON was due')
    : badResponse('the answer is not the JSON that was due');
}

/** The same for a look-up. A 404 without a statement of the platform itself proves nothing: a wrong address gives one too. */
export function withoutReason(response: UpstreamResponse): AttemptFailure {
  const failure = byStatus(response);
  return failure.kind === 'not_found' ? badResponse(`status ${response.status} without a reason`) : failure;
}

/**
 * What a status other than 2xx means when the body tells nothing better. 429 is checked before HTML, because some platforms send their rate
 * limit as a web page.
 */
export function byStatus(response: UpstreamResponse): AttemptFailure {
  const { status } = response;
  const detail = `status ${status}`;
  if (status === 429) return failed('rate_limited', detail, retryAfterMs(response));
  if (status === 401 || status === 402 || status === 403 || status === 451) return failed('refused', detail);
  if (status === 503) return failed('unavailable', detail, retryAfterMs(response));
  if (status >= 500) return failed('unavailable', detail);
  if (status === 404 || status === 410) return failed('not_found', detail);
  if (status === 400 || status === 422) return failed('input_rejected', detail);
  // Bot protections also send their page with 202 or 203.
  if (status >= 200 && status < 300 && isWebPage(response)) return unreadable(response);
  return badResponse(detail);
}
