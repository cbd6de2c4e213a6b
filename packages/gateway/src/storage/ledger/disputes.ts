// Owns what a dispute does to an account, pure, for every backend: a withdrawn payment takes what is available and leaves the
// rest owing, the next top-ups repay it first, and a reinstated one gives back what was taken and nothing else. No balance is
// ever below what is held. What would break that is a bug and throws.

export interface Withdrawal {
  takenMicros: number;
  owedMicros: number;
}

const bug = (broken: string) => new Error(`the ledger would break: ${broken}`);

/** What of a disputed amount counts: no more than the payment still has that was credited and not given back before. */
export function appliedOf(disputedMicros: number, creditedMicros: number, goneMicros: number): number {
  return Math.max(0, Math.min(disputedMicros, creditedMicros - goneMicros));
}

export function withdraw(
  { balanceMicros, heldMicros }: { balanceMicros: number; heldMicros: number },
  appliedMicros: number,
): Withdrawal {
  const availableMicros = balanceMicros - heldMicros;
  if (availableMicros < 0) throw bug(`${balanceMicros} with ${heldMicros} held`);
  if (appliedMicros < 0) throw bug(`${appliedMicros} is withdrawn`);
  const takenMicros = Math.min(availableMicros, appliedMicros);
  return { takenMicros, owedMicros: appliedMicros - takenMicros };
}

export interface Owing {
  id: string;
  owedMicros: number;
}

/** How a top-up repays what is owed, the oldest first; the parts are never more than the top-up. */
export function repayments(amountMicros: number, owing: readonly Owing[]): { id: string; micros: number }[] {
  let leftMicros = amountMicros;
  const parts: { id: string; micros: number }[] = [];
  for (const { id, owedMicros } of owing) {
    const micros = Math.min(leftMicros, owedMicros);
    if (micros <= 0) break;
    leftMicros -= micros;
    parts.push({ id, micros });
  }
  return parts;
}
