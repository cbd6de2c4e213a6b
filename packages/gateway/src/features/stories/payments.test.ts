// The story of payments: top-ups, disputes, paybacks and recharges, with every answer that a provider may give, in the middle and late.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { PaidPayment } from '../../domain/payment.ts';
import {
  ASK_AGAIN_MS,
  type CardPayments,
  type ChargeResult,
  IDEMPOTENCY_KEY_MS,
  type Payments,
  type RefundResult,
} from '../../domain/payment-port.ts';
import { DAY, HOUR, made, openStage, type Stage } from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import { applyNotification } from '../payments/apply-notification.ts';
import {
  rechargeEnd,
  rechargeRead,
  rechargeSet,
  topupCreate,
  topupList,
  topupRead,
} from '../payments/payment.account.ts';
import {
  accountPayback,
  disputeList,
  paybackList,
  paymentsVerify,
  rechargeList,
  topupOrderList,
} from '../payments/payment.admin.ts';
import { accountRechargeEnd, accountRechargeRead, accountRechargeSet } from '../payments/recharge.admin.ts';
import { reconcileDisputes, reconcilePaybacks, reconcilePayments } from '../payments/reconcile.ts';
import { paybackWork, rechargeWork } from '../payments/run-payments.ts';

let stage: Stage;
/** What the provider has, as it tells it later. */
const paid: PaidPayment[] = [];
const disputes: { kind: 'withdrawn' | 'reinstated'; id: string; payment: string; disputedMicros: number }[] =
  [];
const lost: { id: string; why: string }[] = [];
/** The next answers of the provider, by the question. */
const answers: Record<string, (() => ChargeResult | RefundResult | null | Promise<never>)[]> = {};
beforeAll(async () => {
  stage = await openStage();
  stage.admin.payments = async () => payments;
});
afterAll(() => stage.close());

function asked(what: string, input: unknown): ChargeResult | RefundResult | null | Promise<never> {
  stage.story.note(`${what} ${JSON.stringify(input)}`);
  const answer = answers[what]?.shift();
  return answer === undefined ? { kind: 'unknown', why: 'away' } : answer();
}

async function* since<T>(what: string, sinceMs: number, all: readonly T[]) {
  stage.story.note(`${what} for the last ${(stage.world.clock.nowMs() - sinceMs) / HOUR} hours`);
  yield* all;
}

const cards = {
  verifiesNotifications: true,
  chargeSaved: async (charge: object) => asked('charge', charge),
  look: async (payment: string) => asked('look', payment),
  findCharge: async (...input: unknown[]) => asked('findCharge', input),
  refund: async ({ id, payment, amountMicros }: { id: string; payment: string; amountMicros: number }) =>
    asked('refund', { id, payment, amountMicros }),
  findRefund: async ({ id, payment }: { id: string; payment: string }) =>
    asked('findRefund', { id, payment }),
  find: async (payment: string) => {
    stage.story.note(`find ${payment}`);
    return paid.find(({ reference }) => reference === payment) ?? null;
  },
  paidSince: (ms: number) => since('payments', ms, paid),
  disputedSince: (ms: number) => since('disputes', ms, disputes),
  failedRefundsSince: (ms: number) => since('failed refunds', ms, lost),
} as unknown as CardPayments;
const payments = {
  way: 'stripe',
  bounds: { minMicros: toMicros(1_000_000), maxMicros: toMicros(100_000_000), stepMicros: 10_000 },
  cards,
} as unknown as Payments;

const log = {
  warn: (fields: object, text: string) => stage.story.note(`warns: ${text} ${JSON.stringify(fields)}`),
  error: (fields: object, text: string) => stage.story.note(`error: ${text} ${JSON.stringify(fields)}`),
};
const deps = () => ({
  storage: stage.world.storage,
  clock: stage.world.clock,
  way: 'stripe' as const,
  cards,
  log,
});
const works = () => [paybackWork(deps(), payments), rechargeWork(deps(), payments)];

const payment = (name: string, more: Partial<PaidPayment> = {}): PaidPayment => ({
  ...{
    reference: `stripe:pi_${name}`,
    accountId: 'acc_alpha',
    amountMicros: toMicros(5_000_000),
    card: null,
  },
  ...{
    orderId: null,
    rechargeId: null,
    refundedMicros: ZERO,
    createdAtMs: stage.world.clock.nowMs(),
    ...more,
  },
});

async function tells(notification: Parameters<typeof applyNotification>[1]): Promise<void> {
  stage.story.say('', `> the provider tells ${JSON.stringify(notification)}`);
  for (const _ of [1, 2]) {
    await applyNotification(deps(), notification);
    stage.story.happened();
  }
}

async function topups({ everybody, everyOperator, ask, owner, capped, own }: Stage): Promise<void> {
  const { topup } = await made(ask(topupCreate, owner, { body: { amount: '5', save_card: true } }));
  for (const amount of ['0.99', '1', '1.001', '100', '100.01'])
    await ask(topupCreate, owner, { body: { amount } });
  const { checkout } = own.payments!;
  own.payments!.checkout = async () => ({ kind: 'failed', why: 'down' });
  await ask(topupCreate, capped, { body: { amount: '2' } });
  own.payments!.checkout = checkout;
  const params = { topup: topup.id };
  await everybody(topupRead, { params });
  await everybody(topupList, { query: { limit: 2 } });
  await everyOperator(topupOrderList, { query: { account: 'alpha', state: 'open' } });
  await everybody(rechargeSet, { body: { below: '16', up_to: '20', month_max: '30' } });
  const card = { way: 'stripe' as const, customer: 'cus_1', card: 'pm_1' };
  paid.push(payment('1', { orderId: topup.id, card }));
  await tells({ kind: 'paid', payment: paid[0]! });
  await tells({ kind: 'paid', payment: payment('1', { amountMicros: toMicros(6_000_000) }) });
  await tells({ kind: 'paid', payment: payment('nobody', { accountId: 'acc_nobody' }) });
  await ask(topupRead, owner, { params });
  const other = await made(ask(topupCreate, owner, { body: { amount: '7' } }));
  await tells({ kind: 'order_ended', orderId: other.topup.id });
}

async function disputed({ everyOperator, operate, story }: Stage): Promise<void> {
  const move = { id: 'dp_1', payment: 'stripe:pi_1', disputedMicros: toMicros(2_000_000) };
  await tells({ kind: 'withdrawn', ...move });
  paid.push(payment('late'));
  await tells({ kind: 'withdrawn', ...move, id: 'dp_2', payment: 'stripe:pi_late' });
  await tells({ kind: 'withdrawn', ...move, id: 'dp_3', payment: 'stripe:pi_of_others' });
  await tells({ kind: 'reinstated', ...move });
  await everyOperator(disputeList, { query: { account: 'alpha' } });
  await operate(disputeList, { query: { account: 'beta' } });
  disputes.push(
    { kind: 'withdrawn', ...move, id: 'dp_4' },
    { kind: 'withdrawn', ...move, id: 'dp_5', payment: 'x' },
  );
  paid.push(payment('missed'), payment('beta', { accountId: 'acc_beta', refundedMicros: toMicros(10_000) }));
  await everyOperator(paymentsVerify, { query: { days: 2 } });
  await operate(paymentsVerify);
  for (const _ of [1, 2]) {
    story.note(`credited ${await reconcilePayments(deps())}, moved ${await reconcileDisputes(deps())}`);
    story.happened();
  }
  await operate(paymentsVerify);
}

async function paybacks({ everyOperator, operate, world, work, story }: Stage): Promise<void> {
  const params = { account: 'alpha' };
  const body = { payment: 'stripe:pi_missed', amount: '1', reference: 'back', reason: 'asked' };
  answers.refund = [() => ({ kind: 'made' })];
  await everyOperator(accountPayback, { params, body });
  await operate(accountPayback, { params, body: { ...body, amount: '2' } });
  await operate(accountPayback, { params: { account: 'beta' }, body: { ...body, reference: 'other' } });
  for (const wrong of [{ amount: '0.005' }, { amount: '4.5' }, { payment: 'bank:1' }])
    await operate(accountPayback, { params, body: { ...body, reference: 'wrong', ...wrong } });
  answers.refund = [() => ({ kind: 'refused', why: 'no' })];
  await operate(accountPayback, { params, body: { ...body, reference: 'refused' } });
  answers.refund = [];
  await operate(accountPayback, { params, body: { ...body, reference: 'lost', amount: '2' } });
  await operate(accountPayback, { params, body: { payment: 'stripe:pi_missed', reason: 'the rest' } });
  // The bank takes back a payment of which parts went back to the card, or are on their way.
  const whole = { id: 'dp_6', payment: 'stripe:pi_missed', disputedMicros: toMicros(5_000_000) };
  disputes.push({ kind: 'withdrawn', ...whole });
  await operate(paymentsVerify);
  await tells({ kind: 'withdrawn', ...whole });
  await operate(paymentsVerify);
  for (const passes of [0, ASK_AGAIN_MS - 1, 1, 2 * ASK_AGAIN_MS, IDEMPOTENCY_KEY_MS - HOUR, HOUR]) {
    world.advance(passes);
    await work(...works());
  }
  // The look-up fails for one, and finds the other; an hour later it finds that the first was never made.
  answers.findRefund = [() => Promise.reject(new Error('away')), () => ({ kind: 'made' })];
  world.advance(HOUR);
  await work(...works());
  answers.findRefund = [() => null];
  answers.refund = [() => ({ kind: 'made' })];
  world.advance(DAY);
  await work(...works());
  await everyOperator(paybackList, { query: { account: 'alpha', state: 'made' } });
  await operate(paybackList, { query: { account: 'beta' } });
  const all = await world.storage.paybacks.list({ limit: 9, after: null });
  lost.push({ id: all.items[0]!.id, why: 'bank' }, { id: 'pbk_nobody', why: 'x' });
  for (const _ of [1, 2]) {
    story.note(`returned ${await reconcilePaybacks(deps())}`);
    story.happened();
  }
  await tells({ kind: 'refund_failed', id: all.items.at(-1)!.id, why: 'closed' });
}

async function haveBalance({ world }: Stage, micros: number): Promise<void> {
  const { balanceMicros } = (await world.storage.accounts.find({ idOrName: 'alpha' }))!;
  const amountMicros = toMicros(micros - balanceMicros);
  const why = { actor: 'test', reference: null, reason: 'so that the next charge is the one' };
  await world.storage.accounts.adjust({ ...why, accountId: 'acc_alpha', amountMicros });
}

/** A charge whose answer is lost is sent again under its id, and looked up once the provider has forgotten the id. */
async function lostForADay({ world, work, buy, operate, owner, story }: Stage): Promise<void> {
  const body = { below: '22', up_to: '25', month_max: '60' };
  for (const found of [payment('found', { amountMicros: toMicros(4_000_000) }), null]) {
    await operate(accountRechargeSet, { params: { account: 'alpha' }, body });
    await haveBalance(stage, 23_000_000);
    await buy(owner, `lost-${found === null}`, { micros: 2_000_000 });
    story.happened();
    answers.charge = [];
    const { nowMs } = world.clock;
    await work(...works());
    world.advance(HOUR);
    const firstMs = nowMs();
    await work(...works());
    const [newest] = (await world.storage.recharges.list({ limit: 1, after: null })).items;
    answers.findCharge = [
      () => Promise.reject(new Error('away')),
      () => (found === null ? null : { kind: 'paid', payment: { ...found, rechargeId: newest!.id } }),
    ];
    const lateMs = IDEMPOTENCY_KEY_MS + ASK_AGAIN_MS;
    for (const atMs of [IDEMPOTENCY_KEY_MS - 1, IDEMPOTENCY_KEY_MS, lateMs, lateMs + ASK_AGAIN_MS]) {
      world.advance(firstMs + atMs - nowMs());
      await work(...works());
    }
  }
}

async function recharges({
  everybody,
  everyOperator,
  operate,
  ask,
  owner,
  stranger,
  ...all
}: Stage): Promise<void> {
  const { world, work, buy } = all;
  const params = { account: 'alpha' };
  await haveBalance(stage, 19_000_000);
  const rule = { below: '18.9995', up_to: '25', month_max: '40' };
  for (const wrong of [{ up_to: '18.9995' }, { up_to: '100' }, { up_to: '100.01' }])
    await ask(rechargeSet, owner, { body: { ...rule, ...wrong } });
  await everybody(rechargeSet, { body: rule });
  await everybody(rechargeRead);
  await ask(rechargeRead, stranger);
  const steps: (() => ChargeResult)[] = [
    () => ({ kind: 'unknown', why: 'lost' }),
    () => ({ kind: 'pending', payment: 'pi_pending' }),
  ];
  answers.charge = steps;
  await buy(owner, 'cheap', { micros: 1_000 });
  stage.story.happened();
  await work(...works());
  for (const passes of [ASK_AGAIN_MS - 1, 1, ASK_AGAIN_MS]) {
    world.advance(passes);
    await work(...works());
  }
  const [first] = (await world.storage.recharges.list({ limit: 1, after: null })).items;
  const found = payment('recharged', {
    rechargeId: first?.id ?? 'none',
    amountMicros: (first?.amountMicros ?? ZERO) as never,
  });
  answers.look = [() => ({ kind: 'paid', payment: found })];
  world.advance(ASK_AGAIN_MS);
  await work(...works());
  await everyOperator(accountRechargeRead, { params });
  await everyOperator(accountRechargeSet, { params, body: { ...rule, below: '24.99', month_max: '41' } });
  answers.charge = [() => ({ kind: 'declined', failure: 'card_declined', needsOwner: true })];
  await buy(owner, 'dear', { micros: 2_000_000 });
  stage.story.happened();
  await work(...works());
  world.advance(HOUR);
  await work(...works());
  await everybody(rechargeRead);
  await everyOperator(rechargeList, { query: { account: 'alpha' } });
  await operate(rechargeList, { query: { account: 'beta' } });
  await lostForADay(stage);
  await everybody(rechargeEnd);
  await everyOperator(accountRechargeEnd, { params });
}

test('payments: each caller gets what is kept, and no other row changes', async () => {
  await topups(stage);
  await disputed(stage);
  await paybacks(stage);
  await recharges(stage);
  expectTold({ by: import.meta.filename, name: 'payments', text: stage.story.text(), begins: /^> / });
});

test('an account has twenty orders open, and not one more until a day has passed', async () => {
  const { ask, stranger, world } = stage;
  const order = async () => (await ask(topupCreate, stranger, { body: { amount: '1' } })).code ?? 'ordered';
  const all = [];
  for (let i = 0; i <= 20; i++) all.push(await order());
  expect(all).toEqual([...Array<string>(20).fill('ordered'), 'RATE_LIMITED']);
  world.advance(DAY);
  expect(await order()).toBe('ordered');
});
