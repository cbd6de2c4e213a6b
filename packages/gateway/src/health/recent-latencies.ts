// Owns how long a provider's last answers took, and the quantiles of that. Times are kept in buckets whose width grows
// with the time, so that adding one costs a few array writes and no call ever sorts anything. A quantile is right to
// within two per cent.

/** A thousand give ten answers beyond the 99th percentile. */
export const LATENCIES_MAX = 1_000;
/** Older answers say little about now. */
export const LATENCY_AGE_MS_MAX = 5 * 60_000;
/** Fewer say nothing about a 95th percentile. */
export const LATENCIES_MIN = 20;

/** The middle of a bucket is then at most two per cent off. */
const GROWTH = 1.04;
const LOG_GROWTH = Math.log(GROWTH);
/** The embedded library answers in less than a millisecond. */
const SHORTEST_MS = 0.05;
/** More than any attempt may take. */
const LONGEST_MS = 60_000;
const BUCKETS = bucketAt(LONGEST_MS) + 1;

function bucketAt(ms: number): number {
  return ms <= SHORTEST_MS ? 0 : Math.floor(Math.log(ms / SHORTEST_MS) / LOG_GROWTH);
}

/** The geometric middle, so that the error is the same upwards and downwards. */
function middleOf(bucket: number): number {
  return SHORTEST_MS * GROWTH ** (bucket + 0.5);
}

export class RecentLatencies {
  readonly #counts = new Uint16Array(BUCKETS);
  /** The same answers in order of arrival, to take the oldest out again. */
  readonly #buckets = new Uint16Array(LATENCIES_MAX);
  readonly #atMs = new Float64Array(LATENCIES_MAX);
  #oldest = 0;
  #size = 0;

  add(ms: number, nowMs: number): void {
    this.#forget(nowMs);
    if (this.#size === LATENCIES_MAX) this.#dropOldest();
    const at = (this.#oldest + this.#size) % LATENCIES_MAX;
    const bucket = bucketAt(Math.min(ms, LONGEST_MS));
    this.#buckets[at] = bucket;
    this.#atMs[at] = nowMs;
    this.#counts[bucket]! += 1;
    this.#size++;
  }

  /** For shares in ascending order; null when too few answers are known. */
  quantiles<const Shares extends readonly number[]>(
    shares: Shares,
    nowMs: number,
  ): { [N in keyof Shares]: number } | null {
    this.#forget(nowMs);
    if (this.#size < LATENCIES_MIN) return null;
    let bucket = -1;
    let seen = 0;
    const found = shares.map((share) => {
      const rank = Math.max(1, Math.ceil(share * this.#size));
      while (seen < rank) seen += this.#counts[++bucket]!;
      return middleOf(bucket);
    });
    return found as { [N in keyof Shares]: number };
  }

  #forget(nowMs: number): void {
    while (this.#size > 0 && nowMs - this.#atMs[this.#oldest]! > LATENCY_AGE_MS_MAX) this.#dropOldest();
  }

  #dropOldest(): void {
    this.#counts[this.#buckets[this.#oldest]!]! -= 1;
    this.#oldest = (this.#oldest + 1) % LATENCIES_MAX;
    this.#size--;
  }
}
