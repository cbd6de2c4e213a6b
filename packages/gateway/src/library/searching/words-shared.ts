// Which part of the words of a question a text has, folded as the library folds them, without making an index of the text: for lists that
// other platforms found. Pure.
import { fold } from './fold.ts';
import { foldKana, type LooseWord, looseWords } from './loose-words.ts';
import { isQuestionWord, wordStem } from './word-forms.ts';

interface Wanted {
  /** Whether a text has the script of the word at all. */
  script: RegExp;
  isIn(folded: string): boolean;
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
const LETTERS = '[\\p{L}\\p{M}]';
/** Emoji are none. */
const WORD = /^[\p{L}\p{M}\p{N}]+$/u;
/** An ending may change the last letter of what stands before it: "city", "cities". */
const SURE_CHARS_MIN = 4;
const ARABIC = /^[\u0600-\u06ff]/;
const ARABIC_ARTICLES = '(?:وال|بال|ال)?';

/** The share of the words, from 0 to 1, of those whose script the text has; null when it has none of their scripts. */
export type ShareOf = (text: string) => number | null;

export function createShare(keyword: string): ShareOf {
  const words = looseWords(keyword);
  const meant = words.filter(({ text }) => !isQuestionWord(text));
  // A question of nothing but such words means them.
  const wanted = (meant.length === 0 ? words : meant).map(wantedOf);
  return (text) => {
    const folded = foldKana(fold(text));
    const comparable = wanted.filter(({ script }) => script.test(folded));
    if (comparable.length === 0) return null;
    return comparable.filter(({ isIn }) => isIn(folded)).length / comparable.length;
  };
}

function wantedOf({ text, isPair }: LooseWord): Wanted {
  const script = SCRIPTS.find((one) => one.test(text)) ?? ANY_SCRIPT;
  if (isPair || !WORD.test(text)) return { script, isIn: (folded) => folded.includes(text) };
  const pattern = patternOf(text);
  return { script, isIn: (folded) => [...folded.matchAll(pattern)].some(([found]) => isForm(found, text)) };
}

const isForm = (found: string, word: string) => !/^\p{L}/u.test(word) || wordStem(found) === wordStem(word);

/** Finds words that may be a form of it, an episode in any of its forms, or the number. */
function patternOf(word: string): RegExp {
  const [, season, episode] = /^s(\d+)e(\d+)$/.exec(word) ?? [];
  if (season !== undefined)
    return new RegExp(`\\bs(?:eason)?\\s*0*${season}[\\s.,:-]*e(?:p(?:isode)?)?\\s*0*${episode}\\b`, 'g');
  if (/^\d/.test(word)) return new RegExp(`(?<!\\d)0*${word}(?!\\d)`, 'g');
  const stem = wordStem(word);
  const sure = stem.length < SURE_CHARS_MIN ? stem : stem.slice(0, -1);
  const article = ARABIC.test(word) ? ARABIC_ARTICLES : '';
  return new RegExp(`(?<!${LETTERS})${article}${sure}${LETTERS}*`, 'gu');
}

/** A title without what differs in writing: signs, spaces, case and accents. */
export function lettersOf(title: string): string {
  return fold(title).replace(NEITHER_LETTER_NOR_DIGIT, '');
}

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]+/gu;
