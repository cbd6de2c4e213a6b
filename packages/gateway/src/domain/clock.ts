// Owns time and chance. Every other file receives these as values, so that tests decide what time it is and what
// the dice show. Nothing else may call Date.now, performance.now or a random source.
import { randomBytes } from 'node:crypto';

export interface Clock {
  /** Wall-clock milliseconds since 1970, for what people read and for price and expiry dates. */
  nowMs(): number;
  /** Milliseconds that never step back, for deadlines and durations. */
  monotonicMs(): number;
}

export type RandomBytes = (bytes: number) => Uint8Array;

/** A number from 0 up to but not including 1, for jitter. Never for secrets. */
export type Chance = () => number;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

export const systemRandom: RandomBytes = (bytes) => randomBytes(bytes);

export const systemChance: Chance = () => Math.random();

/** RFC 3339 in UTC with milliseconds: the one form in which times leave the gateway. */
export function formatTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The UTC calendar day, `2026-11-15`: the unit of usage and of daily spend caps. */
export function utcDay(atMs: number): string {
  return formatTime(atMs).slice(0, 10);
}
