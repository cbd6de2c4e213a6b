// Makes text of platforms safe to show to a model: one line, without control characters and direction marks, and of
// limited length. It is untrusted data, and must not look like anything else.

/**
 * Control characters (including tabs and line breaks), direction marks, zero-width characters and lone surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Empty when there is nothing to show. Cut between characters, with an ellipsis. */
export function shown(value: unknown, charsMax: number): string {
  if (typeof value !== 'string') return '';
  // Looks only at as much of the text as can be shown.
  const near = value.slice(0, charsMax * 4);
  const line = near.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
  const chars = Array.from(line);
  return chars.length <= charsMax ? line : `${chars.slice(0, charsMax - 1).join('')}…`;
}
