// The port of payments: what the gateway asks of the provider that takes money for it. An adapter speaks to one provider and decides nothing
// about balances: the ledger alone credits, takes and gives back.
import type { Micros } from './money.ts';
import type { PaidPayment, PaymentWay, SavedCard, TopUpOrder } from './payment.ts';

/** Stripe knows an id again for 24 hours. What was asked for under an older one is looked up instead, or first. */
export const ID_KNOWN_MS = 20 * 3_600_000;

export type Checkout =
  | { kind: 'address'; address: string }
  | { kind: 'instructions'; text: string }
  /** The provider could not be asked, or said no; the text is for the log. */
  | { kind: 'failed'; why: string };

export interface SavedCharge {
  /** Names the payment at the provider for as long as its end is unknown: asked again under it, nothing is paid twice. */
  id: string;
  accountId: string;
  amountMicros: Micros;
  card: SavedCard;
}

export type ChargeResult =
  | { kind: 'paid'; payment: PaidPayment }
  /** Nothing was taken. `needsOwner`: only the owner of the card can go on. */
  | { kind: 'declined'; failure: string; needsOwner: boolean }
  /** Under way; `payment` names it. */
  | { kind: 'pending'; payment: string }
  /** The answer was lost: ask again under the same id. */
  | { kind: 'unknown'; why: string };

export type RefundResult =
  | { kind: 'made' }
  | { kind: 'refused'; why: string }
  | { kind: 'unknown'; why: string };

/** Of a payment that was taken back or given back; `payment` is the reference of what was paid. */
export interface DisputeNews {
  kind: 'withdrawn' | 'reinstated';
  id: string;
  payment: string;
  disputedMicros: Micros;
}

/** What a provider tells by itself. */
export type PaymentNews =
  | { kind: 'paid'; payment: PaidPayment }
  | { kind: 'order_ended'; orderId: string }
  | DisputeNews
  /** A refund that was made did not arrive; `id` is that of the payback. */
  | { kind: 'refund_failed'; id: string; why: string }
  /** Signed by the provider, and cannot be read. */
  | { kind: 'malformed' }
  /** Nothing for this gateway. */
  | { kind: 'other'; type: string };

export interface AmountBounds {
  minMicros: Micros;
  maxMicros: Micros;
  /** Amounts are whole multiples of it. */
  stepMicros: number;
}

export interface Payments {
  way: PaymentWay;
  bounds: AmountBounds;
  checkout(order: TopUpOrder): Promise<Checkout>;
  /** Absent where no card can be kept. */
  cards: CardPayments | null;
}

/** Of a provider that keeps cards and tells of payments. */
export interface CardPayments {
  /** Whether a secret is set with which news are signed. */
  hearsNews: boolean;
  chargeSaved(charge: SavedCharge): Promise<ChargeResult>;
  /** Of a payment that is under way. */
  look(payment: string): Promise<ChargeResult>;
  /** What became of a charge whose id is too old to be used again; null when nothing did. */
  findCharge(id: string, sinceMs: number): Promise<ChargeResult | null>;
  /** `id` as that of a charge. */
  refund(refund: { id: string; payment: string; amountMicros: Micros }): Promise<RefundResult>;
  /** What became of a refund whose id is too old to be used again; null when nothing did. */
  findRefund(refund: { id: string; payment: string }): Promise<RefundResult | null>;
  /** Those that were begun since then and did not arrive; `id` is that of the payback. */
  failedRefundsSince(sinceMs: number): AsyncIterable<{ id: string; why: string }>;
  /** Checks the very bytes; null when they were not signed by the provider. */
  read(raw: Uint8Array, headers: Readonly<Record<string, unknown>>): PaymentNews | null;
  /** One payment by its reference; null when there is none of this gateway. */
  find(payment: string): Promise<PaidPayment | null>;
  /** Every payment of this gateway that was begun since then and has arrived. */
  paidSince(sinceMs: number): AsyncIterable<PaidPayment>;
  /** What disputes that were begun since then have moved, the withdrawal of each first. */
  disputedSince(sinceMs: number): AsyncIterable<DisputeNews>;
}
