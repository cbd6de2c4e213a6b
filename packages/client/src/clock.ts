// Owns where time and chance come from. Tests pass others in.

export interface Clock {
  /** Milliseconds that never go back. */
  now(): number;
  /** Runs `then` after so many milliseconds, unless what it gives is called before. */
  after(ms: number, then: () => void): () => void;
  /** From 0 to below 1. */
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
