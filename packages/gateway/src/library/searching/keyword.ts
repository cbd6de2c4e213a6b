// Parses a keyword: words, "quoted phrases" and runs of scripts without spaces become groups that must all match. Queries to an index are
// built only from these groups, so no character of a keyword can be an operator or a syntax error.

import { KEYWORD_CHARS_MAX, KEYWORD_GROUPS_MAX } from '../limits.ts';
import { fold } from './fold.ts';
import { cut, isDenseLetter, pushRunTerms } from './terms.ts';
import { splitPieces, type TextPiece } from './text-pieces.ts';

/** Terms that must follow one another within a field. */
export interface Phrase {
  terms: string[];
  /** The phrase ends in a letter of a dense script, which the index may hold joined with the next letter. */
  isPrefix: boolean;
}

/** Tier 1: all groups in the title; 2: in title or description; 3: in title, description or tags. */
export type Tier = 1 | 2 | 3;
export const TIERS: readonly Tier[] = [1, 2, 3];

// NFKC does not fold curly, angled or corner quotes, and people paste them.
const QUOTES = /["“”„‟«»「」『』]/;

export function readKeyword(keyword: string): Phrase[] {
  const segments = fold(keyword.slice(0, KEYWORD_CHARS_MAX)).split(QUOTES);
  const groups = new Map<string, Phrase>();
  segments.forEach((segment, i) => {
    // Every second segment stands between quotes. A last segment after an unbalanced quote does not.
    const isQuoted = i % 2 === 1 && i < segments.length - 1;
    for (const pieces of isQuoted ? [splitPieces(segment)] : splitLoose(segment)) addGroup(groups, pieces);
  });
  return [...groups.values()].slice(0, KEYWORD_GROUPS_MAX);
}

function addGroup(groups: Map<string, Phrase>, pieces: TextPiece[]): void {
  if (pieces.length === 0) return;
  const group = toGroup(pieces);
  groups.set(`${group.isPrefix} ${group.terms.join(' ')}`, group);
}

/** Outside quotes, only what is written as one word is a phrase: "covid-19", "iphone15", a joined emoji. */
function splitLoose(segment: string): TextPiece[][] {
  const lists: TextPiece[][] = [];
  for (const piece of splitPieces(segment)) {
    const list = lists.at(-1);
    const isOneWord = piece.gap !== 'break' && list?.at(-1)?.kind === piece.kind && piece.kind !== 'dense';
    if (isOneWord) list?.push(piece);
    else lists.push([piece]);
  }
  return lists;
}

function toGroup(pieces: TextPiece[]): Phrase {
  const terms: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'dense') pushRunTerms(terms, piece.text);
    else terms.push(cut(piece.text));
  }
  const last = pieces.at(-1)!;
  const endsInLetter = last.kind === 'dense' && isDenseLetter(last.text, last.text.length - 1);
  // The pair of the letter before already contains this letter.
  const isPaired = endsInLetter && last.text.length > 1 && isDenseLetter(last.text, last.text.length - 2);
  if (isPaired) terms.pop();
  return { terms, isPrefix: endsInLetter && !isPaired };
}
