// Owns the port of the full-text index: what a search asks of whatever holds the records. Both implementations give the same records in
// the same order; how they find them is their own.
import type { Effort } from './effort.ts';
import type { Phrase, Tier } from './keyword.ts';
import type { LibraryTotal, ResultPlace } from './result-page.ts';

/** A record of the index. A higher rank is a later publication; no two records have the same. */
export interface IndexedRecord {
  rank: number;
  /** As stored. */
  body: string;
}

export interface Hit extends IndexedRecord {
  tier: Tier;
}

/** What the index is asked for; never without a group. */
export interface AskedTier {
  groups: Phrase[];
  tier: Tier;
  /** True: what matches in a tier above is left out. */
  isAlone: boolean;
}

export interface FirstWish {
  wanted: number;
  after: ResultPlace | null;
  effort: Effort;
}

export interface FirstHits {
  hits: Hit[];
  /** Where it came along without further work. */
  total: LibraryTotal | null;
}

export interface RecordIndex {
  /** By tier, the newest first in each, those after a place. Ends early when the effort is over. */
  first(groups: Phrase[], wish: FirstWish): Promise<FirstHits>;
  /** All of them, the newest first, from the highest rank below this one on. */
  each(asked: AskedTier, below: number, effort: Effort): AsyncIterable<IndexedRecord>;
  /** Exact as far as that is cheap; otherwise some of them. */
  count(groups: Phrase[], effort: Effort): Promise<LibraryTotal>;
}
