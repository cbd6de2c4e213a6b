// The port of payments: what the gateway asks of a payment provider. An adapter talks to one provider and never changes a balance: only the
// ledger credits, takes and refunds.
import type { Micros } from './money.ts';
import type { PaidPayment, PaymentWay, SavedCard, TopUpOrder } from './payment.ts';

/**
 * Stripe recognises an idempotency key for 24 hours. A charge or refund with an older id is looked up at the provider instead of being sent
 * again.
 */
export const IDEMPOTENCY_KEY_MS = 20 * 3_600_000;

/**
 * When the provider is asked again about a payment that is under way, or whose answer was lost. Longer than one question with all of its
 * retries.
 */
export const ASK_AGAIN_MS = 120_000;

export type Checkout =
  | { kind: 'address'; address: string }
  | { kind: 'instructions'; text: string }
  /** The provider could not be reached, or refused; `why` is for the log. */
  | { kind: 'failed'; why: string };

export interface SavedCharge {
  /** Idempotency key at the provider: repeating the charge with it never takes the money twice. */
  id: string;
  accountId: string;
  amountMicros: Micros;
  card: SavedCard;
}

export type ChargeResult =
  | { kind: 'paid'; payment: PaidPayment }
  /** No money was taken. `needsOwner`: only the card's owner can complete the payment. */
  | { kind: 'declined'; failure: string; needsOwner: boolean }
  /** Not finished yet; `payment` is its name at the provider. */
  | { kind: 'pending'; payment: string }
  /** The answer was lost: repeat with the same id. */
  | { kind: 'unknown'; why: string };

export type RefundResult =
  | { kind: 'made' }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown'; why: string };

/** A disputed payment was withdrawn or returned by the bank; `payment` is the reference of the payment. */
export interface DisputeNotification {
  kind: 'withdrawn' | 'reinstated';
  id: string;
  payment: string;
  disputedMicros: Micros;
}

/** What a provider reports on its own, by webhook. */
export type PaymentNotification =
  | { kind: 'paid'; payment: PaidPayment }
  | { kind: 'order_ended'; orderId: string }
  | DisputeNotification
  /** A refund that was made did not arrive; `id` is the id of the payback. */
  | { kind: 'refund_failed'; id: string; why: string }
  /** Signed by the provider, but cannot be parsed. */
  | { kind: 'malformed' }
  /** Does not concern this gateway. */
  | { kind: 'other'; type: string };

export interface AmountBounds {
  minMicros: Micros;
  maxMicros: Micros;
  /** Amounts must be multiples of this. */
  stepMicros: number;
}

export interface Payments {
  way: PaymentWay;
  bounds: AmountBounds;
  checkout(order: TopUpOrder): Promise<Checkout>;
  /** Null where cards cannot be saved. */
  cards: CardPayments | null;
}

/** A provider that saves cards and reports payments. */
export interface CardPayments {
  /** Whether the secret is set that verifies the provider's notifications. */
  verifiesNotifications: boolean;
  chargeSaved(charge: SavedCharge): Promise<ChargeResult>;
  /** The current state of a pending payment. */
  look(payment: string): Promise<ChargeResult>;
  /** The result of a charge whose id is too old to repeat; null when the provider has no such charge. */
  findCharge(id: string, sinceMs: number): Promise<ChargeResult | null>;
  /** `id` is the idempotency key, as for a charge. */
  refund(refund: { id: string; payment: string; amountMicros: Micros }): Promise<RefundResult>;
  /** The result of a refund whose id is too old to repeat; null when the provider has no such refund. */
  findRefund(refund: { id: string; payment: string }): Promise<RefundResult | null>;
  /** Refunds started since then that did not arrive; `id` is the id of the payback. */
  failedRefundsSince(sinceMs: number): AsyncIterable<{ id: string; why: string }>;
  /** Verifies the signature over the received bytes; null when the provider did not sign them. */
  read(raw: Uint8Array, headers: Readonly<Record<string, unknown>>): PaymentNotification | null;
  /** One payment by its reference; null when the provider has none of this gateway. */
  find(payment: string): Promise<PaidPayment | null>;
  /** Every payment of this gateway that was started since then and has arrived. */
  paidSince(sinceMs: number): AsyncIterable<PaidPayment>;
  /** Movements of disputes opened since then; for each dispute the withdrawal comes first. */
  disputedSince(sinceMs: number): AsyncIterable<DisputeNotification>;
}
