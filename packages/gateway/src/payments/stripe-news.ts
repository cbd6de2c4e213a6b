// Owns the reading of what Stripe tells by itself. The signature is checked over the very bytes and by the time of the gateway's
// clock; what is told of another currency, or of payments that are not of this gateway, is nothing to it.
import { minorUnitsOf } from './minor-units.ts';
import type { DisputeNews, PaymentNews } from './payments.ts';
import type {
  StripeClient,
  StripeDispute,
  StripeEvent,
  StripeIntent,
  StripeObject,
  StripeRefund,
} from './stripe-client.ts';
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
  let event: StripeEvent;
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
  return newsOf(event, currency) ?? { kind: 'other', type: event.type };
}

const MOVES: Record<string, DisputeNews['kind']> = {
  'charge.dispute.funds_withdrawn': 'withdrawn',
  'charge.dispute.funds_reinstated': 'reinstated',
};

function newsOf({ type, data }: StripeEvent, currency: string): PaymentNews | null {
  if (type === 'payment_intent.succeeded') {
    const payment = readIntent(currency, data.object as StripeIntent);
    return payment && { kind: 'paid', payment };
  }
  if (type === 'checkout.session.expired') {
    const orderId = (data.object as StripeObject).metadata?.order;
    return orderId === undefined ? null : { kind: 'order_ended', orderId };
  }
  if (type === 'refund.failed') {
    const { metadata, failure_reason } = data.object as StripeRefund;
    const id = metadata?.refund;
    return id === undefined ? null : { kind: 'refund_failed', id, why: failure_reason ?? 'failed' };
  }
  const kind = MOVES[type];
  return kind === undefined ? null : disputeNews(kind, data.object as StripeDispute, currency);
}

/** What a dispute has moved so far, as if it were told now. */
export function* movesOf(dispute: StripeDispute, currency: string): Generator<DisputeNews> {
  const moved = dispute.balance_transactions ?? [];
  const kinds = [
    ...(moved.some(({ amount }) => amount < 0) ? (['withdrawn'] as const) : []),
    ...(moved.some(({ amount }) => amount > 0) ? (['reinstated'] as const) : []),
  ];
  for (const kind of kinds) {
    const news = disputeNews(kind, dispute, currency);
    if (news !== null) yield news;
  }
}

function disputeNews(
  kind: DisputeNews['kind'],
  { id, amount, payment_intent, ...dispute }: StripeDispute,
  currency: string,
): DisputeNews | null {
  const intent = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (intent === undefined || dispute.currency.toUpperCase() !== currency) return null;
  const disputedMicros = minorUnitsOf(currency).toMicros(amount);
  return { kind, id, payment: STRIPE_PREFIX + intent, disputedMicros };
}
