// Owns the cleaning of upstream text: entities decoded, highlight and other tags stripped, line ends made one kind. Pure,
// and safe on anything a stranger wrote: no pattern here can be made to run long.
import { decodeEntities, htmlText } from './html-text.ts';

/** Of one field, before it is cleaned: descriptions end at 5,000 characters on most platforms, the Archive's go to 60,000. */
export const TEXT_CHARS_MAX = 100_000;
/** More words than this on one video are no help to anybody who searches. */
const TAGS_MAX = 500;

/** Looks behind itself, so that a long run of blanks is read once and not again from each of its places. */
const BLANKS_BEFORE_BREAK = /(?<![ \t])[ \t]+\n/g;

/** HTML to plain text. An escaped `&lt;b&gt;` stays the text that its author wrote. */
export function stripHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  const plain = text.includes('<') ? htmlText(text) : decodeEntities(text);
  return plain
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
