// What a dispute does to an account, as pure rules for both databases. A withdrawn payment takes what is available; the rest is owed. The
// next top-ups repay the debt first. A payment that is reinstated gives back what was taken and nothing else. A balance never falls below
// what is held: a result that would break this is a bug and throws.

export interface Withdrawal {
  takenMicros: number;
  owedMicros: number;
}

const bug = (broken: string) => new Error(`the ledger would break: ${broken}`);

/** The part of a disputed amount that applies: at most what was credited for the payment and has not been taken back before. */
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

/** How a top-up repays debts, the oldest first. The parts together never exceed the top-up. */
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
