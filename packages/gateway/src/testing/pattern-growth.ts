// Decides whether the time of a regular expression grows linearly with its text, or faster. It builds texts that are hard for the
// expression and compares the times of ever longer ones. Only ratios count, of the CPU time of this thread, the best of several runs. So
// neither a slow nor a busy machine changes the result.

import fc from 'fast-check';
import { workTime } from './shifted-clock.ts';

/** A hard text of any length: `pump` is the part that is repeated. */
interface Hard {
  head: string;
  pump: string;
  tail: string;
}

interface Step {
  chars: number;
  ms: number;
}

interface Growth extends Step {
  text: Hard;
  before: Step;
}

/** Small steps at first, so that exponential growth is noticed while a run still ends. Never more than ten times the length before. */
const SCREEN_CHARS = [20, 23, 26, 30, 36, 44, 54, 66, 80, 100, 125, 160, 1_000];
/**
 * The longest is long enough for the floor below. A pattern that takes quadratic time may need seven seconds for it, so one that already
 * shows at 10,000 or 20,000 characters is not asked for it.
 */
const LONG_CHARS = [
  [1_000, 10_000],
  [2_000, 20_000],
  [1_000, 5_000, 50_000],
];
/** Ten times the text may take forty times as long, though ten is linear. A quadratic one takes a hundred times. */
const SLACK = 4;
/** Below this the clock, the compiler and the garbage collector decide. A quadratic one takes a second or more at 50,000 characters. */
const FLOOR_MS = 1;
const RUNS = 3;
/** A pause of the garbage collector makes a run too long, but not ten times too long. */
const DOUBT_RATIO = 10;
/** For each expression, only the texts that took longest in the screening are tried at full length. */
const LONG_TEXTS = 5;
const WORDS = 4;
const WORD_CHARS_MAX = 20;
/** A character that most expressions do not expect at the end. */
const STRANGER = '\u0001';

/** null when the time grows no faster than the text. */
export function fasterThanText(pattern: RegExp): Growth | null {
  const everywhere = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''));
  const tried: { text: Hard; ms: number }[] = [];
  for (const text of hardTexts(pattern)) {
    const found = climbTwice(everywhere, text, SCREEN_CHARS);
    if (typeof found !== 'number') return found;
    tried.push({ text, ms: found });
  }
  const slowest = tried.sort((a, b) => b.ms - a.ms).slice(0, LONG_TEXTS);
  for (const lengths of LONG_CHARS) {
    for (const { text } of slowest) {
      const found = climbTwice(everywhere, text, lengths);
      if (typeof found !== 'number') return found;
    }
  }
  return null;
}

/** Growth that is too fast repeats; a long pause of the garbage collector does not. */
function climbTwice(pattern: RegExp, text: Hard, lengths: number[]): number | Growth {
  const found = climb(pattern, text, lengths);
  return typeof found === 'number' ? found : climb(pattern, text, lengths);
}

/** The best time for the last length, or the length at which the growth was too steep. */
function climb(pattern: RegExp, text: Hard, lengths: number[]): number | Growth {
  let before: Step = { chars: lengths[0]!, ms: 0 };
  for (const chars of lengths) {
    const boundMs = SLACK * (chars / before.chars) * Math.max(before.ms, FLOOR_MS);
    const ms = timeOf(pattern, written(text, chars), boundMs);
    if (ms > boundMs) return { text, chars, ms, before };
    before = { chars, ms };
  }
  return clockMs(pattern, written(text, lengths.at(-1)!));
}

/** Only for sorting: it is finer than CPU time, and the second run is compiled. */
function clockMs(pattern: RegExp, text: string): number {
  const startedAt = performance.now();
  text.replace(pattern, '');
  return performance.now() - startedAt;
}

/** The best of several runs. A run that is fast enough needs no second one, and a run that is far too slow does not get one. */
function timeOf(pattern: RegExp, text: string, enoughMs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    best = Math.min(best, workTime(() => text.replace(pattern, '')).least);
    if (best <= enoughMs || best > DOUBT_RATIO * enoughMs) return best;
  }
  return best;
}

function written({ head, pump, tail }: Hard, chars: number): string {
  return head + pump.repeat(Math.ceil(chars / pump.length)) + tail;
}

/** Single characters and pairs of those in the expression, and matching words with one part repeated. */
function hardTexts(pattern: RegExp): Hard[] {
  const chars = charactersOf(pattern.source);
  const words = wordsOf(pattern);
  const pairs = chars.flatMap((first) => chars.slice(0, 4).map((second) => first + second));
  const bare = [...chars, ...pairs].flatMap((pump) => withTails({ head: '', pump, tail: '' }));
  const texts = [...bare, ...words.flatMap(pumped)];
  return [...new Map(texts.map((text) => [JSON.stringify(text), text])).values()];
}

const withTails = (text: Hard): Hard[] => [
  { ...text, tail: STRANGER },
  { ...text, tail: text.tail + STRANGER },
];

/** Each part of one or two characters repeated, and each beginning, from which an expression may start over. */
function pumped(word: string): Hard[] {
  const places = Array.from({ length: Math.min(word.length, WORD_CHARS_MAX) }, (_, at) => at);
  const parts = places.flatMap((at) => [
    { head: word.slice(0, at), pump: word.slice(at, at + 1), tail: word.slice(at + 1) },
    { head: word.slice(0, at), pump: word.slice(at, at + 2), tail: word.slice(at + 2) },
    { head: '', pump: word.slice(0, at + 1), tail: '' },
  ]);
  return parts.flatMap(withTails);
}

/** One character for each class that an expression can name, and each literal character in it. */
function charactersOf(source: string): string[] {
  const plain = source.replace(/\\u\{?([0-9a-f]{4})\}?|\\x([0-9a-f]{2})/gi, (_, four, two) =>
    String.fromCharCode(Number.parseInt(four ?? two, 16)),
  );
  const letters = plain.replace(/\\[a-zA-Z]/g, '').replace(/[\^$|?*+(){}[\]\\]/g, '');
  return [...new Set([...' \t\n\r0aA-é中', ...letters.slice(0, 12)])];
}

/**
 * Words that the expression matches; none where the generator does not support its syntax. It takes minutes for classes without ASCII. So
 * letters replace the named classes, and expressions without repetition get no words.
 */
function wordsOf({ source }: RegExp): string[] {
  if (!/[*+{]/.test(source)) return [];
  try {
    const words = fc.stringMatching(new RegExp(source.replace(/\\[pP]\{[^}]*\}/g, 'a-z')));
    return [...new Set(fc.sample(words, { numRuns: WORDS, seed: 1 }))].filter((word) => word !== '');
  } catch {
    return [];
  }
}
