// Measures how long each query takes, asked one after the other, as one person waits for one answer.

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

export interface Measured {
  name: string;
  asked: number;
  p50Ms: number;
  p99Ms: number;
  limitMs: number;
  isFast: boolean;
}

/** Reading a page for the first time measures the disk, not the query. */
const WARM_UP = 10;
/** Slow queries are repeated less often: each figure gets a few seconds. */
const QUESTION_MS_MAX = 3_000;

export async function measure({ name, limitMs, medianMs, ask }: Question, times: number): Promise<Measured> {
  for (let n = 0; n < WARM_UP; n++) await ask(n);
  const took: number[] = [];
  const startedMs = performance.now();
  for (let n = WARM_UP; n < WARM_UP + times; n++) {
    const beganMs = performance.now();
    await ask(n);
    took.push(performance.now() - beganMs);
    if (performance.now() - startedMs > QUESTION_MS_MAX && took.length >= 20) break;
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))]!;
  const [p50Ms, p99Ms] = [at(0.5), at(0.99)];
  const isFast = p99Ms < limitMs && p50Ms <= (medianMs ?? limitMs);
  return { name, limitMs, isFast, asked: took.length, p50Ms, p99Ms };
}
