// The outcomes of a provider's last attempts, for operators: the ten seconds that plans decide by are over before a person has
// read them. Of fixed size, and cheap enough for every attempt.

/** Enough for a meaningful share; few enough that a provider that recovered is soon shown as working. */
export const RECENT_ATTEMPTS = 20;
/** Older attempts say nothing about the present. */
export const RECENT_MS = 3_600_000;

export interface RecentCounts {
  attempts: number;
  failures: number;
}

export class RecentAttempts {
  readonly #endedMs = new Float64Array(RECENT_ATTEMPTS).fill(Number.NEGATIVE_INFINITY);
  readonly #failed = new Uint8Array(RECENT_ATTEMPTS);
  #next = 0;

  add(isFailed: boolean, nowMs: number): void {
    this.#endedMs[this.#next] = nowMs;
    this.#failed[this.#next] = isFailed ? 1 : 0;
    this.#next = (this.#next + 1) % RECENT_ATTEMPTS;
  }

  counts(nowMs: number): RecentCounts {
    const counts = { attempts: 0, failures: 0 };
    for (let at = 0; at < RECENT_ATTEMPTS; at++) {
      if (nowMs - this.#endedMs[at]! > RECENT_MS) continue;
      counts.attempts += 1;
      counts.failures += this.#failed[at]!;
    }
    return counts;
  }
}
