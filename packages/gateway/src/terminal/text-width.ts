// Measures and cuts text for a terminal. Titles and names come from other people: characters that could move the cursor, change colours or
// reverse the reading direction are removed before anything is printed.
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that take two columns (Unicode's East Asian Wide and Fullwidth), as ranges of code points. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2ff],
  [0x1f1e6, 0x1f1ff],
  [0x20000, 0x3fffd],
];
const ZERO_WIDTH = /^[\p{M}\p{Cf}]$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\u{fe0f}/u;
const UNPRINTABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** One line, without control characters. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').trim();
}

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  const first = grapheme.codePointAt(0) ?? 0;
  if (WIDE.some(([from, to]) => first >= from && first <= to)) return 2;
  return ZERO_WIDTH.test(String.fromCodePoint(first)) ? 0 : 1;
}

/** Each of these takes one column. Most cells have no others, and dividing them into characters would take a hundred times as long. */
const ASCII = /^[ -~]*$/;

export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts at a whole character and appends a mark. */
export function fitText(text: string, widthMax: number): string {
  if (textWidth(text) <= widthMax) return text;
  let kept = '';
  let width = 1; // The mark itself.
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment);
    if (width > widthMax) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Cuts in the middle: both ends of an id or an address help to recognise it. */
export function fitMiddle(text: string, widthMax: number): string {
  if (textWidth(text) <= widthMax) return text;
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const tail = takenWidth([...parts].reverse(), Math.floor((widthMax - 1) / 2));
  const head = takenWidth(parts, widthMax - 1 - textWidth(tail.join('')));
  return `${head.join('')}…${tail.reverse().join('')}`;
}

/** The first characters that fit. */
function takenWidth(parts: readonly string[], widthMax: number): string[] {
  let width = 0;
  const end = parts.findIndex((part) => {
    width += graphemeWidth(part);
    return width > widthMax;
  });
  return parts.slice(0, end < 0 ? parts.length : end);
}

/** Lines of whole words. Only words with wide characters are broken: scripts such as Chinese write no spaces. */
export function wrapText(text: string, widthMax: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => brokenWord(one, widthMax))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > widthMax) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function brokenWord(word: string, widthMax: number): string[] {
  if (textWidth(word) <= widthMax || textWidth(word) === Array.from(word).length) return [word];
  const parts = Array.from(graphemes.segment(word), ({ segment }) => segment);
  const pieces: string[] = [];
  while (parts.length > 0) {
    const piece = parts.splice(0, Math.max(1, takenWidth(parts, widthMax).length));
    pieces.push(piece.join(''));
  }
  return pieces;
}
