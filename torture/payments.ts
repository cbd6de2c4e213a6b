// Owns what is known of card money in a round, outside of the gateway: what cards have paid, which payments were taken back, what the
// plans of recharges allow, and which events were taken. The form alone; the checker reads it as a file.

/** A payment at whoever takes cards, in micro-units. */
export interface CardPayment {
  reference: string;
  account: string | null;
  amount: number;
  isPaid: boolean;
  /** The recharge that it was made for; null for one that its owner made. */
  recharge: string | null;
  /** The gateway has said that it knows of it. */
  isHeard: boolean;
}

export interface CardDispute {
  id: string;
  reference: string;
  amount: number;
  /** In the order of the payer's bank; they may be told in any other. */
  moves: ('withdrawn' | 'reinstated')[];
  /** Those that the gateway has said to know of. */
  heard: string[];
}

/** An address that is sent events, and the numbers of those that it has taken, in the order of taking them. */
export interface EventTaker {
  url: string;
  account: string;
  taken: number[];
  /** The last event of its account when the faults were over; null when the gateway never said that it would send here. */
  due: number | null;
}

export interface PaymentHistory {
  payments: CardPayment[];
  disputes: CardDispute[];
  /** Account and the most of a month, once for each time that a plan was asked for. */
  plans: { account: string; monthMax: number }[];
  takers: EventTaker[];
}

export const NO_PAYMENTS: PaymentHistory = { payments: [], disputes: [], plans: [], takers: [] };

/** Of a payment in the ledger. */
export const referenceOf = (payment: string) => `stripe:${payment}`;
