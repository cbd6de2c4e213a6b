// What a payment intent of Stripe means to the ledger: a payment that has arrived for one of its accounts, or nothing.
import type { PaidPayment } from '../domain/payment.ts';
import { minorUnitsOf } from './minor-units.ts';
import {
  idOf,
  isFields,
  MALFORMED,
  type Malformed,
  metadataOf,
  type StripeFields,
  textOf,
} from './stripe-fields.ts';

/** As entries name a payment. */
export const STRIPE_PREFIX = 'stripe:';

/** null for what has not arrived, is of another currency, or was made by somebody else at the same Stripe account. */
export function readIntent(currency: string, intent: unknown): PaidPayment | null | Malformed {
  const found = isFields(intent) ? readFields(intent) : null;
  if (found === null) return MALFORMED;
  const { thing, id, coins } = found;
  const accountId = metadataOf(thing, 'account');
  if (thing.status !== 'succeeded' || coins !== currency || accountId === null) return null;
  const units = minorUnitsOf(currency);
  const amountMicros = units.toMicros(thing.amount_received);
  const refundedMicros = units.toMicros(refundedOf(thing));
  const created = thing.created;
  if (amountMicros === null || amountMicros === 0 || refundedMicros === null) return MALFORMED;
  if (!Number.isSafeInteger(created)) return MALFORMED;
  return {
    ...{ reference: STRIPE_PREFIX + id, accountId, amountMicros, refundedMicros, card: cardOf(thing) },
    orderId: metadataOf(thing, 'order'),
    rechargeId: metadataOf(thing, 'recharge'),
    createdAtMs: (created as number) * 1_000,
  };
}

function readFields(thing: StripeFields): { thing: StripeFields; id: string; coins: string } | null {
  const [id, currency] = [textOf(thing.id), textOf(thing.currency)];
  if (id === null || currency === null || textOf(thing.status) === null) return null;
  return { thing, id, coins: currency.toUpperCase() };
}

/** 0 where the charge is not told along with its intent. */
const refundedOf = ({ latest_charge: charge }: StripeFields) =>
  isFields(charge) ? (charge.amount_refunded ?? 0) : 0;

function cardOf(intent: StripeFields): PaidPayment['card'] {
  const [customer, card] = [idOf(intent.customer), idOf(intent.payment_method)];
  const isKept = intent.setup_future_usage === 'off_session' && customer !== null && card !== null;
  return isKept ? { way: 'stripe', customer, card } : null;
}
