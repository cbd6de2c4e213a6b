// The terms of the index: how a field of a record becomes the words that SQLite's FTS5 stores. FTS5 applies only its plain ASCII tokenizer
// to the output of this file, so a term may contain only a-z, 0-9 and characters beyond ASCII; all other language rules are here.

import { TERM_CHARS_MAX } from '../limits.ts';
import { fold, isAscii } from './fold.ts';
import { splitPieces } from './text-pieces.ts';

/** The searched fields, the most important first. */
export const FIELDS = ['title', 'text', 'tags'] as const;
export type Field = (typeof FIELDS)[number];

/** A letter before each term separates the fields' lists: a search of titles never reads the terms of descriptions. */
export const TERM_PREFIX: Record<Field, string> = { title: 't', text: 'd', tags: 'g' };

export const ASCII_PIECES = /[a-z]+|[0-9]+/g;

// Scripts without spaces whose characters are letters: there are so few of them that each occurs in nearly every text.
const LETTERS_ONLY =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

/** The input of FTS5 for one field: its terms in sequence, each after a space. */
export function indexField(field: Field, value: string): string {
  const prefix = ` ${TERM_PREFIX[field]}`;
  const folded = fold(value);
  const terms: string[] = isAscii(folded) ? (folded.match(ASCII_PIECES) ?? []).map(cut) : termsOfText(folded);
  return terms.length === 0 ? '' : prefix + terms.join(prefix);
}

export function termsOfText(folded: string): string[] {
  const terms: string[] = [];
  for (const piece of splitPieces(folded)) {
    if (piece.kind === 'dense') pushRunTerms(terms, piece.text);
    else terms.push(cut(piece.text));
  }
  return terms;
}

/**
 * A dense run gives one term per character: an ideograph or syllable alone, but a letter together with the next letter. Pairs of ideographs
 * would search no faster and made the import three times slower; single letters would match half a library.
 */
export function pushRunTerms(terms: string[], run: string): void {
  let from = 0;
  let end = charEnd(run, 0);
  let isLetter = isDenseLetter(run, 0);
  while (from < run.length) {
    const nextEnd = charEnd(run, end);
    const isNextLetter = end < run.length && isDenseLetter(run, end);
    terms.push(run.slice(from, isLetter && isNextLetter ? nextEnd : end));
    from = end;
    end = nextEnd;
    isLetter = isNextLetter;
  }
}

// Han and Hangul, by far the most frequent, are recognised without a regular expression.
export function isDenseLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0x3400 && unit < 0xe000) return false;
  return LETTERS_ONLY.test(text[at]!);
}

function charEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at + (unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length ? 2 : 1);
}

export function cut(word: string): string {
  return word.length > TERM_CHARS_MAX ? word.slice(0, TERM_CHARS_MAX).toWellFormed() : word;
}
