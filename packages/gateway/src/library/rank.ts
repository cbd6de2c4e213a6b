// Owns the rank of a record: its publication in seconds, then its place among those of the same second. It orders results, the highest
// first, and is the same in every database.

/** How many records may share one second; twenty bits, so that a rank stays within a double's 53. */
export const RANKS_PER_SECOND = 2 ** 20;

export const RANK_ABOVE_ALL = Number.MAX_SAFE_INTEGER;

export function secondOf(rank: number): number {
  return Math.floor(rank / RANKS_PER_SECOND);
}
