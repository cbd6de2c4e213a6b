// The latencies of a provider's last answers, and their quantiles. Latencies are counted in buckets whose width grows with the
// latency, so that adding one costs a few array writes and no call ever sorts. A quantile is exact to within two per cent.

/** With a thousand, ten answers lie beyond the 99th percentile. */
export const LATENCIES_MAX = 1_000;
/** Older answers say little about the present. */
export const LATENCY_AGE_MS_MAX = 5 * 60_000;
/** Fewer answers give no meaningful 95th percentile. */
const LATENCIES_MIN = 20;

/** With this growth, the middle of a bucket is at most two per cent off. */
const GROWTH = 1.04;
const LOG_GROWTH = Math.log(GROWTH);
/** The embedded library answers in less than a millisecond. */
const SHORTEST_MS = 0.05;
/** Longer than any attempt may take. */
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
  /** The bucket of each answer in order of arrival, to remove the oldest. */
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
