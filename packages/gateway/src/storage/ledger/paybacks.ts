// How much of a payment may go back to its card, as pure rules for both databases. At most what the payment still has, and at most the
// account's own available money: what is held for calls, granted or owed is not paid back. A result that would break this is a bug and
// throws.

export interface PaidBack {
  creditedMicros: number;
  /** Already paid back, on its way back, or withdrawn by the payer's bank. */
  goneMicros: number;
}

export interface PayingAccount {
  balanceMicros: number;
  heldMicros: number;
  /** The part of the balance that is in grants. Grants are never paid out. */
  grantedMicros: number;
  owedMicros: number;
}

export type PaybackDecision =
  | { kind: 'pay'; amountMicros: number }
  | { kind: 'too_much'; leftMicros: number }
  | { kind: 'insufficient'; availableMicros: number };

/** Without an amount, everything that the payment still has. */
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

/** Calls use grants first, so held money may be granted or ordinary. The larger of the two stays in the account. */
function ownMicros({ balanceMicros, heldMicros, grantedMicros, owedMicros }: PayingAccount): number {
  return Math.max(0, balanceMicros - Math.max(heldMicros, grantedMicros) - owedMicros);
}
