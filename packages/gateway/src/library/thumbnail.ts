// The picture of a record that has none: its title on a coloured ground, drawn from the record alone, so that the same record always looks
// the same. It does not show the duration: pages write that over pictures themselves. A title always comes out as text, never as markup or
// script.
import type { LibraryRecord } from './record.ts';

const WIDTH = 640;
const HEIGHT = 360;
const LINES_MAX = 4;
/** In widths of a wide character: what fits between the margins at this size. */
const LINE_UNITS = 14;
const FONT_PX = 40;
const LINE_PX = 52;

export function renderThumbnail(record: LibraryRecord): string {
  const hue = hashOf(record.id) % 360;
  const second = (hue + 30 + (hashOf(`${record.id}/`) % 60)) % 360;
  const lines = wrapTitle(record.title ?? record.text ?? record.id);
  const top = (HEIGHT - lines.length * LINE_PX) / 2 + FONT_PX;
  const rows = lines.map(
    (line, i) => `<tspan x="${WIDTH / 2}" y="${top + i * LINE_PX}">${escapeXml(line)}</tspan>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">`,
    `<stop offset="0" stop-color="hsl(${hue} 55% 34%)"/><stop offset="1" stop-color="hsl(${second} 60% 20%)"/>`,
    `</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>`,
    `<text font-family="system-ui, sans-serif" font-size="${FONT_PX}" font-weight="600" fill="#fff"`,
    ` text-anchor="middle">${rows.join('')}</text>`,
    '</svg>',
  ].join('');
}

/** Breaks at spaces if there are any, otherwise between visible characters; the rest becomes an ellipsis. */
function wrapTitle(title: string): string[] {
  const lines: string[] = [''];
  for (const word of splitWords(title)) {
    const line = lines.at(-1)!;
    if (line === '' || unitsOf(line) + unitsOf(word) <= LINE_UNITS) lines[lines.length - 1] = line + word;
    else lines.push(word.trimStart());
    if (lines.length > LINES_MAX) break;
  }
  const shown = lines.map((line) => line.trim()).filter((line) => line !== '');
  return shown.length <= LINES_MAX ? shown : [...shown.slice(0, LINES_MAX - 1), `${shown[LINES_MAX - 1]}…`];
}

const TITLE_CHARS_SHOWN = 200; // More than four lines can hold.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Words keep the space before them; words of dense scripts and over-long words are split into visible characters. */
function splitWords(title: string): string[] {
  const words =
    title
      .slice(0, TITLE_CHARS_SHOWN)
      .toWellFormed()
      .match(/\s*\S+/gu) ?? [];
  return words.flatMap((word) => {
    if (unitsOf(word) <= LINE_UNITS / 2) return [word];
    const isDense = /[^\u0000-\u2dff]/u.test(word) || /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/u.test(word);
    return isDense || unitsOf(word) > LINE_UNITS
      ? [...segmenter.segment(word)].map((part) => part.segment)
      : [word];
  });
}

/** Ideographs, syllables and emoji are about twice as wide as letters. */
function unitsOf(text: string): number {
  let units = 0;
  for (const character of text) units += character.codePointAt(0)! >= 0x2e80 ? 1 : 0.55;
  return units;
}

/** Control characters are not allowed in XML even when escaped. */
function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** FNV-1a: spreads similar ids over the colours. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
