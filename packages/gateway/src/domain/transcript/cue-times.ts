// The times of cues, read and written.
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { HOURS_MAX } from './cue.ts';

export interface CueTimes {
  startMs: number;
  endMs: number;
}

/**
 * How many digits a part of a time has. Browsers take WebVTT's times with two digits of minutes and seconds and three of a fraction, and a point alone; files of SRT that
 * were given the header of WebVTT have a comma. SRT is also written by hand: `0:1:02,5` or `01:02`.
 */
const DIGITS = {
  vtt: { min: 2, fractionMin: 3, fractionMax: 3 },
  srt: { min: 1, fractionMin: 0, fractionMax: 9 },
};

/**
 * The times of a line such as `00:01.000 --> 00:02.500`; null if it has none. What stands behind the second time is ignored: settings of WebVTT or coordinates of SRT.
 */
export function readTimes(line: string, format: keyof typeof DIGITS): CueTimes | null {
  const reader = new TimeReader(line, DIGITS[format]);
  const startMs = reader.time();
  if (startMs === null || !reader.arrow()) return null;
  const endMs = reader.time();
  // A player never shows a cue that ends before it starts. A transcript keeps its text.
  return endMs === null ? null : { startMs, endMs: Math.max(startMs, endMs) };
}

/** Reads by character, because patterns and the texts of their groups took a third of the time of a whole file. */
class TimeReader {
  readonly #line: string;
  readonly #digits: (typeof DIGITS)['vtt'];
  #at = 0;
  /** Digits of the number that was read last. */
  #count = 0;

  constructor(line: string, digits: (typeof DIGITS)['vtt']) {
    this.#line = line;
    this.#digits = digits;
  }

  /** `hours:minutes:seconds.fraction`, where hours may be missing. */
  time(): number | null {
    this.#skipSpaces();
    const first = this.#number();
    const firstCount = this.#count;
    if (first > HOURS_MAX || !this.#takes(':')) return null;
    const second = this.#sixtieth();
    if (second === null) return null;
    if (!this.#takes(':'))
      return isSixtieth(first, firstCount, this.#digits.min) ? this.#withFraction(first, second) : null;
    const third = this.#sixtieth();
    return firstCount === 0 || third === null ? null : this.#withFraction(first * 60 + second, third);
  }

  arrow(): boolean {
    this.#skipSpaces();
    return this.#takes('-') && this.#takes('-') && this.#takes('>');
  }

  #sixtieth(): number | null {
    const value = this.#number();
    return isSixtieth(value, this.#count, this.#digits.min) ? value : null;
  }

  #withFraction(minutes: number, seconds: number): number | null {
    const whole = minutes * MINUTE_MS + seconds * 1000;
    const hasFraction = this.#takes('.') || this.#takes(',');
    const value = this.#number();
    if (!hasFraction && this.#count > 0) return null;
    if (this.#count < this.#digits.fractionMin || this.#count > this.#digits.fractionMax) return null;
    return whole + Math.floor((value * 1000) / 10 ** this.#count);
  }

  #number(): number {
    let value = 0;
    const start = this.#at;
    for (; ; this.#at++) {
      const digit = this.#line.charCodeAt(this.#at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    this.#count = this.#at - start;
    return value;
  }

  #takes(character: string): boolean {
    if (this.#line[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpaces(): void {
    while (this.#takes(' ') || this.#takes('\t') || this.#takes('\f'));
  }
}

/** 60 and more minutes or seconds are no time: players disagree on what they mean. */
function isSixtieth(value: number, digits: number, digitsMin: number): boolean {
  return digits >= digitsMin && digits <= 2 && value < 60;
}

/** `00:01:02.500`. SRT has a comma in place of the point. */
export function writeTime(ms: number, point: '.' | ','): string {
  const hours = twoDigits(Math.floor(ms / HOUR_MS));
  const minutes = twoDigits(Math.floor(ms / MINUTE_MS) % 60);
  const seconds = twoDigits(Math.floor(ms / 1000) % 60);
  return `${hours}:${minutes}:${seconds}${point}${threeDigits(ms % 1000)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function threeDigits(value: number): string {
  return value < 100 ? `0${twoDigits(value)}` : String(value);
}
