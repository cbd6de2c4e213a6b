// Runs the patterns of an untrusted document on a caller's text. JavaScript's engine backtracks, so thirty characters
// can make a pattern such as `(a+)+$` run for hours on the thread that serves everyone, and such patterns cannot be
// recognised reliably. RE2 takes time in proportion to text × program, and both are limited here. A pattern that RE2
// cannot express (look-around, back-references) is reported as a problem and never run on another engine.
import { RE2JS } from 're2js';
import type { DocumentProblem } from './document.ts';

/** Longer patterns are usually lists of words. */
const PATTERN_CHARS_MAX = 1_000;
/** Instructions of one compiled pattern: `^.{1,1000}$` has some 2,000. */
const PROGRAM_MAX = 2_500;
/**
 * Instructions of all patterns of one document: a thousand ordinary ones, or a second of work. Limits the memory and
 * the time of a start.
 */
const PROGRAMS_TOTAL_MAX = 100_000;
/** Instructions × characters for the patterns of one call: at worst some 100 ms, or 25,000 characters of UUIDs. */
const CALL_WORK_MAX = 1_000_000;
/** After this much work a pattern drops its cached states: at most one per character, some MB in all. */
const FORGET_AT = 250_000;

/** The work that the patterns of one document may still do for the current call. Calls are checked one at a time. */
export class PatternWork {
  #left = CALL_WORK_MAX;

  begin(): void {
    this.#left = CALL_WORK_MAX;
  }

  /** False when the call has used up its work. */
  take(amount: number): boolean {
    this.#left -= amount;
    return this.#left >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/**
 * A pattern for the validator, which only calls `test`. The RegExp itself is empty, so JavaScript's engine never runs
 * the pattern.
 */
export class LinearPattern extends RegExp {
  readonly #text: string;
  readonly #engine: RE2JS;
  readonly #work: PatternWork;
  #sinceForgotten = 0;

  constructor(text: string, engine: RE2JS, work: PatternWork) {
    super('');
    this.#text = text;
    this.#engine = engine;
    this.#work = work;
  }

  /** Once the work is used up nothing matches; the caller must then check `isSpent`. */
  override test(text: string): boolean {
    const amount = this.#engine.programSize() * text.length;
    if (!this.#work.take(amount)) return false;
    this.#sinceForgotten += amount;
    if (this.#sinceForgotten > FORGET_AT) this.#forget();
    return this.#engine.test(text);
  }

  override toString(): string {
    return this.#text;
  }

  /** As the document writes it. */
  toJSON(): string {
    return this.#text;
  }

  #forget(): void {
    this.#engine.reset();
    this.#sinceForgotten = 0;
  }
}

/** The patterns of one document, each compiled once. */
export class PatternBook {
  readonly work = new PatternWork();
  readonly #known = new Map<string, LinearPattern | DocumentProblem>();
  #programs = 0;

  read(text: string): LinearPattern | DocumentProblem {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const read = this.#compile(text);
    this.#known.set(text, read);
    return read;
  }

  #compile(text: string): LinearPattern | DocumentProblem {
    if (text.length > PATTERN_CHARS_MAX) return { problem: `has more than ${PATTERN_CHARS_MAX} characters` };
    if (this.#programs > PROGRAMS_TOTAL_MAX) return { problem: 'comes after too many large patterns' };
    const engine = engineOf(text);
    if (engine === null) return { problem: 'cannot be checked in linear time' };
    this.#programs += engine.programSize();
    if (engine.programSize() > PROGRAM_MAX) return { problem: 'is too large when compiled' };
    return new LinearPattern(text, engine, this.work);
  }
}

function engineOf(text: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(withEcmaNames(text)));
  } catch {
    // Syntax that RE2 does not support, or that is invalid in every engine.
    return null;
  }
}

/** White space of ECMAScript that RE2 leaves out of `\s`. */
const SPACES =
  '\\x0b\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const PIECE = /\\[pP]\{(?:Script|sc|Script_Extensions|scx|General_Category|gc)=\w{1,40}\}|\\.|[[\]]/gsu;

/** Rewrites what both engines write alike but define differently: white space, and the long names of scripts. */
function withEcmaNames(text: string): string {
  let isInClass = false;
  return text.replace(PIECE, (piece) => {
    if (piece === '[') isInClass = true;
    if (piece === ']') isInClass = false;
    if (piece === '\\s') return isInClass ? `\\s${SPACES}` : `[\\s${SPACES}]`;
    if (piece === '\\S' && !isInClass) return `[^\\s${SPACES}]`;
    return piece.includes('=') && piece.length > 2 ? piece.replace(/\{\w+=/, '{') : piece;
  });
}
