// Limits one search: by time, and by the number of records it checks.
import type { Clock } from '../domain/clock.ts';
import type { Tier } from './keyword.ts';
import { CHECKED_RECORDS_MAX, SEARCH_BUDGET_MS } from './limits.ts';

export class Effort {
  isOver = false;
  /** The tier of each record that was checked; null when it does not match. */
  readonly tiers = new Map<number, Tier | null>();
  readonly #clock: Clock;
  readonly #stopMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#stopMs = clock.monotonicMs() + SEARCH_BUDGET_MS;
  }

  /** True once the search must stop. */
  look(): boolean {
    this.isOver ||= this.tiers.size >= CHECKED_RECORDS_MAX || this.#clock.monotonicMs() >= this.#stopMs;
    return this.isOver;
  }
}
