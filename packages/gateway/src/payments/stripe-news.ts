// Owns the reading of what Stripe tells by itself. The signature is checked over the very bytes and by the time of the gateway's
// clock; what is told of another currency, or of payments that are not of this gateway, is nothing to it.
import { minorUnitsOf } from './minor-units.ts';
import type { DisputeNews, PaymentNews } from './payments.ts';
import type { StripeClient } from './stripe-client.ts';
import {
  idOf,
  isFields,
  MALFORMED,
  type Malformed,
  metadataOf,
  type StripeFields,
  textOf,
} from './stripe-fields.ts';
import { readIntent, STRIPE_PREFIX } from './stripe-intent.ts';

/** As Stripe's own libraries have it: news that are older were recorded by somebody. */
export const TOLERANCE_SECONDS = 300;

export interface NewsReader {
  client: StripeClient;
  webhookSecret: string;
  currency: string;
  nowMs: number;
}

export function readStripeNews(
  { client, webhookSecret, currency, nowMs }: NewsReader,
  raw: Uint8Array,
  signature: string,
): PaymentNews | null {
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

function readEvent(event: unknown, currency: string): PaymentNews {
  const type = isFields(event) ? textOf(event.type) : null;
  if (type === null) return { kind: MALFORMED };
  if (!Object.hasOwn(READERS, type)) return { kind: 'other', type };
  const { data } = event as StripeFields;
  const object = isFields(data) ? data.object : null;
  const news = isFields(object) ? READERS[type]!(object, currency) : MALFORMED;
  if (news === MALFORMED) return { kind: MALFORMED };
  return news ?? { kind: 'other', type };
}

/** What each type of news means; null where it is nothing to this gateway. */
const READERS: Record<string, (object: StripeFields, currency: string) => PaymentNews | null | Malformed> = {
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
    return id === null ? null : { kind: 'refund_failed', id, why: textOf(object.failure_reason) ?? 'failed' };
  },
  'charge.dispute.funds_withdrawn': (object, currency) => disputeNews('withdrawn', object, currency),
  'charge.dispute.funds_reinstated': (object, currency) => disputeNews('reinstated', object, currency),
};

/** What a dispute has moved so far, as if it were told now. What cannot be read has moved nothing. */
export function* movesOf(dispute: unknown, currency: string): Generator<DisputeNews> {
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
    const news = disputeNews(kind, dispute, currency);
    if (news !== null && news !== MALFORMED) yield news;
  }
}

function disputeNews(
  kind: DisputeNews['kind'],
  dispute: StripeFields,
  currency: string,
): DisputeNews | null | Malformed {
  const [id, coins] = [textOf(dispute.id), textOf(dispute.currency)];
  if (id === null || coins === null) return MALFORMED;
  const intent = idOf(dispute.payment_intent);
  if (intent === null || coins.toUpperCase() !== currency) return null;
  const disputedMicros = minorUnitsOf(currency).toMicros(dispute.amount);
  if (disputedMicros === null || disputedMicros === 0) return MALFORMED;
  return { kind, id, payment: STRIPE_PREFIX + intent, disputedMicros };
}
