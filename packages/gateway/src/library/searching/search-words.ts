// A text as the search sees it: folded letters, and words without punctuation. Code that compares a keyword with a text outside the index
// uses this, so that both are read as the search reads them. Pure.
import { fold } from './fold.ts';
import { termsOfText } from './terms.ts';
import { splitPieces } from './text-pieces.ts';

/** The words of a text in sequence, separated by one space. */
export function searchText(text: string): string {
  return splitPieces(fold(text))
    .map((piece) => piece.text)
    .join(' ');
}

/** In these scripts one character is a word. A single letter or digit of other scripts occurs in nearly every text. */
const WORD_OF_ONE = /[\p{Script=Han}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** The terms that the search looks for, without single letters. */
export function searchTerms(keyword: string): string[] {
  return termsOfText(fold(keyword)).filter((term) => term.length > 1 || WORD_OF_ONE.test(term));
}
