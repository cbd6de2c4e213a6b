// The type of a query to a large ledger.

export interface Question {
  name: string;
  /** Limit of the 99th percentile. */
  limitMs: number;
  /** Limit of the median; absent where only the slowest matter. */
  medianMs?: number;
  ask(n: number): Promise<unknown>;
}

/** A prime factor, so that consecutive queries hit accounts and calls all over the ledger. */
export const spread = (n: number, count: number) => (n * 7_919 + 13) % count;
