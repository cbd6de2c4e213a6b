// Money that comes in and goes back without an operator: orders, payments, disputes, paybacks, recharges, grants and their expiry.
import { toMicros } from '../../../domain/money.ts';
import type { CreditPayment, GiveGrant, WantPayback } from '../../storage.ts';
import { addPayer, callOf, publishPrice, settlementOf } from '../payer.ts';
import type { Recorder } from '../recorder.ts';
import { DAY, eachPage, HOUR } from './same-for-all.ts';

const actor = 'payments';
const SIDES = ['a', 'b'] as const;
type Side = (typeof SIDES)[number];

async function payOrders({ storage, title, clock }: Recorder): Promise<void> {
  const { payments, accounts } = storage;
  title('orders');
  for (const side of SIDES) await addPayer(storage, `acc_${side}`, side === 'a' ? 3 : 5);
  const order = (id: string, side: Side) => ({
    ...{ actor, id, accountId: `acc_${side}`, way: 'stripe' as const, savesCard: side === 'a', openMax: 2 },
    amountMicros: toMicros(11_000),
  });
  await payments.order({ ...order('top_1', 'a'), way: 'manual' });
  await payments.order(order('top_2', 'a'));
  await payments.order(order('top_3', 'a'));
  await payments.order(order('top_3', 'b'));
  await payments.order({ ...order('top_4', 'b'), accountId: 'acc_none' });
  await payments.address({ id: 'top_2', address: 'https://pay.example/2' });
  await payments.address({ id: 'top_9', address: 'https://pay.example/9' });
  clock.advance(DAY);
  await payments.order(order('top_4', 'a'));
  await payments.endOrder({ id: 'top_4' });
  await payments.endOrder({ id: 'top_4' });
  await payments.address({ id: 'top_4', address: 'https://pay.example/4' });
  title('payments');
  const byHand = { actor: 'admin:tok_one', amountMicros: toMicros(11_000), reference: 'top_1', reason: null };
  await accounts.topUp({ ...byHand, accountId: 'acc_b', reference: 'top_2' });
  await accounts.topUp({ ...byHand, accountId: 'acc_a' });
  const card = (side: Side) => ({ way: 'stripe' as const, customer: `cus_${side}`, card: `pm_${side}` });
  const paid = (n: number, side: Side, more: Partial<CreditPayment> = {}): CreditPayment => ({
    ...{ actor, accountId: `acc_${side}`, amountMicros: toMicros(11_000), reference: `stripe:${n}` },
    ...{ orderId: null, rechargeId: null, card: null, ...more },
  });
  await payments.credit(paid(1, 'a', { orderId: 'top_4', card: card('a') }));
  await payments.credit(paid(1, 'a', { orderId: 'top_4', card: card('a') }));
  await payments.credit(paid(1, 'b'));
  await payments.credit(paid(1, 'a', { amountMicros: toMicros(1) }));
  await payments.credit(paid(2, 'b', { orderId: 'top_2', card: card('b'), amountMicros: toMicros(7_000) }));
  await payments.credit(paid(3, 'b', { orderId: 'top_3', card: { ...card('b'), card: 'pm_new' } }));
  await payments.credit({ ...paid(4, 'b'), accountId: 'acc_none' });
  await payments.credit(paid(8, 'b', { orderId: 'top_3', amountMicros: toMicros(10) }));
  await payments.endOrder({ id: 'top_3' });
  for (const id of ['top_2', 'top_3', 'top_9']) await payments.findOrder({ id });
  await eachPage(payments.orders, {}, 2);
  await eachPage(payments.orders, { accountId: 'acc_a' }, 1);
  await eachPage(payments.orders, { state: 'open' }, 1);
  await payments.orders({ state: 'paid', accountId: 'acc_b', limit: 9, after: null });
  await payments.credited({ references: ['stripe:3', 'stripe:9', 'stripe:1', 'top_1'] });
  await payments.claimRun({ everyMs: HOUR });
  clock.advance(HOUR - 2 * 1_009);
  await payments.claimRun({ everyMs: HOUR });
  await payments.claimRun({ everyMs: HOUR });
}

const payback = (n: number, side: Side, more: Partial<WantPayback> = {}): WantPayback => ({
  ...{ actor, id: `pbk_${n}`, accountId: `acc_${side}`, payment: side === 'a' ? 'stripe:1' : 'stripe:3' },
  ...{ amountMicros: toMicros(500 + n), reference: `back-${n}`, reason: `reason ${n}`, ...more },
});

async function payBack({ storage, title, clock }: Recorder): Promise<void> {
  const { paybacks, duties } = storage;
  title('paybacks');
  await paybacks.want(payback(1, 'a'));
  await paybacks.want(payback(1, 'a'));
  await paybacks.want(payback(1, 'a', { amountMicros: toMicros(1) }));
  await paybacks.want(payback(2, 'a', { payment: 'stripe:3' }));
  await paybacks.want(payback(2, 'a', { amountMicros: toMicros(10_500) }));
  await paybacks.want(payback(2, 'a', { reference: null }));
  await paybacks.want(payback(3, 'b', { amountMicros: null }));
  await paybacks.want({ ...payback(4, 'b'), accountId: 'acc_none' });
  title('paybacks as duties');
  const share = { kind: 'payback', leaseMs: HOUR, limit: 9, perParty: 1, held: { acc_b: 1 } } as const;
  await duties.dueKinds({ kinds: ['payback', 'recharge', 'webhook'] });
  await duties.claim({ ...share, lease: 'l-0' });
  clock.advance(HOUR);
  await duties.dueKinds({ kinds: ['payback', 'recharge', 'webhook'] });
  await eachPage(duties.list, { kind: 'payback' }, 2);
  await duties.list({ isLate: true, limit: 9, after: null });
  await duties.claim({ ...share, lease: 'l-1' });
  await duties.claim({ ...share, lease: 'l-2', held: {} });
  await duties.renew({
    held: [
      { kind: 'payback', id: 'pbk_1', lease: 'l-1' },
      { kind: 'payback', id: 'pbk_3', lease: 'l-1' },
    ],
    leaseMs: 2 * HOUR,
  });
  await duties.figures();
  await duties.postpone({ kind: 'payback', id: 'pbk_1', lease: 'l-2', dueInMs: HOUR, isFailure: true });
  await duties.postpone({ kind: 'payback', id: 'pbk_1', lease: 'l-1', dueInMs: HOUR, isFailure: true });
  await duties.release({ kind: 'payback', id: 'pbk_3', lease: 'l-2' });
  clock.advance(HOUR);
  await duties.claim({ ...share, lease: 'l-3', held: {} });
  await duties.postpone({ kind: 'payback', id: 'pbk_1', lease: 'l-3', dueInMs: HOUR, isFailure: false });
  await duties.list({ kind: 'payback', limit: 9, after: null });
  await duties.figures();
  title('paybacks end');
  await paybacks.end({ actor, id: 'pbk_1', end: { kind: 'made' } });
  const refused = (failure: string, isLate: boolean) => ({ kind: 'refused', failure, isLate }) as const;
  await paybacks.end({ actor, id: 'pbk_1', end: refused('expired card', false) });
  await paybacks.end({ actor, id: 'pbk_2', end: refused('closed account', false) });
  await paybacks.end({ actor, id: 'pbk_3', end: { kind: 'made' } });
  await paybacks.end({ actor, id: 'pbk_3', end: refused('came back', true) });
  await paybacks.end({ actor, id: 'pbk_9', end: { kind: 'made' } });
  await paybacks.want(payback(5, 'b', { amountMicros: toMicros(700) }));
  for (const id of ['pbk_2', 'pbk_9']) await paybacks.find({ id });
  await eachPage(paybacks.list, {}, 2);
  await eachPage(paybacks.list, { accountId: 'acc_a' }, 1);
  await paybacks.list({ state: 'refused', limit: 9, after: null });
  await paybacks.list({ state: 'made', accountId: 'acc_b', limit: 9, after: null });
  await paybacks.ofPayments({ payments: ['stripe:1', 'stripe:2', 'stripe:3'] });
}

async function dispute({ storage, title }: Recorder): Promise<void> {
  const { payments, paybacks, accounts, usage } = storage;
  title('disputes');
  const of = (n: number, payment: string, micros: number) => ({
    actor,
    id: `dp_${n}`,
    payment,
    disputedMicros: toMicros(micros),
  });
  await payments.withdraw(of(1, 'stripe:2', 900));
  await payments.withdraw(of(1, 'stripe:2', 900));
  await payments.withdraw(of(2, 'stripe:9', 900));
  await payments.reinstate(of(2, 'stripe:3', 300));
  await payments.withdraw(of(2, 'stripe:3', 300));
  await payments.withdraw(of(3, 'stripe:3', 90_000));
  await payments.reinstate(of(1, 'stripe:2', 900));
  await payments.reinstate(of(1, 'stripe:2', 900));
  await payments.reinstate(of(9, 'stripe:9', 900));
  title('a payback that fails leaves its money to the dispute; a debt is repaid by the next payment');
  await paybacks.end({ actor, id: 'pbk_5', end: { kind: 'refused', failure: 'no', isLate: false } });
  const taken = { actor: 'admin:tok_one', accountId: 'acc_a', reason: 'fine', reference: null };
  await accounts.adjust({ ...taken, amountMicros: toMicros(-24_000) });
  await payments.withdraw(of(4, 'stripe:1', 5_000));
  await payments.withdraw(of(5, 'stripe:1', 60_000));
  await usage.overview({ nowMs: Date.parse('2026-11-16T14:00:00.000Z'), runwayDays: 9 });
  await storage.recharges.standing({ accountId: 'acc_a', nowMs: Date.parse('2026-11-16T14:00:00.000Z') });
  await payments.disputed({ payments: ['stripe:1', 'stripe:3', 'stripe:9'] });
  await accounts.topUp({
    actor: 'admin:tok_one',
    accountId: 'acc_a',
    amountMicros: toMicros(4_900),
    reference: 'bank-1',
    reason: null,
  });
  await payments.reinstate(of(5, 'stripe:1', 60_000));
  await payments.credit({
    actor,
    accountId: 'acc_a',
    amountMicros: toMicros(70_000),
    reference: 'stripe:5',
    orderId: null,
    rechargeId: null,
    card: null,
  });
  await payments.reinstate(of(4, 'stripe:1', 5_000));
  await eachPage(payments.disputes, {}, 2);
  await eachPage(payments.disputes, { accountId: 'acc_b' }, 1);
}

const BOUNDS = { minMicros: toMicros(200), maxMicros: toMicros(60_000), stepMicros: 100 };

async function recharge({ storage, title, clock }: Recorder): Promise<void> {
  const { recharges, duties, payments, calls, accounts } = storage;
  title('recharge rules');
  const rule = {
    belowMicros: toMicros(90_000),
    upToMicros: toMicros(95_050),
    monthMaxMicros: toMicros(50_000),
  };
  await addPayer(storage, 'acc_c', 2);
  await recharges.setRule({ actor: 'key:k', accountId: 'acc_c', rule });
  await recharges.setRule({ actor: 'key:k', accountId: 'acc_none', rule });
  await recharges.setRule({ actor: 'key:k', accountId: 'acc_a', rule });
  await recharges.setRule({
    actor: 'key:k',
    accountId: 'acc_b',
    rule: { ...rule, belowMicros: toMicros(100) },
  });
  await recharges.want();
  await recharges.want();
  title('a recharge is begun, declined, begun again, paid');
  const share = { kind: 'recharge', leaseMs: HOUR, limit: 9, perParty: 9, held: {} } as const;
  const claim = async (lease: string) => (await duties.claim({ ...share, lease }))[0]?.id ?? 'nothing';
  const first = await claim('l-1');
  const begin = { lease: 'l-1', way: 'stripe', bounds: BOUNDS } as const;
  await recharges.begin({ ...begin, id: first, lease: 'l-0' });
  await recharges.notePayment({ id: first, payment: 'pi_0' });
  await recharges.begin({ ...begin, id: first });
  await recharges.notePayment({ id: first, payment: 'pi_1' });
  await recharges.begin({ ...begin, id: first });
  await recharges.begin({ ...begin, id: first, way: 'manual' });
  await recharges.decline({ id: first, failure: 'card_declined', needsOwner: false });
  await recharges.decline({ id: first, failure: 'card_declined', needsOwner: false });
  await recharges.decline({ id: 'nothing', failure: 'card_declined', needsOwner: false });
  await recharges.want();
  const second = await claim('l-2');
  await recharges.begin({ ...begin, id: second, lease: 'l-2' });
  clock.advance(HOUR);
  const third = await claim('l-3');
  await recharges.begin({ ...begin, id: third, lease: 'l-3' });
  const paid = {
    actor,
    accountId: 'acc_a',
    reference: 'stripe:6',
    orderId: null,
    rechargeId: third,
    card: null,
  };
  await payments.credit({ ...paid, accountId: 'acc_b', reference: 'stripe:7', amountMicros: toMicros(100) });
  const { items } = await recharges.list({ accountId: 'acc_a', limit: 1, after: null });
  await payments.credit({ ...paid, amountMicros: items[0]!.amountMicros ?? toMicros(1) });
  title('a month has a limit, a call wants a recharge, a rule is paused and removed');
  await recharges.setRule({
    actor: 'key:k',
    accountId: 'acc_b',
    rule: { ...rule, monthMaxMicros: toMicros(150) },
  });
  await recharges.want();
  const fourth = await claim('l-4');
  await recharges.begin({ ...begin, id: fourth, lease: 'l-4' });
  await recharges.setRule({ actor: 'key:k', accountId: 'acc_b', rule: null });
  await accounts.adjust({
    actor: 'admin:tok_one',
    accountId: 'acc_a',
    amountMicros: toMicros(-20),
    reference: null,
    reason: 'x',
  });
  await recharges.setRule({
    actor: 'key:k',
    accountId: 'acc_a',
    rule: { ...rule, belowMicros: toMicros(90_000) },
  });
  const opened = await calls.openSettled({
    ...callOf('acc_a', 'call-1'),
    chargedMicros: toMicros(1_000),
    source: 'cache',
    answer: null,
  });
  if (opened.kind !== 'settled') throw new Error(`expected settled, got ${opened.kind}`);
  await accounts.close({ actor: 'admin:tok_one', accountId: 'acc_a' });
  await accounts.reopen({ actor: 'admin:tok_one', accountId: 'acc_a' });
  const nowMs = clock.nowMs();
  for (const accountId of ['acc_a', 'acc_b', 'acc_c', 'acc_none'])
    await recharges.standing({ accountId, nowMs });
  await eachPage(recharges.list, {}, 2);
  await recharges.list({ state: 'declined', limit: 9, after: null });
  await recharges.list({ state: 'paid', accountId: 'acc_a', limit: 9, after: null });
  await storage.ledger.watch({ nowMs });
}

async function giveGrants({ storage, title, clock }: Recorder): Promise<void> {
  const { grants, calls } = storage;
  title('grants');
  const give = (n: number, more: Partial<GiveGrant> = {}): GiveGrant => ({
    ...{
      actor: 'admin:tok_one',
      id: `gra_${n}`,
      accountId: 'acc_c',
      kind: 'promo',
      amountMicros: toMicros(300 + n),
    },
    ...{ priority: 20, expiresAtMs: null, reference: `gift-${n}`, reason: `gift ${n}`, ...more },
  });
  const soonMs = clock.nowMs() + HOUR;
  await grants.give(give(1, { expiresAtMs: soonMs }));
  await grants.give(give(1, { expiresAtMs: soonMs }));
  await grants.give(give(1, { amountMicros: toMicros(1) }));
  await grants.give(give(2, { kind: 'paid', priority: 10, reference: 'first-acc_c' }));
  await grants.give(give(2, { kind: 'paid', priority: 10 }));
  await grants.give(give(3, { expiresAtMs: soonMs + 1, accountId: 'acc_b' }));
  await grants.give(give(4, { accountId: 'acc_none' }));
  await grants.give(give(4));
  await calls.open(callOf('acc_c', 'held'));
  const opened = await calls.open(callOf('acc_c', 'paid'));
  if (opened.kind !== 'opened') throw new Error(`expected opened, got ${opened.kind}`);
  await calls.settle(settlementOf(opened.hold));
  await grants.paidFor({ accountId: 'acc_c', requestId: 'paid' });
  await grants.expire();
  title('what expires is taken, except what is held');
  clock.advance(HOUR);
  await grants.expire();
  await grants.expire();
  await storage.accounts.refund({
    actor: 'admin:tok_one',
    accountId: 'acc_c',
    requestId: 'paid',
    amountMicros: toMicros(300),
    reference: null,
    reason: 'x',
  });
  await storage.accounts.refund({
    actor: 'admin:tok_one',
    accountId: 'acc_c',
    requestId: 'paid',
    amountMicros: toMicros(500),
    reference: null,
    reason: 'x',
  });
  await grants.paidFor({ accountId: 'acc_c', requestId: 'paid' });
  await eachPage(grants.list, { accountId: 'acc_c' }, 2);
  await grants.list({ accountId: 'acc_c', isOpen: true, limit: 9, after: null });
  await grants.list({ accountId: 'acc_b', limit: 9, after: null });
}

export async function playPayments(recorder: Recorder): Promise<void> {
  await publishPrice(recorder.storage);
  await payOrders(recorder);
  await payBack(recorder);
  await dispute(recorder);
  await recharge(recorder);
  await giveGrants(recorder);
}
