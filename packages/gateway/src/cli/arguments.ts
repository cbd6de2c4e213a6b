// Owns how words of the command line become values: amounts, days, times, durations, rates. Each reader refuses what it
// cannot read with the rest of one sentence; none of them guesses.
import { InvalidArgumentError } from 'commander';
import type { Config } from '../config/config.ts';
import { type Clock, formatTime } from '../domain/clock.ts';
import { parseMoney } from '../domain/money.ts';
import { parseTime } from '../features/verb/fields.ts';
import { DAY_MS, parseDay } from '../features/verb/reports.ts';

/** Takes a bound away, where a command can. A reader cannot give null for it: the parser would make that ''. */
export const NONE = 'none';
export type None = typeof NONE;

/** Decimal text stays text: it becomes an amount only where it is checked again, in the verb. */
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
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
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

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: DAY_MS / 1000 };

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

/** A time, how long from now, or never. */
export type When = { at: string } | { afterSeconds: number } | None;

export function when(text: string): When {
  if (text === NONE) return NONE;
  const seconds = durationSeconds(text);
  return seconds === null ? { at: time(text) } : { afterSeconds: seconds };
}

export function resolveWhen(value: When, clock: Clock): string | null {
  if (value === NONE) return null;
  return 'at' in value ? value.at : formatTime(clock.nowMs() + value.afterSeconds * 1000);
}

/** Without a number of concurrent calls, the gateway's own default counts. */
export type RateWish = { requests: number; per_seconds: number; concurrent: number | null } | None;

export function rate(text: string): RateWish {
  if (text === NONE) return NONE;
  const match = /^(\d{1,7})\/(\d{1,5})(?::(\d{1,5}))?$/.exec(text);
  if (match === null) {
    throw new InvalidArgumentError(
      'It must be CALLS/SECONDS or CALLS/SECONDS:CONCURRENT, such as 600/60:50.',
    );
  }
  const concurrent = match[3] === undefined ? null : Number(match[3]);
  return { requests: Number(match[1]), per_seconds: Number(match[2]), concurrent };
}

export function resolveRate(wish: RateWish, config: Config) {
  if (wish === NONE) return null;
  return { ...wish, concurrent: wish.concurrent ?? config.limits.rate.concurrent };
}

/** An amount, or the word that takes the cap away. */
export function cap(text: string): string {
  return text === NONE ? NONE : amount(text);
}

export function resolveCap(text: string): string | null {
  return text === NONE ? null : text;
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
