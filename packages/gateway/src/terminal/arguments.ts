// Parses words of the command line: amounts, days, times, durations, rates. A parser that fails throws the second half of the error
// sentence.
import { InvalidArgumentError } from 'commander';
import { formatTime, parseDay, parseTime } from '../domain/clock.ts';
import { parseMoney } from '../domain/money.ts';
import type { Plane } from './control-plane.ts';

/** Removes a limit, where a command can. A parser cannot return null for it, because the argument parser would turn null into ''. */
export const NONE = 'none';

/** How the value of a flag is parsed, where the schema of its field does not say it. */
export interface Reader {
  parse?: (text: string) => unknown;
  choices?: readonly string[];
  /** May be given several times; the values form a list. */
  isRepeatable?: boolean;
  /** The command requires it although the verb does not. */
  isRequired?: boolean;
  /** What applies when the flag is not given; shown in the help. */
  absent?: string;
  /** Converts the parsed value to the one that the verb takes; undefined leaves the field out. */
  resolve?: (value: never, plane: Plane) => unknown;
}

/** An amount stays text here; the verb parses it. */
export function signedAmount(text: string): string {
  if (parseMoney(text) !== null) return text;
  throw new InvalidArgumentError('It must be a decimal with at most six places, such as 25.00.');
}

export function amount(text: string): string {
  if (signedAmount(text).startsWith('-')) throw new InvalidArgumentError('It must not be negative.');
  return text;
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

export function day(text: string): string {
  if (parseDay(text) !== null) return text;
  throw new InvalidArgumentError('It must be a UTC day such as 2026-11-15.');
}

/** A day means its first moment, in UTC. */
export function time(text: string): string {
  const atMs = parseDay(text) ?? parseTime(text);
  if (atMs !== null) return formatTime(atMs);
  throw new InvalidArgumentError(
    'It must be a day such as 2026-11-15 or a time such as 2026-11-15T12:00:00Z.',
  );
}

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function durationSeconds(text: string): number | null {
  if (text === '0') return 0;
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  return match === null ? null : Number(match[1]) * UNIT_SECONDS[match[2]!]!;
}

export function duration(text: string): number {
  const seconds = durationSeconds(text);
  if (seconds !== null) return seconds;
  throw new InvalidArgumentError('It must be a duration such as 90s, 30m, 24h, 30d or 0.');
}

/** In the format that `duration` parses, in the largest unit up to hours. */
export function durationText(seconds: number): string {
  const [unit, of] = Object.entries(UNIT_SECONDS).findLast(
    ([name, of]) => name !== 'd' && seconds % of === 0,
  )!;
  return `${seconds / of}${unit}`;
}

/** A time, or a duration from now. */
export const when: Reader = {
  parse: (text) => durationSeconds(text) ?? time(text),
  resolve: (value: string | number, { clock }) =>
    typeof value === 'string' ? value : formatTime(clock.nowMs() + value * 1000),
};

interface RateWish {
  requests: number;
  per_seconds: number;
  /** Null: the default of the configuration. */
  concurrent: number | null;
}

function readRate(text: string): RateWish {
  const match = /^(\d{1,7})\/(\d{1,5})(?::(\d{1,5}))?$/.exec(text);
  if (match === null) {
    throw new InvalidArgumentError(
      'It must be CALLS/SECONDS or CALLS/SECONDS:CONCURRENT, such as 600/60:50.',
    );
  }
  const concurrent = match[3] === undefined ? null : Number(match[3]);
  return { requests: Number(match[1]), per_seconds: Number(match[2]), concurrent };
}

export const rate: Reader = {
  parse: readRate,
  resolve: (wish: RateWish, { config }) => ({
    ...wish,
    concurrent: wish.concurrent ?? config.limits.rate.concurrent,
  }),
};

/** In the format that `rate` parses. */
export function rateText(
  limit: Record<'requests' | 'per_seconds' | 'concurrent', number> | null,
): string | null {
  return limit && `${limit.requests}/${limit.per_seconds}:${limit.concurrent}`;
}

/** Comma-separated. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
