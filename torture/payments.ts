// What is known of card money in a round outside of the gateway: what cards have paid, which payments were disputed, what recharge rules
// allow, and which events were taken. Types only; the checker reads it as a file.

/** A payment at the card provider, in micro-units. */
export interface CardPayment {
  reference: string;
  account: string | null;
  amount: number;
  isPaid: boolean;
  /** The recharge that it was made for; null for a payment by the customer. */
  recharge: string | null;
  /** Whether the gateway has acknowledged it. */
  isHeard: boolean;
}

export interface CardDispute {
  id: string;
  reference: string;
  amount: number;
  /** In the sequence of the payer's bank; the reports may come in any other. */
  moves: ('withdrawn' | 'reinstated')[];
  /** Reports that the gateway has acknowledged. */
  heard: string[];
}

/** A webhook receiver, and the numbers of the events that it has taken, in that sequence. */
export interface EventTaker {
  url: string;
  account: string;
  taken: number[];
  /** The last event of its account when the faults were over; null when the gateway never acknowledged the webhook. */
  due: number | null;
}

export interface PaymentHistory {
  payments: CardPayment[];
  disputes: CardDispute[];
  /** Account and monthly maximum, once for each time that a recharge rule was requested. */
  plans: { account: string; monthMax: number }[];
  takers: EventTaker[];
}

export const NO_PAYMENTS: PaymentHistory = { payments: [], disputes: [], plans: [], takers: [] };

/** The reference of a payment in the ledger. */
export const referenceOf = (payment: string) => `stripe:${payment}`;
