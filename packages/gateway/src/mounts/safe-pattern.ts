// Owns which patterns of a stranger's document may be run on a caller's text. JavaScript's engine backtracks, so a pattern
// such as `(a+)+$` can be made to run for hours by thirty characters, on the thread that serves everyone. Only patterns
// whose time grows with the text and no faster are kept; the others are left to the upstream to check.

/** Longer ones are seldom plain, and take their time to judge. */
const PATTERN_CHARS_MAX = 500;
/** `{1,64}` repeats; several of them side by side multiply. */
const BOUND_MAX = 256;
const BOUNDED_MAX = 4;

/** What stands for one character, so that quantifiers inside it are not seen as such. */
const CHARACTER_CLASS = /\[\^?\]?(?:\\.|[^\]\\])*\]/g;
const ESCAPED = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)/g;

export function isSafePattern(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > PATTERN_CHARS_MAX || !isPattern(text)) return false;
  if (/\\[1-9k]/.test(text) || /\(\?[=!<]/.test(text)) return false;
  const plain = text.replace(ESCAPED, 'x').replace(CHARACTER_CLASS, 'x');
  // A repeated group may match one text in many ways.
  if (/\)[*+{]/.test(plain)) return false;
  const bounds = [...plain.matchAll(/\{\d+(,?)(\d*)\}/g)];
  const endless =
    (plain.match(/[*+]/g)?.length ?? 0) + bounds.filter(([, comma, most]) => comma && !most).length;
  if (bounds.length > BOUNDED_MAX || bounds.some(([whole]) => bigNumberIn(whole))) return false;
  // Without a fixed start every place in the text is tried, and with two endless parts every way to share it.
  return endless === 0 || (endless === 1 && plain.startsWith('^') && !plain.includes('|'));
}

function bigNumberIn(bound: string): boolean {
  return (bound.match(/\d+/g) ?? []).some((number) => Number(number) > BOUND_MAX);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
