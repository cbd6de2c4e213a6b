// The sequence in which grants are used, and what a charge takes from each. Pure rules on rows that are read under the lock of their
// account. Accounts without grants skip this file.

import type { GrantKind } from '../../domain/grant.ts';

/** A grant that still has money. */
export interface GrantRow {
  id: string;
  kind: GrantKind;
  remainingMicros: number;
  priority: number;
  expiresAtMs: number | null;
  createdAtMs: number;
}

export interface GrantUse {
  grantId: string;
  /** Negative when a refund gives it back. */
  amountMicros: number;
}

/** Sorts grants by priority, then by expiry, then by age. */
export function inOrderOfUse(grants: readonly GrantRow[]): GrantRow[] {
  const ends = ({ expiresAtMs }: GrantRow) => expiresAtMs ?? Number.POSITIVE_INFINITY;
  return grants.toSorted(
    (a, b) =>
      a.priority - b.priority ||
      // Two grants without expiry are equal; infinity minus infinity would be NaN.
      (ends(a) === ends(b) ? 0 : ends(a) - ends(b)) ||
      a.createdAtMs - b.createdAtMs ||
      (a.id < b.id ? -1 : 1),
  );
}

/** What is taken from each grant, in the given sequence. The sum is smaller than `micros` when the grants have less. */
export function takeOfGrants(ordered: readonly GrantRow[], micros: number): GrantUse[] {
  const uses: GrantUse[] = [];
  let left = micros;
  for (const { id, remainingMicros } of ordered) {
    const amountMicros = Math.min(left, remainingMicros);
    if (amountMicros > 0) uses.push({ grantId: id, amountMicros });
    left -= amountMicros;
  }
  return uses;
}

/** What a refund gives back to each grant that paid; the one that was used last comes first. The rest becomes ordinary money. */
export function giveBackToGrants(
  paid: readonly { grantId: string; leftMicros: number }[],
  micros: number,
): GrantUse[] {
  const uses: GrantUse[] = [];
  let left = micros;
  for (const { grantId, leftMicros } of paid) {
    const amountMicros = Math.min(left, leftMicros);
    if (amountMicros > 0) uses.push({ grantId, amountMicros: 0 - amountMicros });
    left -= amountMicros;
  }
  return uses;
}

/**
 * What an expired grant loses. Open holds may still use a part of it, so that part stays. It never loses more than the balance has: after
 * catching up from an archive, grants may have more left than the balance.
 */
export function lapsedMicros(
  remainingMicros: number,
  { balanceMicros, heldMicros }: { balanceMicros: number; heldMicros: number },
): number {
  return Math.max(0, Math.min(remainingMicros, balanceMicros) - heldMicros);
}
