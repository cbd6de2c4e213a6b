// The parts of the package `stripe` that the gateway uses, and how it is loaded: only when configured. The package is larger than half of
// the gateway, and most installations take no cards, so operators who do install it themselves. Its types (about ten megabytes) are not
// read: the parts in use are declared here, and tests run the real package.

interface StripeObject {
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

interface StripeDispute extends StripeObject {
  amount: number;
  currency: string;
  payment_intent: string | { id: string } | null;
  /** None, one or two: withdrawals are negative, returns positive. */
  balance_transactions?: { amount: number }[];
}

export interface StripeRefund extends StripeObject {
  status: string | null;
  failure_reason?: string | null;
}

interface StripeEvent {
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

/** The error of the package; the fields are set when Stripe answered. */
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

/** One attempt of the package; the gateway itself repeats a recharge, with the same id. */
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
