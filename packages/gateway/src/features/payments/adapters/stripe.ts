// The Stripe adapter. Orders become Checkout pages, saved cards are charged off-session, and Stripe's signed webhook events are parsed. It
// reports a payment only when Stripe confirmed it in an answer or under its signature.
import type { Clock } from '../../../domain/clock.ts';
import type { Micros } from '../../../domain/money.ts';
import type { PaidPayment, TopUpOrder } from '../../../domain/payment.ts';
import type {
  AmountBounds,
  CardPayments,
  ChargeResult,
  Payments,
  RefundResult,
  SavedCharge,
} from '../../../domain/payment-port.ts';
import type { StripeClient, StripeFailure, StripeIntent, StripeRefund } from './stripe-client.ts';
import { MALFORMED, minorUnitsOf } from './stripe-fields.ts';
import { movesOf, readIntent, readStripeNotification, STRIPE_PREFIX } from './stripe-notifications.ts';

interface StripeSettings {
  client: StripeClient;
  clock: Clock;
  /** The currency of the ledger. */
  currency: string;
  minMicros: Micros;
  maxMicros: Micros;
  webhookSecret: string | null;
  /** Where the browser goes after paying or cancelling. */
  returnUrl(): string;
}

/** Objects per page of a list; Stripe's maximum. */
const PAGE_ITEMS = 100;

export function createStripePayments(settings: StripeSettings): Payments {
  const { client, currency, minMicros, maxMicros } = settings;
  const bounds: AmountBounds = { minMicros, maxMicros, stepMicros: minorUnitsOf(currency).stepMicros };
  return {
    way: 'stripe',
    bounds,
    checkout: async (order) => {
      try {
        const { url } = await client.checkout.sessions.create(checkoutFields(settings, order), {
          idempotencyKey: order.id,
        });
        return url === null
          ? { kind: 'failed', why: 'a page without an address' }
          : { kind: 'address', address: url };
      } catch (error) {
        return { kind: 'failed', why: (error as Error).message };
      }
    },
    cards: cardsOf(settings),
  };
}

function checkoutFields({ currency, returnUrl }: StripeSettings, order: TopUpOrder): Record<string, unknown> {
  const metadata = { account: order.accountId, order: order.id };
  const price = {
    currency: currency.toLowerCase(),
    unit_amount: minorUnitsOf(currency).toMinor(order.amountMicros),
    product_data: { name: 'Top-up' },
  };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    success_url: returnUrl(),
    cancel_url: returnUrl(),
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata, ...(order.savesCard && { setup_future_usage: 'off_session' }) },
    ...(order.savesCard && { customer_creation: 'always' }),
  };
}

function cardsOf(settings: StripeSettings): CardPayments {
  const { client, clock, currency, webhookSecret } = settings;
  const units = minorUnitsOf(currency);
  // An intent that cannot be parsed counts as not arrived. In the answer to a charge it stays pending, so it is looked up again.
  const read = (intent: StripeIntent) => {
    const payment = readIntent(currency, intent);
    return payment === MALFORMED ? null : payment;
  };
  const create = ({ id, accountId, amountMicros, card }: SavedCharge) =>
    client.paymentIntents.create(
      {
        amount: units.toMinor(amountMicros),
        currency: currency.toLowerCase(),
        customer: card.customer,
        payment_method: card.card,
        off_session: true,
        confirm: true,
        metadata: { account: accountId, recharge: id },
      },
      { idempotencyKey: id },
    );
  return {
    verifiesNotifications: webhookSecret !== null,
    chargeSaved: async (charge) => resultOf(read, create(charge)),
    look: async (payment) =>
      resultOf(read, client.paymentIntents.retrieve(payment.slice(STRIPE_PREFIX.length))),
    findCharge: async (id, sinceMs) => {
      for await (const intent of intentsSince(client, sinceMs))
        if (intent.metadata?.recharge === id) return resultOf(read, Promise.resolve(intent));
      return null;
    },
    refund: (refund) => refundPayment(settings, refund),
    findRefund: async ({ id, payment }) => {
      const fields = { payment_intent: payment.slice(STRIPE_PREFIX.length), limit: PAGE_ITEMS };
      for await (const refund of client.refunds.list(fields))
        if (refund.metadata?.refund === id) return refundResult(refund);
      return null;
    },
    async *failedRefundsSince(sinceMs) {
      const created = { gte: Math.floor(sinceMs / 1_000) };
      for await (const refund of client.refunds.list({ created, limit: PAGE_ITEMS })) {
        const result = refundResult(refund);
        const id = refund.metadata?.refund;
        if (result.kind === 'refused' && id !== undefined) yield { id, why: result.why };
      }
    },
    read: (raw, headers) => {
      const signature = headers['stripe-signature'];
      if (webhookSecret === null || typeof signature !== 'string') return null;
      return readStripeNotification(
        { client, webhookSecret, currency, nowMs: clock.nowMs() },
        raw,
        signature,
      );
    },
    find: async (payment) => {
      const asked = client.paymentIntents.retrieve(payment.slice(STRIPE_PREFIX.length), {
        expand: ['latest_charge'],
      });
      const intent = await asked.catch((error: StripeFailure) => {
        if (error.code === 'resource_missing') return null;
        throw error;
      });
      return intent && read(intent);
    },
    async *paidSince(sinceMs) {
      for await (const intent of intentsSince(client, sinceMs)) {
        const payment = read(intent);
        if (payment !== null) yield payment;
      }
    },
    async *disputedSince(sinceMs) {
      const created = { gte: Math.floor(sinceMs / 1_000) };
      for await (const dispute of client.disputes.list({ created, limit: PAGE_ITEMS }))
        yield* movesOf(dispute, currency);
    },
  };
}

function intentsSince(client: StripeClient, sinceMs: number): AsyncIterable<StripeIntent> {
  const created = { gte: Math.floor(sinceMs / 1_000) };
  return client.paymentIntents.list({ created, limit: PAGE_ITEMS, expand: ['data.latest_charge'] });
}

/** States in which no money was taken and none will be without the card's owner. */
const NEEDS_OWNER = new Set(['requires_action', 'requires_confirmation']);
const FAILED = new Set(['requires_payment_method', 'canceled']);

async function resultOf(
  read: (intent: StripeIntent) => PaidPayment | null,
  asked: Promise<StripeIntent>,
): Promise<ChargeResult> {
  try {
    const intent = await asked;
    const payment = read(intent);
    if (payment !== null) return { kind: 'paid', payment };
    if (NEEDS_OWNER.has(intent.status))
      return { kind: 'declined', failure: 'authentication_required', needsOwner: true };
    if (FAILED.has(intent.status)) return { kind: 'declined', failure: intent.status, needsOwner: false };
    return { kind: 'pending', payment: STRIPE_PREFIX + intent.id };
  } catch (error) {
    return failureOf(error as StripeFailure);
  }
}

/**
 * A declined card is final. So is a request that Stripe will never accept, such as one for a removed card. After any other error the result
 * is unknown.
 */
function failureOf(error: StripeFailure): ChargeResult {
  const why = error.message ?? 'no answer';
  const failure = error.code ?? error.type ?? 'refused';
  if (error.type === 'StripeCardError')
    return { kind: 'declined', failure, needsOwner: failure === 'authentication_required' };
  if (isRefused(error)) return { kind: 'declined', failure, needsOwner: false };
  return { kind: 'unknown', why };
}

/** Temporary: another request with the same id, or on the same object, is running. */
const BUSY = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit']);

function isRefused({ type, code = '' }: StripeFailure): boolean {
  return type === 'StripeInvalidRequestError' && !BUSY.has(code);
}

/** `pending` counts as made; if it fails later, Stripe sends a notification. */
function refundResult({ status, failure_reason }: StripeRefund): RefundResult {
  if (status !== 'failed' && status !== 'canceled') return { kind: 'made' };
  return { kind: 'refused', why: failure_reason ?? status };
}

async function refundPayment(
  { client, currency }: StripeSettings,
  { id, payment, amountMicros }: { id: string; payment: string; amountMicros: Micros },
): Promise<RefundResult> {
  const amount = minorUnitsOf(currency).toMinor(amountMicros);
  try {
    const fields = { payment_intent: payment.slice(STRIPE_PREFIX.length), amount, metadata: { refund: id } };
    return refundResult(await client.refunds.create(fields, { idempotencyKey: id }));
  } catch (error) {
    const failure = error as StripeFailure;
    return { kind: isRefused(failure) ? 'refused' : 'unknown', why: failure.message ?? 'no answer' };
  }
}
