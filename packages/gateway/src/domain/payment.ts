// Owns the words for money that comes in by itself: orders of top-ups, payments, disputes, saved cards and recharges; and for what of
// it goes back.
import type { Micros } from './money.ts';

/** Who takes the money: the operator by hand, or a provider of card payments. */
export const PAYMENT_WAYS = ['manual', 'stripe'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** `ended`: nobody paid, and nobody can any more. */
export const ORDER_STATES = ['open', 'paid', 'ended'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What a caller wants to pay in. It moves nothing; only a payment does. */
export interface TopUpOrder {
  id: string;
  accountId: string;
  way: PaymentWay;
  amountMicros: Micros;
  state: OrderState;
  /** Whether the card is kept for recharges. */
  savesCard: boolean;
  /** Where to pay; null before it is known, and where the operator takes the money. */
  address: string | null;
  /** Of the payment's entry. */
  reference: string | null;
  createdAtMs: number;
  endedAtMs: number | null;
}

/** A card as its provider knows it: never a number. */
export interface SavedCard {
  way: PaymentWay;
  customer: string;
  card: string;
}

/** A payment that has arrived at its provider. */
export interface PaidPayment {
  /** As an entry names it: `stripe:pi_…`. */
  reference: string;
  accountId: string;
  amountMicros: Micros;
  orderId: string | null;
  rechargeId: string | null;
  /** To be kept for recharges. */
  card: SavedCard | null;
  /** Given back by the provider of the payment, for whatever reason. */
  refundedMicros: Micros;
  createdAtMs: number;
}

export const DISPUTE_STATES = ['withdrawn', 'reinstated'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A payment that its payer's bank took back. While it is withdrawn, `taken` and `owed` are together what was applied. */
export interface Dispute {
  id: string;
  accountId: string;
  /** The reference of the payment. */
  payment: string;
  state: DisputeState;
  /** What of it counts: never more than was credited. */
  appliedMicros: Micros;
  /** Taken from the account so far. */
  takenMicros: Micros;
  /** Still to be taken, from the next top-ups. */
  owedMicros: Micros;
  withdrawnAtMs: number;
  reinstatedAtMs: number | null;
}

/** `wanted`: it has left the balance, and whoever took the payment has not said yes or no. `refused`: it is in the balance again. */
export const PAYBACK_STATES = ['wanted', 'made', 'refused'] as const;
export type PaybackState = (typeof PAYBACK_STATES)[number];

/** A part of a payment that goes back to the card that it came from. */
export interface Payback {
  /** Also its name at the provider of the payment, so that it is made once. */
  id: string;
  accountId: string;
  /** The reference of the payment. */
  payment: string;
  amountMicros: Micros;
  state: PaybackState;
  /** The operator's own name for it. */
  reference: string | null;
  reason: string;
  failure: string | null;
  wantedAtMs: number;
  endedAtMs: number | null;
}

/** Below `below`, the saved card pays up to `upTo`, and in a UTC month `monthMax` at most. */
export interface RechargePlan {
  belowMicros: Micros;
  upToMicros: Micros;
  monthMaxMicros: Micros;
}

/** Why no card is asked any more until somebody sets the plan again. */
export const PAUSE_REASONS = ['authentication_required', 'declined', 'dispute', 'no_card', 'closed'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const RECHARGE_STATES = ['wanted', 'charging', 'paid', 'declined', 'not_needed', 'cancelled'] as const;
export type RechargeState = (typeof RECHARGE_STATES)[number];

export interface Recharge {
  id: string;
  accountId: string;
  state: RechargeState;
  /** null before it is known. */
  amountMicros: Micros | null;
  /** The reference of its payment, once there is one. */
  payment: string | null;
  failure: string | null;
  wantedAtMs: number;
  /** It waits until then. */
  notBeforeMs: number;
  claimedAtMs: number | null;
  endedAtMs: number | null;
}
