// Owns the terms of the index: how a field of a record becomes the words that SQLite's FTS5 stores, and in which
// namespace. FTS5 runs its plain ASCII tokenizer over what this file writes, so a term may hold only a-z, 0-9 and
// characters beyond ASCII; everything clever happens here, before FTS5.
import { fold, isAscii } from './fold.ts';
import { TERM_CHARS_MAX } from './limits.ts';
import { splitPieces } from './pieces.ts';

/** The searched fields, the weightiest first. */
export const FIELDS = ['title', 'text', 'tags'] as const;
export type Field = (typeof FIELDS)[number];

/** A letter before each term keeps the fields' lists apart: a title search never reads what descriptions hold. */
export const TERM_PREFIX: Record<Field, string> = { title: 't', text: 'd', tags: 'g' };

const ASCII_PIECES = /[a-z]+|[0-9]+/g;

// Scripts without spaces whose characters are letters: so few that one alone stands in nearly every text.
const LETTERS_ONLY =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

/** What FTS5 is given for one field: its terms in order, each after a space. */
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
 * A dense run is one term per character: the ideograph or syllable alone, but a letter together with the letter
 * after it. Pairs of ideographs would search no faster and made the import three times slower; single letters
 * would put half a library into every list.
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

// Han and Hangul, by far the most, are told apart without a regular expression.
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
