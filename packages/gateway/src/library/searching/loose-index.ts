// The port of the index below the exact tiers: what the search there asks of the storage.
import type { Phrase } from './keyword.ts';

/** The words of all fields, without field and sequence. */
export interface LooseIndex {
  /** About how many records there are: those that were removed may count. */
  records(): number;
  /** Words that begin so, with the number of records that have them. */
  vocabulary(start: string): Iterable<{ word: string; records: number }>;
  /** Ranks of the newest records that have of each of these lists at least one word. */
  rows(words: readonly (readonly string[])[], max: number): number[];
  /** Ranks of the records that match in the exact tiers. */
  exact(groups: Phrase[], max: number): number[];
  body(rank: number): string;
}
