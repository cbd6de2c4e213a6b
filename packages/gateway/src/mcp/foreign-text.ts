// Owns how text of platforms is shown to a model: one line, no control characters, no characters that turn the direction of what
// follows, and no more than a bound. It is data of strangers, and must not look like anything else.

/** Controls (tabs and line ends too), marks of direction, zero-width characters, and half surrogate pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Empty when there is nothing to show. Cut between characters, with a mark. */
export function shown(value: unknown, charsMax: number): string {
  if (typeof value !== 'string') return '';
  // No more is looked at than can be shown, however long the text is.
  const near = value.slice(0, charsMax * 4);
  const line = near.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
  const chars = Array.from(line);
  return chars.length <= charsMax ? line : `${chars.slice(0, charsMax - 1).join('')}…`;
}
