// The words by which records are found below the exact tiers: those of all fields, without their field and their sequence. Words of scripts
// with spaces are kept as they are, and once more by their form; runs of scripts without spaces as pairs of characters, with katakana as
// hiragana and traditional characters as simplified ones; episodes as one word; ids whole. The index and a keyword pass through here alike. Pure.

import { ID_WORD_CHARS_MAX, SPOKEN_WORDS_MAX } from '../limits.ts';
import { fold, isAscii } from './fold.ts';
import { SIMPLIFIED } from './han-variants.ts';
import { ASCII_PIECES, cut } from './terms.ts';
import { splitPieces } from './text-pieces.ts';
import { wordStem } from './word-forms.ts';

/** Begins a form, an id, and what is spoken, so that none is taken for a word. Beyond ASCII, so FTS5 keeps it in the word. */
const FORM_MARK = '·';
const SPOKEN_MARK = '»';
const ID_MARK = '¶';

const DIGIT = /\d/;
const EPISODE = /\bs(?:eason)?\s*0*(\d{1,4})[\s.,:-]*e(?:p(?:isode)?)?\s*0*(\d{1,4})\b/g;
const BEYOND_BASIC = /[\ud800-\udfff]/;
const KATAKANA_OR_HAN = /[\u30a1-\u30f6\u4e00-\u9fff]/g;
const FIRST_HAN = 0x4e00;
const KANA_DISTANCE = 0x60;

export interface LooseWord {
  text: string;
  /** A pair of characters of a script without spaces. */
  isPair: boolean;
  /** Stands at the end of a text of a script with spaces, and may be only begun. */
  isLast: boolean;
}

/** The words of a text in sequence, each once. */
export function looseWords(text: string): LooseWord[] {
  const words = new Map<string, LooseWord>();
  const last = visitWords(text, (word, isPair) => words.set(word, { text: word, isPair, isLast: false }));
  const word = last === null ? undefined : words.get(last);
  if (word !== undefined) word.isLast = true;
  return [...words.values()];
}

/** Single letters say nothing. Returns the last word, if the text ends in a script with spaces. An import spends most of its time here. */
function visitWords(text: string, visit: (word: string, isPair: boolean) => void): string | null {
  let folded = fold(text);
  for (const episode of episodesIn(folded)) visit(episode, false);
  if (DIGIT.test(folded)) folded = folded.replace(EPISODE, ' ');
  let last: string | null = null;
  const take = (piece: string) => {
    if (piece.length === 1 && piece >= 'a' && piece <= 'z') return null;
    const word = cut(piece[0] === '0' ? piece.replace(/^0+(?=\d)/, '') : piece);
    visit(word, false);
    return word;
  };
  // The pieces of plain ASCII are the same, and found in a fifth of the time.
  if (isAscii(folded)) for (const piece of folded.match(ASCII_PIECES) ?? []) last = take(piece);
  else
    for (const { kind, text: piece } of splitPieces(folded)) {
      last = null;
      if (kind === 'dense') for (const pair of pairsOf(piece)) visit(pair, true);
      else if (kind === 'word') last = take(piece);
      else take(piece);
    }
  return last;
}

/** The episodes that a folded text names, each as one word: `S1 E2`, `s01e02` and "season 1, episode 2" are `s1e2`. */
export function episodesIn(folded: string): string[] {
  if (!DIGIT.test(folded)) return [];
  return Array.from(folded.matchAll(EPISODE), ([, season, episode]) => `s${season}e${episode}`);
}

/** A run of one character is that character: there is nothing else to find it by. */
function pairsOf(run: string): string[] {
  const folded = foldScripts(run);
  const chars = BEYOND_BASIC.test(folded) ? Array.from(folded) : folded.split('');
  return chars.length === 1 ? chars : chars.slice(1).map((char, i) => chars[i]! + char);
}

/** Katakana as hiragana, and traditional Chinese characters as simplified ones. */
export function foldScripts(folded: string): string {
  return folded.replace(KATAKANA_OR_HAN, (char) => {
    const code = char.charCodeAt(0);
    return code < FIRST_HAN ? String.fromCharCode(code - KANA_DISTANCE) : (SIMPLIFIED.get(char) ?? char);
  });
}

/** Under these a word is found in another form; empty for a word that has no other. */
export function formsOf({ text, isPair }: LooseWord): string[] {
  const stem = isPair ? text : wordStem(text);
  return stem === text ? [FORM_MARK + text] : [stem, FORM_MARK + stem];
}

/** Under this a spoken word is found, in any form. */
export function spokenForm({ text, isPair }: Pick<LooseWord, 'text' | 'isPair'>): string {
  return SPOKEN_MARK + (isPair ? text : wordStem(text));
}

/** The words of what is spoken, each once. */
export function spokenForms(text: string): Set<string> {
  const forms = new Set<string>();
  visitWords(text, (word, isPair) => {
    if (forms.size < SPOKEN_WORDS_MAX) forms.add(spokenForm({ text: word, isPair }));
  });
  return forms;
}

/** null for a keyword that cannot be an id. */
export function idWord(text: string): string | null {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || trimmed.length > ID_WORD_CHARS_MAX) return null;
  const letters = trimmed.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? null : ID_MARK + letters;
}

/** The words of texts and ids as the index takes them: each once, those of one form under this form too. */
export function indexWordsOf(
  texts: readonly (string | undefined)[],
  ids: readonly (string | undefined)[],
): string {
  const words = new Set<string>();
  const add = (word: string, isPair: boolean) => {
    if (words.has(word)) return;
    words.add(word);
    const stem = isPair ? word : wordStem(word);
    if (stem !== word) words.add(FORM_MARK + stem);
  };
  for (const text of texts) if (text !== undefined) visitWords(text, add);
  for (const one of ids) for (const part of idParts(one ?? '')) words.add(part);
  return [...words].join(' ');
}

/** The id whole, and without the name of its site: `youtube:dQw4w9WgXcQ`. */
function idParts(id: string): string[] {
  return [id, id.slice(id.indexOf(':') + 1)].map(idWord).filter((word) => word !== null);
}
