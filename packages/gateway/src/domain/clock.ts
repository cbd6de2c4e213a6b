// Time and randomness. All other files receive them as values, so that tests control both. Only this file may call Date.now,
// performance.now or a random source.
import { randomBytes } from 'node:crypto';
import { DAY_MS } from './duration.ts';
import { inBackground } from './in-background.ts';

export interface Clock {
  /** Wall-clock milliseconds since 1970, for what people read and for price and expiry dates. */
  nowMs(): number;
  /** Milliseconds that never step back, for deadlines and durations. */
  monotonicMs(): number;
}

export type RandomBytes = (bytes: number) => Uint8Array;

/** A number from 0 up to but not including 1, for jitter. Never for secrets. */
export type Chance = () => number;

/** What the callback of a timer throws is a failure of work in the background, too. */
const started = async (work: () => Promise<void> | void): Promise<void> => work();

/** Calls `wake` once after `afterMs`; the returned function cancels it. */
export type Timers = (afterMs: number, wake: () => void) => () => void;

export const systemTimers: Timers = (afterMs, wake) => {
  const timer = setTimeout(() => inBackground(started(wake)), afterMs);
  return () => clearTimeout(timer);
};

/** Calls every so many milliseconds, and keeps no process alive; the returned function ends that. What `work` throws does not end a process that serves. */
export type Intervals = (everyMs: number, work: () => Promise<void>) => () => void;

export const systemIntervals = (everyMs: number, work: () => Promise<void> | void): (() => void) => {
  const timer = setInterval(() => inBackground(started(work)), everyMs).unref();
  return () => clearInterval(timer);
};

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** A draw from the system costs 4 µs, whether for 12 bytes or for the whole pool. */
const POOL_BYTES = 4_096;
/** Ids and nonces, which every call needs. Anything longer is a secret and gets a draw of its own. */
const POOLED_BYTES_MAX = 16;

let pool: Uint8Array = new Uint8Array();
let drawn = 0;

/** Callers keep views into the pool, so a used pool is replaced and never refilled. */
export const systemRandom: RandomBytes = (bytes) => {
  if (bytes > POOLED_BYTES_MAX) return randomBytes(bytes);
  if (drawn + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    drawn = 0;
  }
  drawn += bytes;
  return pool.subarray(drawn - bytes, drawn);
};

export const systemChance: Chance = () => Math.random();

/** RFC 3339 in UTC with milliseconds: the one form in which times leave the gateway. */
export function formatTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

let lastDay = { number: 0, text: '1970-01-01' };

/** When the UTC day of this moment began. */
export function dayStartMs(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** When the UTC month of this moment began. */
export function monthStartMs(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** When the next UTC month begins. */
export function nextMonthMs(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * The UTC calendar day, `2026-11-15`: the unit of usage and of daily spend caps. Cached, because every batch asks and formatting takes 2
 * µs.
 */
export function utcDay(atMs: number): string {
  const number = Math.floor(atMs / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: formatTime(atMs).slice(0, 10) };
  return lastDay.text;
}

/** `2026-11`. */
export function utcMonth(atMs: number): string {
  return utcDay(atMs).slice(0, 7);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight UTC of a day; null when the calendar has no such day. */
export function parseDay(text: string): number | null {
  if (!DAY.test(text)) return null;
  const atMs = Date.parse(`${text}T00:00:00.000Z`);
  // Formatting it again catches 30 February, which Date.parse may turn into a day of March.
  return Number.isNaN(atMs) || utcDay(atMs) !== text ? null : atMs;
}

const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** Milliseconds of an RFC 3339 time; null when the calendar has no such time. Leap seconds are refused. */
export function parseTime(text: string): number | null {
  const day = RFC3339.exec(text)?.[1];
  if (day === undefined) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Date.parse may turn 30 February into a day of March.
  if (Number.isNaN(midnight) || !formatTime(midnight).startsWith(day)) return null;
  const atMs = Date.parse(text.toUpperCase());
  return Number.isNaN(atMs) ? null : atMs;
}
