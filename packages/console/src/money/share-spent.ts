/** What is spent of a limit, from 0 to 1. A limit of zero is used up. */
export function shareSpent(spent: bigint, limit: bigint): number {
  return limit === 0n ? 1 : Number(spent) / Number(limit);
}
