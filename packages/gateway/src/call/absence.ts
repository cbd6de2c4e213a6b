// Owns what a caller hears when a platform has no such thing. It is the platform's own word, and the same wherever one asks: no other
// provider is tried, and nothing is charged.
import type { Absent } from '../connectors/connector.ts';
import { type FailureCode, failure } from '../domain/failure.ts';
import type { Declined } from './task.ts';

/** What was asked for: the platform, and the parameters of the question. */
export interface AskedFor {
  platform: string;
  ask: Readonly<Record<string, string>>;
}

/** What each code misses, and the parameters that may name it. */
const MISSED: Partial<Record<FailureCode, { thing: string; names: readonly string[] }>> = {
  VIDEO_NOT_FOUND: { thing: 'video', names: ['id'] },
  AUTHOR_NOT_FOUND: { thing: 'author', names: ['id', 'author_id', 'handle'] },
  COMMENT_NOT_FOUND: { thing: 'comment', names: ['comment_id'] },
};
/** Longer than any id; a handle or an address may be longer. */
const NAME_CHARS_MAX = 100;

/** `code` is for the thing that the operation is about. */
export function absence(code: FailureCode, { reason, what }: Absent, asked: AskedFor): Declined {
  const missed = what === 'video' ? 'VIDEO_NOT_FOUND' : code;
  const why = reason === 'unknown' ? '' : ` The platform says why: ${reason}.`;
  const detail = `There is no ${nameOf(missed, asked)} on ${asked.platform}.${why} Nothing was charged.`;
  return { kind: 'declined', failure: failure(missed, detail, { reason }) };
}

function nameOf(code: FailureCode, { ask }: AskedFor): string {
  const { thing, names } = MISSED[code] ?? { thing: 'thing', names: [] };
  const name = names.map((one) => ask[one]).find((one) => one !== undefined);
  if (name === undefined) return `such ${thing}`;
  return `${thing} ${name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX)}…` : name}`;
}
