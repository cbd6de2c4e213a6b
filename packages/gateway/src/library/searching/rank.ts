// The rank of a record: its publication in seconds, then its position among those of the same second. Results are sorted by it, the highest
// first. It is the same in every database.

/** How many records may share one second; twenty bits, so that a rank fits into a double's 53. */
export const RANKS_PER_SECOND = 2 ** 20;

export const RANK_ABOVE_ALL = Number.MAX_SAFE_INTEGER;

export function secondOf(rank: number): number {
  return Math.floor(rank / RANKS_PER_SECOND);
}
