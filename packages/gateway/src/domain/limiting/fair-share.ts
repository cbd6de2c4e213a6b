// Divides the limit of a provider between nodes, by max-min fairness: no node gets more than it asks for while another asks for more.
// Capacity that is left over is divided equally, and every node keeps a reserve for its next call.

/** Every node keeps this part of an equal share, whatever the others ask for: its first call after a pause need not wait. */
const RESERVED_SHARE = 1 / 4;

/** The share of one node, given the demand of every node; `mine` is the index of this node. */
export function fairShare(limit: number, wants: readonly number[], mine: number): number {
  const kept = reservedShare(limit, wants.length);
  const given = fill(
    limit,
    wants.map((want) => Math.max(want, kept)),
  );
  const spare = limit - given.reduce((sum, one) => sum + one, 0);
  return given[mine]! + spare / wants.length;
}

export function reservedShare(limit: number, nodes: number): number {
  return (limit / nodes) * RESERVED_SHARE;
}

/** Serves the smallest demands first; what they leave over goes to the others. */
function fill(limit: number, wants: readonly number[]): number[] {
  const given = wants.map(() => 0);
  const order = wants.map((_, i) => i).sort((a, b) => wants[a]! - wants[b]!);
  let left = limit;
  for (const [done, i] of order.entries()) {
    given[i] = Math.min(wants[i]!, left / (wants.length - done));
    left -= given[i]!;
  }
  return given;
}

/**
 * The parties for which providers are asked: an account by its id, or the collections and watches of an account, which go after all others.
 */
const GATHERING = 'gathering ';

/** No account id contains a space. */
export const gatheringParty = (accountId: string): string => `${GATHERING}${accountId}`;

export const isGatheringParty = (party: string | null): boolean => party?.startsWith(GATHERING) ?? false;

/** The account whose collections and watches this party is; null for any other party. */
export const gatheringAccount = (party: string | null): string | null =>
  isGatheringParty(party) ? party!.slice(GATHERING.length) : null;
