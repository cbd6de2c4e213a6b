// Owns the cleaning of upstream text: entities decoded, highlight and other tags stripped, line ends made one kind. Pure,
// and safe on anything a stranger wrote: no pattern here can be made to run long.

/** Of one field, before it is cleaned: descriptions end at 5,000 characters on most platforms, the Archive's go to 60,000. */
export const TEXT_CHARS_MAX = 100_000;
/** More words than this on one video are no help to anybody who searches. */
const TAGS_MAX = 500;

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  laquo: '«',
  raquo: '»',
  deg: '°',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
  ccedil: 'ç',
  ntilde: 'ñ',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;
/** Block ends and breaks part words; other tags stand inside them. */
const BREAKING_TAG = /<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]{0,200}>/gi;
const TAG = /<\/?[a-zA-Z][^<>]{0,500}>|<!--[^<>]{0,500}-->/g;

/** Looks behind itself, so that a long run of blanks is read once and not again from each of its places. */
const BLANKS_BEFORE_BREAK = /(?<![ \t])[ \t]+\n/g;

function codePoint(value: number): string {
  const isText = value > 0 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
  return isText ? String.fromCodePoint(value) : '\ufffd';
}

/** Decodes each entity once: `&amp;lt;` is the text `&lt;`, not a `<`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return codePoint(Number(decimal));
    if (hex !== undefined) return codePoint(Number.parseInt(hex, 16));
    return NAMED[name] ?? whole;
  });
}

/** HTML to plain text: tags go first, so that an escaped `&lt;b&gt;` stays the text that its author wrote. */
export function stripHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  const bare = text.replace(BREAKING_TAG, '\n').replace(TAG, '');
  return decodeEntities(bare)
    .replace(BLANKS_BEFORE_BREAK, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** One kind of line end. */
export function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** `#cat #funny` inside a caption, in order, without the sign. */
export function hashtags(text: string | null): string[] {
  if (text === null) return [];
  const found = [...text.matchAll(/[#＃]([\p{L}\p{N}\p{M}_·-]{1,100})/gu)];
  return found.slice(0, TAGS_MAX).map(([, tag]) => tag!);
}

/** The tags in texts such as "cats; dogs". */
export function splitTags(texts: readonly string[], separator: string): string[] {
  const tags = texts.flatMap((text) => text.split(separator, TAGS_MAX)).map((tag) => tag.trim());
  return tags.filter((tag) => tag !== '').slice(0, TAGS_MAX);
}

/** The beginning of a text that is too long to be cleaned; never half a character. */
export function bounded(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : text.slice(0, TEXT_CHARS_MAX).toWellFormed();
}

/**
 * Texts as one piece. A template leaves long texts in parts until somebody reads them, and one text in parts makes
 * JSON.stringify write the whole page the slow way: 20 records take 80 µs instead of 40. So does a slice of a long text.
 */
export function joined(...parts: string[]): string {
  return parts.join('');
}
