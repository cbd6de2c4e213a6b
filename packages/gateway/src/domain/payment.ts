// Money that callers pay in by themselves (top-up orders, payments, disputes, saved cards, recharges) and payments that go back to the
// card.
import type { Micros } from './money.ts';

/** Who takes the money: the operator by hand, or a card provider. */
export const PAYMENT_WAYS = ['manual', 'stripe'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** `ended`: not paid, and can no longer be paid. */
export const ORDER_STATES = ['open', 'paid', 'ended'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What a caller wants to pay in. An order moves no money; only a payment does. */
export interface TopUpOrder {
  id: string;
  accountId: string;
  way: PaymentWay;
  amountMicros: Micros;
  state: OrderState;
  /** Whether the card is saved for recharges. */
  savesCard: boolean;
  /** The page to pay on. Null before it is known, and when the operator takes the money by hand. */
  address: string | null;
  /** The reference of the entry that the payment made. */
  reference: string | null;
  createdAtMs: number;
  endedAtMs: number | null;
}

/** A saved card as its provider describes it, without the card number. */
export interface SavedCard {
  way: PaymentWay;
  customer: string;
  card: string;
}

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
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A payment that the payer's bank took back. While it is withdrawn, `taken` + `owed` = `applied`. */
export interface Dispute {
  id: string;
  accountId: string;
  /** The reference of the payment. */
  payment: string;
  state: DisputeState;
  /** The disputed amount, at most what was credited. */
  appliedMicros: Micros;
  /** Taken from the account so far. */
  takenMicros: Micros;
  /** Still to be taken, from the next top-ups. */
  owedMicros: Micros;
  withdrawnAtMs: number;
  reinstatedAtMs: number | null;
}

/** `wanted`: taken from the balance, and the provider has not answered yet. `refused`: back in the balance. */
export const PAYBACK_STATES = ['wanted', 'made', 'refused'] as const;
export type PaybackState = (typeof PAYBACK_STATES)[number];

/** A part of a payment that goes back to the card it came from. */
export interface Payback {
  /** Also the idempotency key at the payment provider, so that it is refunded once. */
  id: string;
  accountId: string;
  /** The reference of the payment. */
  payment: string;
  amountMicros: Micros;
  state: PaybackState;
  /** The operator's own reference. */
  reference: string | null;
  reason: string;
  failure: string | null;
  wantedAtMs: number;
  endedAtMs: number | null;
}

/** When the balance falls below `below`, the saved card pays up to `upTo`, and at most `monthMax` per UTC month. */
export interface RechargeRule {
  belowMicros: Micros;
  upToMicros: Micros;
  monthMaxMicros: Micros;
}

/** Why recharges stopped. Setting the rule again resumes them. */
export const PAUSE_REASONS = ['authentication_required', 'declined', 'dispute', 'no_card', 'closed'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const RECHARGE_STATES = ['wanted', 'charging', 'paid', 'declined', 'not_needed', 'cancelled'] as const;
export type RechargeState = (typeof RECHARGE_STATES)[number];

export interface Recharge {
  id: string;
  accountId: string;
  state: RechargeState;
  /** Null until it is decided. */
  amountMicros: Micros | null;
  /** The reference of its payment; null before there is one. */
  payment: string | null;
  failure: string | null;
  wantedAtMs: number;
  /** Not tried before this time. */
  notBeforeMs: number;
  claimedAtMs: number | null;
  endedAtMs: number | null;
}
