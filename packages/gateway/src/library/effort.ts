// Owns how long one search may go on: a bound in time and in records looked at. It decides nothing about what is found.
import type { Clock } from '../domain/clock.ts';
import type { Tier } from './keyword.ts';
import { CHECKED_RECORDS_MAX, SEARCH_BUDGET_MS } from './limits.ts';

/** The search has a bound in time and in records looked at. */
export class Effort {
  isOver = false;
  /** In which tier a record that was looked at matches. */
  readonly tiers = new Map<number, Tier | null>();
  readonly #clock: Clock;
  readonly #stopMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#stopMs = clock.monotonicMs() + SEARCH_BUDGET_MS;
  }

  /** True once the search may look at no further record. */
  look(): boolean {
    this.isOver ||= this.tiers.size >= CHECKED_RECORDS_MAX || this.#clock.monotonicMs() >= this.#stopMs;
    return this.isOver;
  }
}
