// The plan of a search below the exact tiers: which words stand for each word of the keyword, and how much each says. A cursor carries it, so
// every page of a walk is read by the same plan, whatever is imported meanwhile.
import {
  CANDIDATE_BYTES_MAX,
  CANDIDATE_WORDS_MAX,
  LOOSE_ROWS_MAX,
  LOOSE_WORDS_MAX,
  MISTYPED_MAX,
  PREFIX_CHARS_MIN,
  PREFIX_WORDS_MAX,
  SIMILAR_BELOW,
  SIMILAR_WORDS_MAX,
  VOCABULARY_MAX,
} from '../limits.ts';
import type { Effort } from '../record-index.ts';
import type { LoosePlan, PlannedWord } from '../result-page.ts';
import type { LooseIndex } from './loose-index.ts';
import { formsOf, type LooseWord, looseWords } from './loose-words.ts';
import { editsAllowed, editsBetween, isQuestionWord } from './word-forms.ts';

/** Words in quotes are meant as they are written. */
const QUOTES = /["“”„‟«»「」『』]/;

/** null where a keyword has nothing to look up below its exact tiers. */
export function readLoose(keyword: string): LooseWord[] | null {
  if (QUOTES.test(keyword)) return null;
  const words = looseWords(keyword).slice(0, LOOSE_WORDS_MAX);
  return words.length === 0 ? null : words;
}

export function planLoose(index: LooseIndex, words: readonly LooseWord[], effort: Effort): LoosePlan {
  const room = { words: CANDIDATE_WORDS_MAX, bytes: CANDIDATE_BYTES_MAX, isBounded: false };
  const records = index.records();
  let mistyped = 0;
  const planned = words.map((word): PlannedWord => {
    if (effort.look()) return [0, [], []];
    const isLong = word.text.length >= PREFIX_CHARS_MIN;
    const begun = word.isLast && isLong ? take(begunWith(index, word.text, room), room) : [];
    const known = index.rows([[word.text, ...formsOf(word), ...begun]], LOOSE_ROWS_MAX).length;
    const isRare = known < SIMILAR_BELOW && !word.isPair && editsAllowed(word.text) > 0;
    const isMistyped = isRare && mistyped < MISTYPED_MAX;
    if (isMistyped) mistyped += 1;
    const similar = isMistyped ? take(similarTo(index, word.text, effort, room), room) : [];
    return [weightOf(word, known, records), begun, similar];
  });
  return { words: planned, isBounded: room.isBounded };
}

/**
 * In quarters of a bit: how surprising a record with the word is. A word that no record has may be what is asked for, or how it is asked: it
 * says half of that. A pair of characters that none has says nothing: it is the end of one word and the beginning of the next.
 */
function weightOf({ text, isPair }: LooseWord, known: number, records: number): number {
  if (isPair && known === 0) return 0;
  if (isQuestionWord(text)) return 1;
  const bits = Math.log2((records + 1) / (known + 0.5));
  return Math.max(1, Math.round((known === 0 ? 2 : 4) * bits));
}

interface Room {
  words: number;
  bytes: number;
  isBounded: boolean;
}

/** The sign before each word in a cursor. */
const MARK_BYTES = 1;

function take(words: readonly string[], room: Room): string[] {
  return words.filter((word) => {
    const bytes = Buffer.byteLength(word) + MARK_BYTES;
    const fits = room.words > 0 && room.bytes >= bytes;
    if (fits) [room.words, room.bytes] = [room.words - 1, room.bytes - bytes];
    else room.isBounded = true;
    return fits;
  });
}

/** A syllable or a character of East Asia says as much as three letters. */
const BEYOND_LETTERS = /^[^\u0000-\u2fff]/;

/** The commonest words that begin so, without itself. */
export const begunWords = (index: LooseIndex, start: string) =>
  start.length < PREFIX_CHARS_MIN && !BEYOND_LETTERS.test(start)
    ? []
    : begunWith(index, start, { words: 0, bytes: 0, isBounded: false });

/** The commonest first. */
function begunWith(index: LooseIndex, start: string, room: Room): string[] {
  const found: { word: string; records: number }[] = [];
  for (const one of index.vocabulary(start)) {
    if (found.length >= VOCABULARY_MAX) {
      room.isBounded = true;
      break;
    }
    if (one.word !== start) found.push(one);
  }
  found.sort((a, b) => b.records - a.records || (a.word < b.word ? -1 : 1));
  if (found.length > PREFIX_WORDS_MAX) room.isBounded = true;
  return found.slice(0, PREFIX_WORDS_MAX).map(({ word }) => word);
}

/** Words with the same first letter, the closest first: hardly anybody mistypes the first. */
function similarTo(index: LooseIndex, text: string, effort: Effort, room: Room): string[] {
  const edits = editsAllowed(text);
  const found: { word: string; records: number; distance: number }[] = [];
  let looked = 0;
  for (const { word, records } of index.vocabulary(text[0]!)) {
    looked += 1;
    if (looked >= VOCABULARY_MAX || (looked % 1_024 === 0 && effort.look())) {
      room.isBounded = true;
      break;
    }
    const distance = editsBetween(text, word, edits);
    if (distance > 0 && distance <= edits) found.push({ word, records, distance });
  }
  found.sort((a, b) => a.distance - b.distance || b.records - a.records || (a.word < b.word ? -1 : 1));
  if (found.length > SIMILAR_WORDS_MAX) room.isBounded = true;
  return found.slice(0, SIMILAR_WORDS_MAX).map(({ word }) => word);
}
