// Owns how much of a payment may go back to its card, pure, for every backend: no more than the payment still has, and no more than the account
// has that is its own, not held for a call, not given to it and not owed. What would break that is a bug and throws.

export interface PaidBack {
  creditedMicros: number;
  /** Gone back before, on its way, or taken by the payer's bank. */
  goneMicros: number;
}

export interface PayingAccount {
  balanceMicros: number;
  heldMicros: number;
  /** Of the balance; a gift is not paid out. */
  grantedMicros: number;
  owedMicros: number;
}

export type PaybackDecision =
  | { kind: 'pay'; amountMicros: number }
  | { kind: 'too_much'; leftMicros: number }
  | { kind: 'insufficient'; availableMicros: number };

/** Without an amount, all that the payment still has. */
export function decidePayback(
  askedMicros: number | null,
  { creditedMicros, goneMicros }: PaidBack,
  account: PayingAccount,
): PaybackDecision {
  const leftMicros = Math.max(0, creditedMicros - goneMicros);
  const amountMicros = askedMicros ?? leftMicros;
  if (amountMicros > leftMicros || amountMicros === 0) return { kind: 'too_much', leftMicros };
  if (amountMicros < 0) throw new Error(`the ledger would break: ${amountMicros} goes back`);
  const availableMicros = ownMicros(account);
  return amountMicros > availableMicros
    ? { kind: 'insufficient', availableMicros }
    : { kind: 'pay', amountMicros };
}

/** Calls use what was given first, so what is held may be of either: both bounds hold. */
function ownMicros({ balanceMicros, heldMicros, grantedMicros, owedMicros }: PayingAccount): number {
  return Math.max(0, balanceMicros - Math.max(heldMicros, grantedMicros) - owedMicros);
}
