// The story of the Stripe adapter: every field that Stripe is asked with, and what each of its answers means. The package itself runs in
// payments.test.ts.
import { inspect } from 'node:util';
import { test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import type { TopUpOrder } from '../../domain/payment.ts';
import { DAY, HOUR } from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import { START_MS } from '../../verb/testing/world.ts';
import { createStripePayments } from '../payments/adapters/stripe.ts';
import type { StripeClient } from '../payments/adapters/stripe-client.ts';
import { movesOf } from '../payments/adapters/stripe-notifications.ts';

const lines: string[] = [];
const shown = (value: unknown) => inspect(value, { depth: null, breakLength: 130, compact: 12 });
/** The next answer of Stripe; an error is thrown. */
let next: unknown = null;
/** The event that the package says is signed. */
let event: unknown = null;

function answer<T>(asked: string, input: unknown[]): T {
  lines.push(`  ${asked} ${shown(input)}`);
  if (next instanceof Error) throw next;
  return next as T;
}
async function* list<T>(asked: string, input: unknown[]): AsyncGenerator<T> {
  yield* answer<T[]>(asked, input);
}

const client = {
  checkout: { sessions: { create: async (...input: unknown[]) => answer('page', input) } },
  paymentIntents: {
    create: async (...input: unknown[]) => answer('charge', input),
    retrieve: async (...input: unknown[]) => answer('retrieve', input),
    list: (...input: unknown[]) => list('intents', input),
  },
  disputes: { list: (...input: unknown[]) => list('disputes', input) },
  refunds: {
    create: async (...input: unknown[]) => answer('refund', input),
    list: (...input: unknown[]) => list('refunds', input),
  },
  webhooks: { constructEvent: () => event },
} as unknown as StripeClient;

const adapter = (currency: string) =>
  createStripePayments({
    ...{ client, currency, webhookSecret: 'secret', returnUrl: () => 'https://portal.example/' },
    ...{ minMicros: toMicros(1_000_000), maxMicros: toMicros(9_000_000) },
    clock: { nowMs: () => START_MS, monotonicMs: () => 0 },
  });
const { checkout, bounds, cards } = adapter('USD');

const SECONDS = START_MS / 1_000;
const INTENT = {
  ...{
    id: 'pi_1',
    status: 'succeeded',
    amount: 500,
    amount_received: 450,
    currency: 'usd',
    created: SECONDS,
  },
  ...{ customer: 'cus_1', payment_method: { id: 'pm_1' }, setup_future_usage: 'off_session' },
  ...{ latest_charge: { amount_refunded: 20 }, metadata: { account: 'acc', order: 'top', recharge: 'rch' } },
};
const failed = (fields: object) => Object.assign(new Error('no'), fields);
const CHANGES: object[] = [
  ...[{}, { status: 'processing' }, { status: 'requires_payment_method' }, { status: 'canceled' }],
  ...[{ status: 'requires_action' }, { status: 'requires_confirmation' }, { status: 'requires_capture' }],
  ...[
    { currency: 'eur' },
    { metadata: {} },
    { amount_received: 0 },
    { amount_received: '450' },
    { created: 'x' },
  ],
  ...[{ setup_future_usage: null }, { customer: null }, { payment_method: null }, { latest_charge: 'ch_1' }],
];
const ERRORS = [
  { type: 'StripeCardError', code: 'expired_card' },
  { type: 'StripeCardError', code: 'authentication_required' },
  { type: 'StripeInvalidRequestError', code: 'lock_timeout' },
  { type: 'StripeInvalidRequestError', code: 'idempotency_key_in_use' },
  { type: 'StripeInvalidRequestError', code: 'rate_limit' },
  { type: 'StripeCardError', code: 'card_declined', payment_intent: INTENT },
  { type: 'StripeInvalidRequestError', code: 'charge_already_refunded' },
  { type: 'StripeInvalidRequestError', code: 'resource_missing' },
  { type: 'StripeInvalidRequestError' },
  { type: 'StripeIdempotencyError' },
  { type: 'StripeConnectionError' },
  { type: 'StripeAPIError' },
  { type: 'StripeRateLimitError' },
  { type: 'StripeAuthenticationError' },
];
const REFUNDS = ['succeeded', 'pending', 'requires_action', 'failed', 'canceled', null].flatMap((status) =>
  [undefined, 'lost_or_stolen_card'].map((failure_reason) => ({
    ...{ id: 're_1', status, failure_reason, metadata: { refund: 'pbk' } },
  })),
);
const DISPUTE = { id: 'dp_1', amount: 300, currency: 'usd', payment_intent: 'pi_1' };

/** Writes down what was asked for each of these answers, and what the adapter made of it. */
async function tell(what: string, answers: readonly unknown[], ask: () => Promise<unknown>): Promise<void> {
  for (const one of answers) {
    next = one;
    lines.push('', `> ${what}, when Stripe answers ${shown(one instanceof Error ? { ...one } : one)}`);
    const result = await ask().catch((error: Error) => `fails: ${error.message}`);
    lines.push(`  ${shown(result)}`);
  }
}
async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

const ORDER = {
  id: 'top',
  accountId: 'acc',
  amountMicros: toMicros(2_550_000),
  savesCard: true,
} as TopUpOrder;
const CHARGE = {
  ...{ id: 'rch', accountId: 'acc', amountMicros: toMicros(4_500_000) },
  card: { way: 'stripe' as const, customer: 'cus_1', card: 'pm_1' },
};

async function questions(): Promise<void> {
  const errors = ERRORS.map(failed);
  const intents = CHANGES.map((change) => ({ ...INTENT, ...change }));
  const pages = [{ id: 'cs', url: 'https://pay.example/' }, { id: 'cs', url: null }, errors[0]];
  await tell('a page', pages, () => checkout(ORDER));
  await tell('a page that keeps no card', [pages[0]], () => checkout({ ...ORDER, savesCard: false }));
  await tell('a charge', [...intents, ...errors], () => cards!.chargeSaved(CHARGE));
  await tell('a look', [intents[0], intents[1], errors[7]], () => cards!.look('stripe:pi_1'));
  await tell('a payment', [...intents, errors[4], errors[7]], () => cards!.find('stripe:pi_1'));
  const sinceMs = START_MS - 3 * DAY - 1;
  const others = [{ ...INTENT, id: 'pi_0', metadata: { account: 'acc', recharge: 'other' } }, INTENT];
  await tell('a charge of before', [others, []], () => cards!.findCharge('rch', sinceMs));
  await tell('payments', [intents], () => all(cards!.paidSince(sinceMs)));
  const back = { id: 'pbk', payment: 'stripe:pi_1', amountMicros: toMicros(1_230_000) };
  await tell('a refund', [...REFUNDS, ...errors], () => cards!.refund(back));
  await tell('a refund of before', [REFUNDS, [{ ...REFUNDS[0], metadata: {} }]], () =>
    cards!.findRefund(back),
  );
  await tell('refunds that failed', [REFUNDS], () => all(cards!.failedRefundsSince(START_MS - HOUR)));
  const moved = [[-300], [300], [-300, 300], [], undefined].map((amounts) => ({
    ...{ ...DISPUTE, balance_transactions: amounts?.map((amount) => ({ amount })) },
  }));
  await tell('disputes', [moved], () => all(cards!.disputedSince(START_MS - HOUR)));
  lines.push(
    '',
    shown([...movesOf({ ...moved[2], currency: 'eur' }, 'USD')]),
    shown(bounds),
    shown(adapter('JPY').bounds),
  );
}

function notifications(): void {
  const session = { id: 'cs', metadata: { order: 'top' } };
  const events: [string, unknown][] = [
    ...CHANGES.map((change): [string, unknown] => ['payment_intent.succeeded', { ...INTENT, ...change }]),
    ...[session, { ...session, metadata: {} }].map((one): [string, unknown] => [
      'checkout.session.expired',
      one,
    ]),
    ...[REFUNDS[6], REFUNDS[7], { id: 're' }].map((one): [string, unknown] => ['refund.failed', one]),
    ...(['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'] as const).flatMap((type) =>
      [{}, { amount: 0 }, { currency: 'eur' }, { payment_intent: null }, { id: 1 }].map(
        (change): [string, unknown] => [type, { ...DISPUTE, ...change }],
      ),
    ),
    ...[['charge.updated', {}] as [string, unknown], ['payment_intent.succeeded', null] as [string, unknown]],
  ];
  for (const [type, object] of events) {
    event = { type, data: { object } };
    lines.push('', `> Stripe tells ${type} ${shown(object)}`);
    lines.push(`  ${shown(cards!.read(new Uint8Array(), { 'stripe-signature': 's' }))}`);
  }
  lines.push('', shown(cards!.read(new Uint8Array(), {})));
}

test('Stripe is asked with what is kept, and each of its answers means what is kept', async () => {
  await questions();
  notifications();
  expectTold({
    by: import.meta.filename,
    name: 'stripe',
    text: `${lines.join('\n').trim()}\n`,
    begins: /^> /,
  });
});
