// The port of the full-text index: what a search asks of the storage.

import type { Clock } from '../domain/clock.ts';
import { CHECKED_RECORDS_MAX, SEARCH_BUDGET_MS } from './limits.ts';
import type { LibraryTotal, ResultPlace } from './result-page.ts';
import type { Phrase, Tier } from './searching/keyword.ts';
import type { LooseIndex } from './searching/loose-index.ts';

/** Limits one search: by time, and by the number of records it checks. */
export class Effort {
  isOver = false;
  /** The tier of each record that was checked; null when it does not match. */
  readonly tiers = new Map<number, Tier | null>();
  readonly #clock: Clock;
  readonly #stopMs: number;

  constructor(clock: Clock, budgetMs = SEARCH_BUDGET_MS) {
    this.#clock = clock;
    this.#stopMs = clock.monotonicMs() + budgetMs;
  }

  /** True once the search must stop. */
  look(): boolean {
    this.isOver ||= this.tiers.size >= CHECKED_RECORDS_MAX || this.#clock.monotonicMs() >= this.#stopMs;
    return this.isOver;
  }
}

/** A record of the index. A higher rank is a later publication; no two records have the same rank. */
export interface IndexedRecord {
  rank: number;
  /** The record as stored. */
  body: string;
}

export interface Hit extends IndexedRecord {
  tier: Tier;
}

/** The query to the index; it has at least one group. */
export interface AskedTier {
  groups: Phrase[];
  tier: Tier;
  /** Whether matches of higher tiers are excluded. */
  isAlone: boolean;
}

export interface FirstWish {
  wanted: number;
  after: ResultPlace | null;
  effort: Effort;
}

export interface RecordIndex {
  /** null for a library of an earlier version that cannot be written to. */
  loose(): Promise<LooseIndex | null>;
  /** Matches after a place, by tier, and within a tier the newest first. Ends early when a limit of the search is reached. */
  first(groups: Phrase[], wish: FirstWish): Promise<Hit[]>;
  /** All matches with a rank below `below`, the newest first. */
  each(asked: AskedTier, below: number): AsyncIterable<IndexedRecord>;
  /** Exact if that is cheap; otherwise a lower bound. */
  count(groups: Phrase[]): Promise<LibraryTotal>;
}

/** The index of this process is being built, or a large import has just arrived that it could not follow in time. */
export class IndexBehind extends Error {
  override name = 'IndexBehind';
}
