// Money that callers pay in by themselves (top-up orders, payments, disputes, saved cards, recharges) and payments that go back to the
// card.
import { field, type Of } from './field-table.ts';
import type { Micros } from './money.ts';

/** Who takes the money: the operator by hand, or a card provider. */
export const PAYMENT_WAYS = ['manual', 'stripe'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** `ended`: not paid, and can no longer be paid. */
export const ORDER_STATES = ['open', 'paid', 'ended'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What a caller wants to pay in. An order moves no money; only a payment does. */
export const ORDER_FIELDS = {
  id: field.text(),
  accountId: field.text(),
  way: field.oneOf(PAYMENT_WAYS),
  amountMicros: field.money(),
  state: field.oneOf(ORDER_STATES),
  /** Whether the card is saved for recharges. */
  savesCard: field.flag(),
  /** The page to pay on. Null before it is known, and when the operator takes the money by hand. */
  address: field.text().orNull(),
  /** The reference of the entry that the payment made. */
  reference: field.text().orNull(),
  createdAtMs: field.time(),
  endedAtMs: field.time().orNull(),
};
export type TopUpOrder = Of<typeof ORDER_FIELDS>;

/** A saved card as its provider describes it, without the card number. */
export const CARD_FIELDS = {
  way: field.oneOf(PAYMENT_WAYS),
  customer: field.text(),
  card: field.text(),
};
export type SavedCard = Of<typeof CARD_FIELDS>;

/** A payment that has arrived at its provider. */
export interface PaidPayment {
  /** As ledger entries name it: `stripe:pi_…`. */
  reference: string;
  accountId: string;
  amountMicros: Micros;
  orderId: string | null;
  rechargeId: string | null;
  /** The card to save for recharges; null when none is to be saved. */
  card: SavedCard | null;
  /** Refunded by the payment provider, for any reason. */
  refundedMicros: Micros;
  createdAtMs: number;
}

export const DISPUTE_STATES = ['withdrawn', 'reinstated'] as const;

/** A payment that the payer's bank took back. While it is withdrawn, `taken` + `owed` = `applied`. */
export const DISPUTE_FIELDS = {
  id: field.text(),
  accountId: field.text(),
  /** The reference of the payment. */
  payment: field.text(),
  state: field.oneOf(DISPUTE_STATES),
  /** The disputed amount, at most what was credited. */
  appliedMicros: field.money(),
  /** Taken from the account so far. */
  takenMicros: field.money(),
  /** Still to be taken, from the next top-ups. */
  owedMicros: field.money(),
  withdrawnAtMs: field.time(),
  reinstatedAtMs: field.time().orNull(),
};
export type Dispute = Of<typeof DISPUTE_FIELDS>;

/** `wanted`: taken from the balance, and the provider has not answered yet. `refused`: back in the balance. */
export const PAYBACK_STATES = ['wanted', 'made', 'refused'] as const;
export type PaybackState = (typeof PAYBACK_STATES)[number];

/** A part of a payment that goes back to the card it came from. */
export const PAYBACK_FIELDS = {
  /** Also the idempotency key at the payment provider, so that it is refunded once. */
  id: field.text(),
  accountId: field.text(),
  /** The reference of the payment. */
  payment: field.text({ description: 'The reference of the payment.' }),
  amountMicros: field.money(),
  state: field.oneOf(PAYBACK_STATES, {
    description:
      '`wanted` until the payment provider has answered; the gateway repeats the request by itself. `refused`: back in the balance.',
  }),
  /** The operator's own reference. */
  reference: field.text().orNull(),
  reason: field.text(),
  failure: field.text().orNull(),
  wantedAtMs: field.time(),
  endedAtMs: field.time().orNull(),
};
export type Payback = Of<typeof PAYBACK_FIELDS>;

/** When the balance falls below `below`, the saved card pays up to `upTo`, and at most `monthMax` per UTC month. */
export const RULE_FIELDS = {
  belowMicros: field.money(),
  upToMicros: field.money(),
  monthMaxMicros: field.money(),
};
export type RechargeRule = Of<typeof RULE_FIELDS>;

/** Why recharges stopped. Setting the rule again resumes them. */
export const PAUSE_REASONS = ['authentication_required', 'declined', 'dispute', 'no_card', 'closed'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const RECHARGE_STATES = ['wanted', 'charging', 'paid', 'declined', 'not_needed', 'cancelled'] as const;
export type RechargeState = (typeof RECHARGE_STATES)[number];

export const RECHARGE_FIELDS = {
  id: field.text(),
  accountId: field.text(),
  state: field.oneOf(RECHARGE_STATES),
  /** Null until it is decided. */
  amountMicros: field.money().orNull(),
  /** The reference of its payment; null before there is one. */
  payment: field.text().orNull(),
  failure: field.text().orNull(),
  wantedAtMs: field.time(),
  /** Not tried before this time. */
  notBeforeMs: field.time(),
  claimedAtMs: field.time().orNull(),
  endedAtMs: field.time().orNull(),
};
export type Recharge = Of<typeof RECHARGE_FIELDS>;
