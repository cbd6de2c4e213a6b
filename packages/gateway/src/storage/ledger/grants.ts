// Owns the order in which grants are used, and what a charge takes of each: pure rules on rows that are read under the lock of their
// account. Accounts without grants never come here.

import type { GrantKind } from '../../domain/grant.ts';

/** One that is not used up. */
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
  /** Below zero when it is given back. */
  amountMicros: number;
}

/** By priority, then what expires first, then the oldest. */
export function inOrderOfUse(grants: readonly GrantRow[]): GrantRow[] {
  const ends = ({ expiresAtMs }: GrantRow) => expiresAtMs ?? Number.POSITIVE_INFINITY;
  return grants.toSorted(
    (a, b) =>
      a.priority - b.priority ||
      // Two without an end are as late.
      (ends(a) === ends(b) ? 0 : ends(a) - ends(b)) ||
      a.createdAtMs - b.createdAtMs ||
      (a.id < b.id ? -1 : 1),
  );
}

/** What is taken of each, of grants in their order; less than was asked for when they have no more. */
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

/** What a refund gives back to each grant that paid, the one that was used last first. What is over is ordinary money. */
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
 * What an expired grant loses: never what open holds may still use of it, and never more than the balance has, which a ledger that was
 * brought forward from an archive may have less of than its grants.
 */
export function lapsedMicros(
  remainingMicros: number,
  { balanceMicros, heldMicros }: { balanceMicros: number; heldMicros: number },
): number {
  return Math.max(0, Math.min(remainingMicros, balanceMicros) - heldMicros);
}
