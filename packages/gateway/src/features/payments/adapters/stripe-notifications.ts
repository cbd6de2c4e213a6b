// Translates Stripe's webhook events and payment intents. The signature is verified over the received bytes, by the gateway's clock. Events
// of another currency, and of payments that another program made, are ignored.
import type { PaidPayment } from '../../../domain/payment.ts';
import type { DisputeNotification, PaymentNotification } from '../../../domain/payment-port.ts';
import type { StripeClient } from './stripe-client.ts';
import {
  idOf,
  isFields,
  MALFORMED,
  type Malformed,
  metadataOf,
  minorUnitsOf,
  type StripeFields,
  textOrNull,
} from './stripe-fields.ts';

/** Prefix of references in ledger entries. */
export const STRIPE_PREFIX = 'stripe:';

/** Null for a payment that has not arrived, is in another currency, or was made by another program on the same Stripe account. */
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
  const [id, currency] = [textOrNull(thing.id), textOrNull(thing.currency)];
  if (id === null || currency === null || textOrNull(thing.status) === null) return null;
  return { thing, id, coins: currency.toUpperCase() };
}

/** 0 when the intent came without its charge. */
const refundedOf = ({ latest_charge: charge }: StripeFields) =>
  isFields(charge) ? (charge.amount_refunded ?? 0) : 0;

function cardOf(intent: StripeFields): PaidPayment['card'] {
  const [customer, card] = [idOf(intent.customer), idOf(intent.payment_method)];
  const isKept = intent.setup_future_usage === 'off_session' && customer !== null && card !== null;
  return isKept ? { way: 'stripe', customer, card } : null;
}

/** As in Stripe's own libraries: an older notification may be a replay by an attacker. */
export const TOLERANCE_SECONDS = 300;

interface NotificationReader {
  client: StripeClient;
  webhookSecret: string;
  currency: string;
  nowMs: number;
}

export function readStripeNotification(
  { client, webhookSecret, currency, nowMs }: NotificationReader,
  raw: Uint8Array,
  signature: string,
): PaymentNotification | null {
  let event: unknown;
  try {
    event = client.webhooks.constructEvent(
      raw,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      nowMs,
    );
  } catch {
    return null;
  }
  return readEvent(event, currency);
}

function readEvent(event: unknown, currency: string): PaymentNotification {
  const type = isFields(event) ? textOrNull(event.type) : null;
  if (type === null) return { kind: MALFORMED };
  if (!Object.hasOwn(READERS, type)) return { kind: 'other', type };
  const { data } = event as StripeFields;
  const object = isFields(data) ? data.object : null;
  const notification = isFields(object) ? READERS[type]!(object, currency) : MALFORMED;
  if (notification === MALFORMED) return { kind: MALFORMED };
  return notification ?? { kind: 'other', type };
}

/** What each event type means; types that are not listed do not concern this gateway. */
const READERS: Record<
  string,
  (object: StripeFields, currency: string) => PaymentNotification | null | Malformed
> = {
  'payment_intent.succeeded': (object, currency) => {
    const payment = readIntent(currency, object);
    return payment === null || payment === MALFORMED ? payment : { kind: 'paid', payment };
  },
  'checkout.session.expired': (object) => {
    const orderId = metadataOf(object, 'order');
    return orderId === null ? null : { kind: 'order_ended', orderId };
  },
  'refund.failed': (object) => {
    const id = metadataOf(object, 'refund');
    return id === null
      ? null
      : { kind: 'refund_failed', id, why: textOrNull(object.failure_reason) ?? 'failed' };
  },
  'charge.dispute.funds_withdrawn': (object, currency) => disputeNotification('withdrawn', object, currency),
  'charge.dispute.funds_reinstated': (object, currency) =>
    disputeNotification('reinstated', object, currency),
};

/** What a dispute has moved so far, as if Stripe notified it now. An object that cannot be parsed yields nothing. */
export function* movesOf(dispute: unknown, currency: string): Generator<DisputeNotification> {
  if (!isFields(dispute)) return;
  const moved = Array.isArray(dispute.balance_transactions) ? dispute.balance_transactions : [];
  const amounts = moved
    .map((one: unknown) => (isFields(one) ? one.amount : null))
    .filter(Number.isSafeInteger) as number[];
  const kinds = [
    ...(amounts.some((amount) => amount < 0) ? (['withdrawn'] as const) : []),
    ...(amounts.some((amount) => amount > 0) ? (['reinstated'] as const) : []),
  ];
  for (const kind of kinds) {
    const notification = disputeNotification(kind, dispute, currency);
    if (notification !== null && notification !== MALFORMED) yield notification;
  }
}

function disputeNotification(
  kind: DisputeNotification['kind'],
  dispute: StripeFields,
  currency: string,
): DisputeNotification | null | Malformed {
  const [id, coins] = [textOrNull(dispute.id), textOrNull(dispute.currency)];
  if (id === null || coins === null) return MALFORMED;
  const intent = idOf(dispute.payment_intent);
  if (intent === null || coins.toUpperCase() !== currency) return null;
  const disputedMicros = minorUnitsOf(currency).toMicros(dispute.amount);
  if (disputedMicros === null || disputedMicros === 0) return MALFORMED;
  return { kind, id, payment: STRIPE_PREFIX + intent, disputedMicros };
}
