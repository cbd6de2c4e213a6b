// Time and randomness. Tests pass in their own.

export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Runs `then` after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, then: () => void): () => void;
  /** A number from 0 to below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
