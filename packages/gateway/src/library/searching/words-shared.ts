// Which part of the words of a question a text has, folded as the library folds them, without making an index of the text: for lists that
// other platforms found. Pure.
import { fold } from './fold.ts';
import { episodesIn, foldScripts, type LooseWord, looseWords } from './loose-words.ts';
import { isQuestionWord, wordStem } from './word-forms.ts';

/** A text as it is compared: folded, and its words. */
interface Compared {
  folded: string;
  words: readonly string[];
}

interface Wanted {
  /** Whether a text has the script of the word at all. */
  script: RegExp;
  isIn(text: Compared): boolean;
}

/** Scripts that one language mixes are one. Digits are in every text that could have them. */
const SCRIPTS = [
  /[a-z0-9\u00c0-\u024f]/,
  /[\u0370-\u03ff]/,
  /[\u0400-\u052f]/,
  /[\u0590-\u05ff]/,
  /[\u0600-\u06ff]/,
  /[\u0900-\u097f]/,
  /[\u0e00-\u0e7f]/,
  /[\u3040-\u30ff\u3400-\u9fff]/,
  /[\uac00-\ud7a3]/,
];
const ANY_SCRIPT = /[^\0-\x7f]/;
const WORDS = /[\p{L}\p{M}]+|\p{N}+/gu;
/** Forms of a word differ at its end: "city" and "cities". Only words that begin alike are compared by their stems. */
const ALIKE_CHARS = 2;

/** The share of the words, from 0 to 1, of those whose script the text has; null when it has none of their scripts. */
export type ShareOf = (text: string) => number | null;

export function createShare(keyword: string): ShareOf {
  const words = looseWords(keyword);
  const meant = words.filter(({ text }) => !isQuestionWord(text));
  // A question of nothing but such words means them.
  const wanted = (meant.length === 0 ? words : meant).map(wantedOf);
  return (text) => {
    const folded = foldScripts(fold(text));
    const comparable = wanted.filter(({ script }) => script.test(folded));
    if (comparable.length === 0) return null;
    const words = [...(folded.match(WORDS) ?? []), ...episodesIn(folded)];
    return comparable.filter(({ isIn }) => isIn({ folded, words })).length / comparable.length;
  };
}

function wantedOf({ text, isPair }: LooseWord): Wanted {
  const script = SCRIPTS.find((one) => one.test(text)) ?? ANY_SCRIPT;
  const stem = wordStem(text);
  // Pairs of characters and emoji stand within what is split as words.
  if (isPair || !/^[\p{L}\p{M}\p{N}]/u.test(text))
    return { script, isIn: ({ folded }) => folded.includes(text) };
  const start = stem.slice(0, ALIKE_CHARS);
  const isForm = (word: string) => word === text || (word.includes(start) && wordStem(word) === stem);
  return { script, isIn: ({ words }) => words.some(isForm) };
}

/** A title without what differs in writing: signs, spaces, case and accents. */
export function lettersOf(title: string): string {
  return fold(title).replace(NEITHER_LETTER_NOR_DIGIT, '');
}

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu;
