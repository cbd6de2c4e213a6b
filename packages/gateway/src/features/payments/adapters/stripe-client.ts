// What the gateway uses of the package `stripe`, and how the package is loaded: only where it is configured. It weighs more than half of the
// gateway and most installations take no cards, so operators who do install it beside the gateway. Its own types (some ten megabytes) are
// not read: what is used of it is written down here, and tests run the package itself.

export interface StripeObject {
  id: string;
  metadata?: Record<string, string>;
}

export interface StripeIntent extends StripeObject {
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  customer: string | { id: string } | null;
  payment_method: string | { id: string } | null;
  setup_future_usage: string | null;
  latest_charge?: string | { amount_refunded: number } | null;
}

export interface StripeDispute extends StripeObject {
  amount: number;
  currency: string;
  payment_intent: string | { id: string } | null;
  /** None, one or two: what was taken is below zero, what was given back above. */
  balance_transactions?: { amount: number }[];
}

export interface StripeRefund extends StripeObject {
  status: string | null;
  failure_reason?: string | null;
}

export interface StripeEvent {
  type: string;
  data: { object: unknown };
}

interface RequestOptions {
  idempotencyKey?: string;
}

type Fields = Record<string, unknown>;

export interface StripeClient {
  checkout: {
    sessions: {
      create(fields: Fields, options?: RequestOptions): Promise<StripeObject & { url: string | null }>;
    };
  };
  paymentIntents: {
    create(fields: Fields, options?: RequestOptions): Promise<StripeIntent>;
    retrieve(id: string, fields?: Fields): Promise<StripeIntent>;
    list(fields: Fields): AsyncIterable<StripeIntent>;
  };
  disputes: { list(fields: Fields): AsyncIterable<StripeDispute> };
  refunds: {
    create(fields: Fields, options?: RequestOptions): Promise<StripeRefund>;
    list(fields: Fields): AsyncIterable<StripeRefund>;
  };
  webhooks: {
    constructEvent(
      payload: Uint8Array,
      header: string,
      secret: string,
      toleranceSeconds?: number,
      cryptoProvider?: undefined,
      receivedAtMs?: number,
    ): StripeEvent;
  };
}

/** What the package rejects with; the fields are there where the provider answered. */
export interface StripeFailure {
  type?: string;
  code?: string;
  message?: string;
  payment_intent?: StripeIntent;
}

export interface StripeAddress {
  host: string;
  port: number;
  protocol: 'http' | 'https';
}

/** One attempt of the package; a recharge is asked again by the gateway itself, under the same id. */
const REQUEST_MS_MAX = 20_000;
const REPEATS_MAX = 1;

const PACKAGE: string = 'stripe';

export class StripeMissing extends Error {
  override name = 'StripeMissing';
}

export async function loadStripe(secretKey: string, address: StripeAddress | null): Promise<StripeClient> {
  const loaded = await import(PACKAGE).catch((cause) => {
    throw new StripeMissing('payments.stripe needs the package stripe: npm install stripe@23', { cause });
  });
  const Stripe = loaded.default as new (key: string, options: Fields) => StripeClient;
  const options = { timeout: REQUEST_MS_MAX, maxNetworkRetries: REPEATS_MAX, telemetry: false, ...address };
  return new Stripe(secretKey, options);
}
