// A whole gateway with a fake Stripe that the official package talks to: whatever event arrives twice, late, in the wrong order
// or not at all, money that was paid by card is in the balance once, and unsigned events move none.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { ASK_AGAIN_MS, type Payments } from '../domain/payment-port.ts';
import { openPayments } from '../features/payments/adapters/open-payments.ts';
import { reconcileDisputes, reconcilePaybacks, reconcilePayments } from '../features/payments/reconcile.ts';
import { paybackWork, rechargeWork } from '../features/payments/run-payments.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { CARDS, FakeStripe, WEBHOOK_SECRET } from '../testing/fake-stripe.ts';
import { allRows } from '../testing/row-changes.ts';
import { runDuties } from '../testing/run-duties.ts';
import { type Answer, startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

const NEWS = '/api/payments/v1/stripe';
const log = { warn: () => {}, error: () => {} };

let stripe: FakeStripe;
let gateway: TestGateway;
let payments: Payments;

const settingsOf = (more: string) =>
  TEST_SETTINGS.replace(/^payments:.*$/m, `payments: { min: "1", stripe: { secret_key: sk_test, ${more} } }`);

beforeAll(async () => {
  // No background jobs: the test itself decides when payments are read and cards are charged.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  stripe = await new FakeStripe().start();
  const settings = settingsOf(`webhook_secret: ${WEBHOOK_SECRET}, api_url: "${stripe.url}"`);
  gateway = await startTestGateway({ settings });
  const { prices } = gateway.config;
  const world = { clock: systemClock, currency: prices.currency, portalUrl: () => 'http://portal/' };
  payments = (await openPayments(gateway.config.payments, world))!;
});
afterAll(async () => {
  await gateway.close();
  await stripe.stop();
  vi.useRealTimers();
});

const balance = async () => (await gateway.money()).balance;
const tell = ({ body, headers }: ReturnType<FakeStripe['news']>, changed = body): Promise<number> =>
  fetch(gateway.url + NEWS, { method: 'POST', headers, body: changed }).then(({ status }) => status);
const order = (amount: string, more: object = {}): Promise<Answer> =>
  gateway.ask('/api/account/v1/topups', { method: 'POST', body: { amount, ...more } });
async function ordered(amount: string, more: object = {}): Promise<{ id: string; address: string }> {
  const answer = await order(amount, more);
  expect(answer.status).toBe(201);
  return answer.body.topup;
}
const stateOf = async (id: string) => (await gateway.ask(`/api/account/v1/topups/${id}`)).body.topup.state;

describe('a top-up', () => {
  test('is a page to pay on, and is in the balance once, however often Stripe sends the event', async () => {
    const before = await balance();
    const { id, address } = await ordered('25.50');
    expect([await balance(), await stateOf(id)]).toEqual([before, 'open']);
    const news = stripe.news('payment_intent.succeeded', stripe.pay(address));
    expect(await Promise.all([tell(news), tell(news), tell(news)])).toEqual([200, 200, 200]);
    expect([await balance(), await stateOf(id)]).toEqual([before + 25_500_000, 'paid']);
  });

  test.each([
    ['0.99', 'amount: must be from 1.000000 to 1000.000000'],
    ['1000.01', 'amount: must be from 1.000000 to 1000.000000'],
    ['5.001', 'amount: must be a multiple of 0.010000'],
  ])('of %s is refused with the reason', async (amount, detail) => {
    expect(await order(amount)).toMatchObject({ status: 400, body: { detail } });
  });

  test('whose payment page cannot be created has ended, and no order is open', async () => {
    stripe.losesAnswers = 2;
    expect((await order('5')).status).toBe(503);
    const { body } = await gateway.ask('/api/account/v1/topups?limit=1');
    expect(body.topups).toMatchObject([{ state: 'ended', address: null }]);
    expect(body.payable).toMatchObject({ way: 'stripe', step: '0.010000' });
  });

  test('whose event never arrived is found by reading payments, once', async () => {
    const before = await balance();
    const { id, address } = await ordered('7');
    stripe.pay(address);
    const report = await gateway.admin('payments/differences');
    expect(report.body).toMatchObject({
      clean: false,
      differences: [{ expected: '7.000000', found: 'nothing' }],
    });
    await gateway.withStorage(async (storage) => {
      const deps = { storage, clock: systemClock, log, way: payments.way, cards: payments.cards! };
      expect(await reconcilePayments(deps)).toBe(1);
      expect(await reconcilePayments(deps)).toBe(0);
    });
    expect([await balance(), await stateOf(id)]).toEqual([before + 7_000_000, 'paid']);
    const after = await gateway.admin('payments/differences');
    expect(after.body).toMatchObject({ clean: true, differences: [] });
  });
});

describe('what is not signed by Stripe', () => {
  test('is refused, and changes no row', async () => {
    const { address } = await ordered('5');
    const news = stripe.news('payment_intent.succeeded', stripe.pay(address));
    const before = allRows(gateway.folder);
    const wrong = [
      await tell(news, news.body.replace('succeeded', 'succeedeD')),
      await tell({ ...news, headers: { ...news.headers, 'stripe-signature': 't=1,v1=00' } }),
      await tell({ ...news, headers: { 'content-type': 'application/json' } }),
    ];
    expect(wrong).toEqual([400, 400, 400]);
    expect(allRows(gateway.folder)).toBe(before);
    expect(await tell(news)).toBe(200);
    expect(allRows(gateway.folder)).not.toBe(before);
  });

  test('of another currency or account is accepted, and credited to no account', async () => {
    const before = await balance();
    const { address } = await ordered('5');
    const intent = stripe.pay(address);
    const strange = [
      { ...intent, id: 'pi_eur', currency: 'eur' },
      { ...intent, id: 'pi_other', metadata: { account: 'acc_of_somebody' } },
      { ...intent, id: 'pi_foreign', metadata: {} },
    ];
    for (const one of strange) expect(await tell(stripe.news('payment_intent.succeeded', one))).toBe(200);
    expect(await balance()).toBe(before);
  });
});

describe('what is signed by Stripe and cannot be read', () => {
  const signed = (payload: string) => stripe.signed(payload);
  const event = (type: string, object: unknown) => JSON.stringify({ type, data: { object } });
  const intent = { id: 'pi_bad', status: 'succeeded', currency: 'usd', amount_received: 500, created: 1 };
  const dispute = { id: 'dp_bad', currency: 'usd', payment_intent: 'pi_bad', amount: 500 };
  const BODIES = [
    ...[
      '',
      'null',
      '[]',
      '7',
      '"x"',
      '{}',
      '{"type":7}',
      '{"type":""}',
      '{"type":"payment_intent.succeeded"}',
    ],
    ...['{"type":"payment_intent.succeeded","data":null}', '{"type":"refund.failed","data":{"object":[]}}'],
    event('payment_intent.succeeded', { ...intent, currency: null }),
    event('payment_intent.succeeded', { ...intent, id: 7 }),
    event('checkout.session.expired', null),
    event('charge.dispute.funds_withdrawn', { ...dispute, currency: 7 }),
    event('charge.dispute.funds_withdrawn', { ...dispute, id: null }),
    ...['5', 1.5, 0, -500, null, 2 ** 60].map((amount) =>
      event('charge.dispute.funds_withdrawn', { ...dispute, amount }),
    ),
  ];
  test.each(BODIES)('is 400 and changes no row: %s', async (body) => {
    const before = allRows(gateway.folder);
    expect(await tell(signed(body))).toBe(400);
    expect(allRows(gateway.folder)).toBe(before);
  });

  test.each([1.5, '500', -500, 0, null, 2 ** 60])('is not credited: an amount of %j', async (amount) => {
    const read = () =>
      gateway.withStorage((storage) =>
        reconcilePayments({ storage, clock: systemClock, log, way: payments.way, cards: payments.cards! }),
      );
    // Earlier tests have left payments without an event.
    await read();
    const before = await balance();
    const { id, address } = await ordered('5');
    const paid = stripe.pay(address);
    const received = paid.amount_received;
    paid.amount_received = amount as number;
    expect(await tell(stripe.news('payment_intent.succeeded', paid))).toBe(400);
    expect(await read()).toBe(0);
    expect([await balance(), await stateOf(id)]).toEqual([before, 'open']);
    paid.amount_received = received;
    expect(await tell(stripe.news('payment_intent.succeeded', paid))).toBe(200);
    expect([await balance(), await stateOf(id)]).toEqual([before + 5_000_000, 'paid']);
  });

  test('is accepted and ignored when its type is unknown', async () => {
    expect(await tell(signed('{"type":"customer.created","data":7}'))).toBe(200);
    expect(await tell(signed('{"type":"__proto__"}'))).toBe(200);
  });
});

describe('a dispute', () => {
  test('whose event comes before its payment credits the payment first, and a won one gives back what was taken', async () => {
    const before = await balance();
    const { address } = await ordered('9');
    const intent = stripe.pay(address);
    const dispute = stripe.dispute(intent);
    const [taken, back] = ['withdrawn', 'reinstated'].map((move) =>
      stripe.news(`charge.dispute.funds_${move}`, dispute),
    );
    expect([await tell(taken!), await tell(taken!)]).toEqual([200, 200]);
    expect(await balance()).toBe(before);
    expect(await tell(stripe.news('payment_intent.succeeded', intent))).toBe(200);
    expect(await balance()).toBe(before);
    expect([await tell(back!), await tell(back!), await tell(taken!)]).toEqual([200, 200, 200]);
    expect(await balance()).toBe(before + 9_000_000);
    const { body } = await gateway.admin('disputes?limit=1');
    expect(body.disputes).toMatchObject([{ state: 'reinstated', taken: '9.000000', owed: '0.000000' }]);
  });

  test('whose events are lost is found by reading disputes, each movement once, and one without a movement is left alone', async () => {
    const before = await balance();
    const { address } = await ordered('6');
    const intent = stripe.pay(address);
    expect(await tell(stripe.news('payment_intent.succeeded', intent))).toBe(200);
    const dispute = stripe.dispute(intent, 400);
    stripe.dispute({ ...intent, id: 'pi_of_somebody' }).balance_transactions.push({ amount: -600 });
    await gateway.withStorage(async (storage) => {
      const deps = { storage, clock: systemClock, way: payments.way, cards: payments.cards! };
      const read = async () => [await reconcileDisputes(deps), await balance()];
      expect(await read()).toEqual([0, before + 6_000_000]);
      dispute.balance_transactions.push({ amount: -400 });
      expect(await read()).toEqual([1, before + 2_000_000]);
      const rows = allRows(gateway.folder);
      expect(await read()).toEqual([0, before + 2_000_000]);
      expect(allRows(gateway.folder)).toBe(rows);
      dispute.balance_transactions.push({ amount: 400 });
      expect(await read()).toEqual([1, before + 6_000_000]);
      expect(await read()).toEqual([0, before + 6_000_000]);
    });
  });
});

describe('a payback', () => {
  async function paid(amount: string): Promise<{ intent: ReturnType<FakeStripe['pay']>; payment: string }> {
    const { address } = await ordered(amount);
    const intent = stripe.pay(address);
    expect(await tell(stripe.news('payment_intent.succeeded', intent))).toBe(200);
    return { intent, payment: `stripe:${intent.id}` };
  }
  const payBack = (payment: string, more: object = {}) =>
    gateway.admin('accounts/demo/paybacks', { method: 'POST', body: { payment, reason: 'asked', ...more } });
  const madeAt = (payment: string) =>
    stripe.refunds.filter(({ payment_intent }) => `stripe:${payment_intent}` === payment);
  const keysOf = (id: string) => stripe.asked.filter(({ key }) => key === id).length;

  test('leaves the balance and arrives at the card once, under one reference however often it is sent', async () => {
    const { payment } = await paid('20');
    const before = await balance();
    const body = { amount: '12.50', reference: 'leaves' };
    const first = await payBack(payment, body);
    expect(first).toMatchObject({
      status: 201,
      body: { duplicate: false, payback: { state: 'made', amount: '12.500000', payment } },
    });
    expect((await payBack(payment, body)).body).toMatchObject({
      duplicate: true,
      payback: { id: first.body.payback.id, state: 'made' },
    });
    expect(await balance()).toBe(before - 12_500_000);
    expect(madeAt(payment)).toMatchObject([{ amount: 1_250 }]);
    expect(await payBack(payment, { amount: '7.51' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('7.500000 is left') },
    });
    expect((await payBack(payment)).body.payback).toMatchObject({ amount: '7.500000' });
    expect((await gateway.admin('paybacks?account=demo&state=made&limit=2')).body.paybacks).toHaveLength(2);
    expect(await differencesOf(payment)).toEqual([]);
  });

  test.each([
    [{ amount: '0.001' }, 400, 'amount: must be a multiple of 0.010000'],
    [{ amount: '0' }, 400, 'amount: must not be zero'],
    [{ payment: 'stripe:pi_of_nobody' }, 404, 'The account has no payment of this reference.'],
    [{ payment: 'by hand' }, 409, 'The provider of this payment is not configured here.'],
  ])('of %j is refused with the reason, and takes nothing', async (more, status, detail) => {
    const { payment } = await paid('2');
    const before = await balance();
    expect(await payBack(payment, more)).toMatchObject({ status, body: { detail } });
    expect([await balance(), madeAt(payment)]).toEqual([before, []]);
  });

  test('that Stripe refuses for good is in the balance again, and its account gets an event', async () => {
    const { payment } = await paid('3');
    const before = await balance();
    stripe.refusesRefunds = 'charge_disputed';
    const { status, body } = await payBack(payment);
    stripe.refusesRefunds = null;
    expect([status, body.payback.state]).toEqual([201, 'refused']);
    expect(body.payback.failure).toContain('charge_disputed');
    expect(await balance()).toBe(before);
    const { body: told } = await gateway.ask('/api/account/v1/events?after=0&limit=100');
    expect(told.events.at(-1)).toMatchObject({ type: 'payback.refused', data: { reference: payment } });
    expect((await payBack(payment)).body.payback.state).toBe('made');
  });

  test('whose answer is lost stays open, and is made once, when it is repeated under the same id', async () => {
    const { payment } = await paid('4');
    const before = await balance();
    stripe.losesAnswers = 2; // The package itself asks twice.
    const { body } = await payBack(payment);
    expect(body.payback.state).toBe('wanted');
    expect([await balance(), madeAt(payment).length]).toEqual([before - 4_000_000, 1]);
    await finish(body.payback.id);
    expect([await balance(), madeAt(payment).length]).toEqual([before - 4_000_000, 1]);
    expect(keysOf(body.payback.id)).toBe(3);
  });

  test('whose process died is made by the next one; after a day it is searched for before it is repeated', async () => {
    const { payment } = await paid('5');
    const before = await balance();
    const wish = { actor: 'test', accountId: await accountId(), payment, reference: null, reason: 'x' };
    await gateway.withStorage((storage) =>
      storage.paybacks.want({ ...wish, id: 'pbk_died', amountMicros: null }),
    );
    await finish('pbk_died');
    expect([await balance(), madeAt(payment).length]).toEqual([before - 5_000_000, 1]);
    // Stripe has made this one, and no longer knows its idempotency key.
    const { payment: old } = await paid('6');
    stripe.losesAnswers = 2;
    const { body } = await payBack(old);
    stripe.forgetKeys();
    await finish(body.payback.id, 21 * 3_600_000);
    expect(madeAt(old)).toHaveLength(1);
  });

  test('that comes back from the card weeks later is in the balance again, whether its event comes once or twice', async () => {
    const { payment } = await paid('7');
    const before = await balance();
    await payBack(payment);
    const [refund] = madeAt(payment);
    refund!.status = 'failed';
    const news = stripe.news('refund.failed', { ...refund, failure_reason: 'expired_or_canceled_card' });
    expect([await tell(news), await tell(news)]).toEqual([200, 200]);
    expect(await balance()).toBe(before);
    const { body } = await gateway.admin('paybacks?state=refused&limit=1');
    expect(body.paybacks).toMatchObject([{ payment, failure: 'expired_or_canceled_card' }]);
    expect(await differencesOf(payment)).toEqual([]);
  });

  test('that did not arrive, and whose events are lost, is found by reading refunds, once', async () => {
    const { payment } = await paid('9');
    const before = await balance();
    await payBack(payment);
    madeAt(payment)[0]!.status = 'failed';
    await gateway.withStorage(async (storage) => {
      const deps = { storage, clock: systemClock, way: payments.way, cards: payments.cards! };
      expect([await reconcilePaybacks(deps), await balance()]).toEqual([1, before]);
      const rows = allRows(gateway.folder);
      expect(await reconcilePaybacks(deps)).toBe(0);
      expect(allRows(gateway.folder)).toBe(rows);
    });
  });

  test('that fails while the bank has the whole payment leaves no unpaid money in the balance', async () => {
    const before = await balance();
    const { intent, payment } = await paid('30');
    await payBack(payment, { amount: '20' });
    const dispute = stripe.dispute(intent);
    dispute.balance_transactions.push({ amount: -3_000 });
    expect(await tell(stripe.news('charge.dispute.funds_withdrawn', dispute))).toBe(200);
    expect(await balance()).toBe(before);
    const [refund] = madeAt(payment);
    refund!.status = 'failed';
    const failed = { ...refund, failure_reason: 'charge_for_pending_refund_disputed' };
    for (let turn = 0; turn < 2; turn++) {
      expect(await tell(stripe.news('refund.failed', failed))).toBe(200);
      expect([await balance(), await differencesOf(payment)]).toEqual([before, []]);
    }
  });

  test('that failed like this under an older release is found by comparing payments, and mended by the next reading of disputes', async () => {
    const before = await balance();
    const { intent, payment } = await paid('30');
    await payBack(payment, { amount: '20' });
    const dispute = stripe.dispute(intent);
    dispute.balance_transactions.push({ amount: -3_000 });
    await tell(stripe.news('charge.dispute.funds_withdrawn', dispute));
    write('UPDATE disputes SET disputed_micros = NULL WHERE id = ?', dispute.id);
    madeAt(payment)[0]!.status = 'failed';
    await tell(stripe.news('refund.failed', madeAt(payment)[0]!));
    expect(await balance()).toBe(before + 20_000_000);
    const check = 'what banks took back has left the balance, or is owed';
    const difference = { check, expected: '30.000000', found: '10.000000' };
    expect(await differencesOf(payment)).toMatchObject([difference]);
    // Columns that this release writes let the ledger notice the difference without the provider.
    write('UPDATE disputes SET disputed_micros = 30000000 WHERE id = ?', dispute.id);
    const verdict = await gateway.admin('ledger/verify', { method: 'POST', body: { full: true } });
    expect(JSON.stringify(verdict.body)).toContain(`disputes count what their payment has left (${payment})`);
    await gateway.withStorage(async (storage) => {
      const deps = { storage, clock: systemClock, way: payments.way, cards: payments.cards! };
      expect([await reconcileDisputes(deps), await balance()]).toEqual([1, before]);
      expect([await reconcileDisputes(deps), await balance()]).toEqual([0, before]);
    });
    expect(await differencesOf(payment)).toEqual([]);
  });

  test('that was made in the dashboard of Stripe is reported as a difference', async () => {
    const { intent, payment } = await paid('8');
    stripe.refunds.push({
      ...{ id: 're_by_hand', object: 'refund', status: 'succeeded', payment_intent: intent.id },
      ...{ amount: 300, created: intent.created, metadata: {} },
    });
    const check = 'what went back to the card has left the balance';
    expect(await differencesOf(payment)).toMatchObject([{ check, expected: '3.000000', found: '0.000000' }]);
    stripe.refunds.pop();
  });

  /** Writes a row as another release may have left it. */
  function write(sql: string, id: string): void {
    const db = new DatabaseSync(path.join(gateway.folder, 'reelgate.db'), { timeout: 5_000 });
    db.prepare(sql).run(id);
    db.close();
  }

  async function differencesOf(payment: string): Promise<object[]> {
    const { body } = await gateway.admin('payments/differences');
    return body.differences.filter(({ reference }: { reference: string }) => reference === payment);
  }

  const accountId = async () => (await gateway.admin('accounts/demo')).body.account.id as string;

  /** As the job does it, `afterMs` later. */
  async function finish(id: string, afterMs = ASK_AGAIN_MS): Promise<void> {
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + afterMs };
    const file = path.join(gateway.folder, 'reelgate.db');
    const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: false });
    await runDuties(storage, paybackWork({ storage, clock, log }, payments));
    expect(await storage.paybacks.find({ id })).toMatchObject({ state: 'made' });
    await storage.close();
  }
});

describe('a saved card', () => {
  const plan = (storage: Storage, accountId: string, below: string) => {
    const [belowMicros, upToMicros, monthMaxMicros] = [Number(below) * 1e6, Number(below) * 1e6 + 10e6, 1e9];
    const amounts = { belowMicros, upToMicros, monthMaxMicros } as never;
    return storage.recharges.setRule({ actor: 'test', accountId, rule: amounts });
  };

  /** A new account that paid once with this card, and is below its recharge threshold. */
  async function recharged(card: string): Promise<{ id: string; key: string }> {
    const name = `card-${card.slice(3)}-${stripe.intents.length}`;
    const { body } = await gateway.admin('accounts', { method: 'POST', body: { name } });
    const { secret: key } = await gateway.newKey({ account: name });
    const made = await gateway.ask('/api/account/v1/topups', {
      ...{ method: 'POST', key, body: { amount: '2', save_card: true } },
    });
    const intent = stripe.pay(made.body.topup.address, card);
    expect(await tell(stripe.news('payment_intent.succeeded', intent))).toBe(200);
    return { id: body.account.id, key };
  }
  const run = async (storage: Storage) => {
    await storage.recharges.want();
    await runDuties(storage, rechargeWork({ storage, clock: systemClock, log }, payments));
  };
  const seen = async (key: string) => (await gateway.ask('/api/account/v1/recharge', { key })).body.recharge;

  test('is configured by its owner, who is told which value is invalid', async () => {
    const set = (body: object, key?: string) =>
      gateway.ask('/api/account/v1/recharge', { method: 'POST', body, ...(key && { key }) });
    const good = { below: '0.5', up_to: '10', month_max: '20' };
    expect((await set(good)).status).toBe(409);
    const { key } = await recharged(CARDS.good);
    expect(await set({ ...good, up_to: '0.5' }, key)).toMatchObject({ status: 400 });
    // One payment is at most 1,000 here.
    const wrong = {
      status: 400,
      body: { detail: expect.stringContaining('up_to: must be at most 1000.000000') },
    };
    const tooMuch = { below: '999', up_to: '1000.000001', month_max: '5000' };
    expect(await set(tooMuch, key)).toMatchObject(wrong);
    const byOperator = (body: object) => gateway.admin('accounts/demo/recharge', { method: 'POST', body });
    expect(await byOperator(tooMuch)).toMatchObject(wrong);
    expect((await byOperator({ ...tooMuch, up_to: '1000' })).status).toBe(409);
    expect((await set({ ...tooMuch, up_to: '1000' }, key)).status).toBe(200);
    expect((await set(good, key)).body.recharge).toMatchObject({
      below: '0.500000',
      has_card: true,
      paused_by: null,
    });
    const ended = await gateway.ask('/api/account/v1/recharge', { method: 'DELETE', key });
    expect(ended.body.recharge).toMatchObject({ below: null, month_used: '0.000000' });
  });

  test('pays once, also when the answer is lost and the payment is repeated under the same id', async () => {
    const { id, key } = await recharged(CARDS.good);
    const charges = () =>
      stripe.intents.filter(({ metadata }) => metadata.account === id && metadata.recharge);
    await gateway.withStorage(async (storage) => {
      await plan(storage, id, '5');
      stripe.losesAnswers = 2; // The package itself asks twice.
      await run(storage);
      expect(charges()).toHaveLength(1);
      const keys = stripe.asked
        .filter(({ path }) => path === 'POST /v1/payment_intents')
        .map((one) => one.key);
      expect(new Set(keys.slice(-2)).size).toBe(1);
      expect((await storage.accounts.find({ idOrName: id }))!.balanceMicros).toBe(2_000_000);
      // The event arrives before the payment is repeated.
      expect(await tell(stripe.news('payment_intent.succeeded', charges()[0]!))).toBe(200);
      await run(storage);
      expect((await storage.accounts.find({ idOrName: id }))!.balanceMicros).toBe(15_000_000);
    });
    expect(charges()).toHaveLength(1);
    expect(await seen(key)).toMatchObject({ month_used: '13.000000' });
    await gateway.ask('/api/account/v1/recharge', { method: 'DELETE', key });
  });

  test('that needs a confirmation by its owner is paused at once, and the account is told', async () => {
    const { id, key } = await recharged(CARDS.owner);
    await gateway.withStorage(async (storage) => {
      await plan(storage, id, '5');
      await run(storage);
      await run(storage);
    });
    expect(await seen(key)).toMatchObject({ paused_by: 'authentication_required', month_used: '0.000000' });
    const { body } = await gateway.admin(`recharges?account=${id}`);
    expect(body.recharges).toMatchObject([{ state: 'declined', failure: 'authentication_required' }]);
  });

  test('that is refused is not charged again within the hour', async () => {
    const { id } = await recharged(CARDS.empty);
    const asked = () =>
      stripe.intents.filter(({ metadata }) => metadata.account === id && metadata.recharge).length;
    await gateway.withStorage(async (storage) => {
      await plan(storage, id, '5');
      for (let i = 0; i < 3; i++) await run(storage);
      await storage.recharges.setRule({ actor: 'test', accountId: id, rule: null });
    });
    expect(asked()).toBe(1);
  });
});

test('without a webhook secret the route for payment events does not exist', async () => {
  const other = await startTestGateway({ settings: settingsOf(`api_url: "${stripe.url}"`) });
  const answer = await other.ask(NEWS, { method: 'POST', key: null, body: {} });
  expect(answer).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } });
  await other.close();
});
