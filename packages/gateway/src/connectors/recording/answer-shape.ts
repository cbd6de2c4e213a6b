// What a parser made of an answer, without what it is about: two answers that are read alike have the same shape. Texts count as texts;
// figures, times, reasons and fields with a closed list of words count in full.
import type { AttemptFailure } from '../connector.ts';

const EXACT = new Set([
  'kind',
  'end',
  'what',
  'reason',
  'relation',
  'missing',
  'language',
  'region',
  'license',
  'published_at',
  'edited_at',
  'joined_at',
  'published_precision',
]);
/** The platform's own answer and its words are compared by what was read of them. */
const UNREAD = new Set(['raw', 'body', 'notes', 'notice', 'detail', 'approx']);

export type Said = { kind: string } | AttemptFailure;

/** Path and shape of everything in it, so that a difference can be named. */
export function answerShape(said: Said): ReadonlyMap<string, string> {
  const shape = new Map<string, string>();
  const look = (value: unknown, at: string, name: string): void => {
    if (UNREAD.has(name)) return;
    if (typeof value === 'object' && value !== null && !EXACT.has(name)) {
      if (Array.isArray(value)) shape.set(at, `${value.length} entries`);
      for (const [key, member] of Object.entries(value)) look(member, at === '' ? key : `${at}.${key}`, key);
      return;
    }
    const isText = typeof value === 'string' && value !== '' && !EXACT.has(name);
    shape.set(at, isText ? 'text' : (JSON.stringify(value) ?? 'undefined'));
  };
  look(said, '', '');
  return shape;
}

/** The first place where they differ; null when they are alike. */
export function differenceOf(
  one: ReadonlyMap<string, string>,
  two: ReadonlyMap<string, string>,
): string | null {
  const at = [...new Set([...one.keys(), ...two.keys()])].find((path) => one.get(path) !== two.get(path));
  return at === undefined ? null : `${at}: ${one.get(at) ?? 'nothing'} became ${two.get(at) ?? 'nothing'}`;
}
