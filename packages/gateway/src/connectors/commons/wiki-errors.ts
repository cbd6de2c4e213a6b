// What the errors of a MediaWiki mean. They come with any status, 200 included, and are told apart by their code.
import type { AttemptFailure, AttemptFailureKind, UpstreamResponse } from '../connector.ts';
import { badResponse, byStatus, failed, retryAfterMs } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import type { Json } from '../parsing/json.ts';

/**
 * The kind of failure for each error code. An unknown code is our own mistake, or of a wiki that we do not understand: all parameters but
 * the keyword are ours, so a bad value is not the caller's fault.
 */
const ERROR_KINDS: [RegExp, AttemptFailureKind][] = [
  [/^ratelimited$/, 'rate_limited'],
  [/^(maxlag|readonly|internal_api_error)/, 'unavailable'],
  [/timeout|too-busy|backend-error|search-error/, 'unavailable'],
  [/blocked|denied|permission|captcha|loggedin|^assert/, 'refused'],
  [/too-?long|parse-error/, 'input_rejected'],
];

export function wikiFailure(response: UpstreamResponse, error: Json): AttemptFailure {
  const code = text(error.code) ?? '';
  const detail = `error ${code.slice(0, 100)}`;
  if (response.status === 429) return failed('rate_limited', detail, retryAfterMs(response));
  const kind = ERROR_KINDS.find(([codes]) => codes.test(code))?.[1];
  if (kind !== undefined) return failed(kind, detail, retryAfterMs(response));
  if (code === 'badcontinue') return { ...badResponse(detail), isDeadCursor: true };
  return response.status === 200 || response.status === 400 ? badResponse(detail) : byStatus(response);
}
