// Owns the common ways in which an upstream says no: by status, by a page where data was due, by a limit with a time. A
// connector first looks at what its own platform says inside the body; this is for everything else.
import type { AttemptFailure, AttemptFailureKind, UpstreamResponse } from '../connector.ts';

/** Longer waits are cut: a provider that asks for a week is asked again tomorrow. */
const SUSPEND_MS_MAX = 24 * 3_600_000;
/** Below this a number is a duration in seconds, above it a moment in unix seconds. */
const UNIX_SECONDS_MIN = 1_000_000_000;

export function failed(kind: AttemptFailureKind, detail: string, suspendMs?: number | null): AttemptFailure {
  if (suspendMs === undefined || suspendMs === null) return { kind, detail };
  return { kind, detail, suspendMs: Math.min(Math.max(0, Math.round(suspendMs)), SUSPEND_MS_MAX) };
}

export const badResponse = (detail: string): AttemptFailure => failed('bad_response', detail);

/** `Retry-After` in seconds or as a date; null when it is absent or unreadable. */
export function retryAfterMs({ headers, receivedAtMs }: UpstreamResponse): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - receivedAtMs);
}

/** A header such as `x-ratelimit-reset`: seconds from now, or unix seconds. */
export function resetMs(response: UpstreamResponse, header: string): number | null {
  const value = Number(response.headers[header]);
  if (!Number.isFinite(value) || value < 0) return null;
  return value < UNIX_SECONDS_MIN ? value * 1_000 : Math.max(0, value * 1_000 - response.receivedAtMs);
}

/** Markup where JSON was due: a login, a captcha or an error page, whatever its status says. */
export function looksLikeHtml({ headers, body }: UpstreamResponse): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html|head|body)/i.test(body);
}

/** What a page says when it wants a person or keeps us out, in the words of the usual guards. */
const BLOCK_WORDS =
  /captcha|access denied|unusual traffic|not a robot|verify you are|attention required|just a moment/i;

/** An answer of a good status without the data that was due. A page that keeps us out is a refusal, not a mistake. */
export function unreadable(response: UpstreamResponse): AttemptFailure {
  if (!looksLikeHtml(response)) return badResponse('the answer is not the JSON that was due');
  if (BLOCK_WORDS.test(response.body)) return failed('refused', 'a page that keeps programs out');
  return badResponse('a page of markup where JSON was due');
}

/**
 * What a status other than 2xx means when the body says nothing better. 429 before markup: some platforms send their
 * limit as a page of HTML.
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
  return badResponse(detail);
}
