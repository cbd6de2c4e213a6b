// Owns what a question to a large ledger is.

export interface Question {
  name: string;
  /** At the 99th of a hundred. */
  limitMs: number;
  /** In the middle; absent where only the slowest matter. */
  medianMs?: number;
  ask(n: number): Promise<unknown>;
}

/** Primes, so that the nth question meets accounts and calls all over the ledger. */
export const spread = (n: number, count: number) => (n * 7_919 + 13) % count;
