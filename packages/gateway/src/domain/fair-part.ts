// Owns how a limit of a provider is divided between the nodes that ask it: nobody is given more than it wants while somebody else wants
// more, what nobody wants is divided equally, and everybody keeps a little for its next call. Pure.

/** Of its equal part each node keeps this much, whatever others want: its first call after a pause waits for nobody. */
export const KEPT_PART = 1 / 4;

/** What one of these nodes may have, by what each of them wants; `mine` is its place among them. */
export function fairPart(limit: number, wants: readonly number[], mine: number): number {
  const kept = keptPart(limit, wants.length);
  const given = fill(
    limit,
    wants.map((want) => Math.max(want, kept)),
  );
  const spare = limit - given.reduce((sum, one) => sum + one, 0);
  return given[mine]! + spare / wants.length;
}

export function keptPart(limit: number, nodes: number): number {
  return (limit / nodes) * KEPT_PART;
}

/** The smallest wants first: what they leave is for the others. */
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
