// Says what a text looks like to the search: folded letters, and words without the marks around them. Whoever compares a keyword with a
// text outside the index does it here, so that both sides are read as the search reads them. Pure.
import { fold } from './fold.ts';
import { splitPieces } from './pieces.ts';
import { termsOfText } from './terms.ts';

/** The words of a text in their order, one space between two of them. */
export function searchText(text: string): string {
  return splitPieces(fold(text))
    .map((piece) => piece.text)
    .join(' ');
}

/** One character of these is a word; one letter or digit of any other script stands in nearly every text. */
const WORD_OF_ONE = /[\p{Script=Han}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** What the search looks for, without the terms that say nothing. */
export function searchTerms(keyword: string): string[] {
  return termsOfText(fold(keyword)).filter((term) => term.length > 1 || WORD_OF_ONE.test(term));
}
