// Owns the comparison of what an answer repeats of its question with what was asked. On a connection that was used
// before, an answer may be a late copy of another one; where a platform repeats the keyword or the page, it shows.
import type { AttemptFailure, UpstreamResponse } from '../connector.ts';

/** Null when the answer may be the right one: on a fresh connection, without an echo, or with the right one. */
export function foreignAnswer(
  { isReused }: UpstreamResponse,
  echoed: unknown,
  asked: string | number,
): AttemptFailure | null {
  if (isReused !== true || (typeof echoed !== 'string' && typeof echoed !== 'number')) return null;
  if (plain(echoed) === plain(asked)) return null;
  return { kind: 'bad_response', detail: 'the answer is to another question', isForeign: true };
}

/** Platforms repeat a keyword with other spaces, capitals and forms of the same letter. */
function plain(value: string | number): string {
  return String(value).normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
