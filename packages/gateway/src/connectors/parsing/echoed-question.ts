// Compares the question that an answer repeats with the one that was asked. On a reused connection an answer may be a late copy of another
// one. Where a platform repeats the keyword or the page number, that shows.
import type { AttemptFailure, UpstreamResponse } from '../connector.ts';

/** null when the answer may be the right one: the connection is fresh, the answer repeats nothing, or it repeats the right question. */
export function foreignAnswer(
  { isReused }: UpstreamResponse,
  echoed: unknown,
  asked: string | number,
): AttemptFailure | null {
  if (isReused !== true || (typeof echoed !== 'string' && typeof echoed !== 'number')) return null;
  if (plain(echoed) === plain(asked)) return null;
  return { kind: 'bad_response', detail: 'the answer is to another question', isForeign: true };
}

/** Platforms repeat a keyword with other spaces, capitals and Unicode forms. */
function plain(value: string | number): string {
  return String(value).normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
