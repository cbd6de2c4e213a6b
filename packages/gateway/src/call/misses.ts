// Owns the limit on look-ups that find nothing. They cost the caller nothing, and some sellers charge us for each: so a key may have so
// many in a window, and beyond it waits. It counts in this process, and only what a provider was asked about.
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { MISS_KEYS_MAX } from '../domain/limits.ts';
import { msLeftOf, SlidingCount } from '../domain/sliding-count.ts';

export interface MissLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export class Misses {
  readonly #clock: Clock;
  readonly #limit: () => MissLimit;
  /** In the order of their last miss: the key that missed longest ago makes room. */
  readonly #keys = new Map<string, SlidingCount>();

  constructor(clock: Clock, limit: () => MissLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  add(keyId: string, misses: number): void {
    if (misses <= 0) return;
    const count = this.#keys.get(keyId) ?? new SlidingCount();
    this.#keys.delete(keyId);
    if (this.#keys.size >= MISS_KEYS_MAX) this.#keys.delete(this.#keys.keys().next().value as string);
    this.#keys.set(keyId, count);
    count.at(this.#clock.monotonicMs(), this.#limit().perSeconds * 1_000);
    for (let i = 0; i < misses; i++) count.add();
  }

  /** null while the key may still miss. What is under way is not counted yet, so a few may come on top. */
  refusal(keyId: string): Failure | null {
    const count = this.#keys.get(keyId);
    if (count === undefined) return null;
    const { requests, perSeconds } = this.#limit();
    const nowMs = this.#clock.monotonicMs();
    const windowMs = perSeconds * 1_000;
    if (count.at(nowMs, windowMs) < requests) return null;
    return failure('RATE_LIMITED', `At most ${requests} look-ups that find nothing in ${perSeconds} s.`, {
      retryAfterMs: msLeftOf(nowMs, windowMs),
    });
  }
}
