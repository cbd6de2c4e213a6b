// How far back payments are compared with the provider, how many at a time, and what happens when two notifications arrive at once.
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { PaidPayment } from '../../domain/payment.ts';
import type { DisputeNotification } from '../../domain/payment-port.ts';
import type { TestClock } from '../../storage/contracts/storage.contract.ts';
import { PRICE } from '../../storage/ledger/testing/ledger.ts';
import type { Storage } from '../../storage/storage.ts';
import { applyNotification } from './apply-notification.ts';
import { reconcileDisputes, reconcilePaybacks, reconcilePayments, verifyPayments } from './reconcile.ts';
import { actor, balanceOf, log, opened } from './testing/paid-account.ts';

const way = 'stripe';

let storage: Storage;
let clock: TestClock;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ storage, clock, close } = await opened());
});
afterAll(() => close());

const paid = (name: string): PaidPayment => ({
  ...{ reference: `stripe:pi_${name}`, accountId: 'acc', amountMicros: toMicros(2 * PRICE) },
  ...{ refundedMicros: ZERO, card: null, orderId: null, rechargeId: null, createdAtMs: 0 },
});
async function* none() {}

test('payments are read of three days, disputes of four months and failed refunds of two months', async () => {
  const days: number[] = [];
  const asked = (sinceMs: number) => {
    days.push((clock.nowMs() - sinceMs) / DAY_MS);
    return none();
  };
  const cards = { paidSince: asked, disputedSince: asked, failedRefundsSince: asked };
  const deps = { storage, clock, way, log, cards } as const;
  await reconcilePayments(deps);
  await reconcileDisputes(deps);
  await reconcilePaybacks(deps);
  await verifyPayments(deps, 7);
  expect(days).toEqual([3, 120, 60, 7, 120]);
});

test('each payment is compared once, also when there are more than one look-up takes', async () => {
  const many = Array.from({ length: 201 }, (_, i) => paid(`many_${i}`));
  async function* paidSince() {
    yield* many;
  }
  const cards = { paidSince, disputedSince: none };
  const { payments, differences } = await verifyPayments({ storage, clock, way, log, cards }, 3);
  expect([payments, differences.map(({ reference }) => reference)]).toEqual([
    201,
    many.map(({ reference }) => reference),
  ]);
});

test('a dispute is applied also when another notification credits its payment meanwhile', async () => {
  const before = await balanceOf(storage);
  const payment = paid('raced');
  const find = async () => {
    const { refundedMicros: _, createdAtMs: __, ...credit } = payment;
    await storage.payments.credit({ actor, ...credit });
    return payment;
  };
  await applyNotification(
    { storage, way, log, cards: { find } },
    {
      ...{ kind: 'withdrawn', id: 'dp_raced', payment: payment.reference },
      disputedMicros: payment.amountMicros,
    },
  );
  expect(await balanceOf(storage)).toBe(before);
});

test('what banks took of a payment is the sum of its open disputes', async () => {
  const payment = paid('disputed_twice');
  const { refundedMicros: _, createdAtMs: __, ...credit } = payment;
  await storage.payments.credit({ actor, ...credit });
  const move = (kind: 'withdrawn' | 'reinstated', id: string, share: number): DisputeNotification => ({
    ...{ kind, id, payment: payment.reference, disputedMicros: toMicros((share * PRICE) / 4) },
  });
  const told: DisputeNotification[] = [];
  const cards = { paidSince: none, disputedSince: () => Readable.from(told), find: async () => payment };
  const deps = { storage, clock, way, log, cards } as const;
  const compared = async () => (await verifyPayments(deps, 3)).differences;
  const [first, second] = [move('withdrawn', 'dp_first', 3), move('withdrawn', 'dp_second', 2)];
  told.push(first, second);
  for (const one of told) await applyNotification(deps, one);
  expect(await compared()).toEqual([]);
  // The bank gives one back, and the gateway does not hear of it.
  const returned = move('reinstated', 'dp_first', 3);
  told.push(returned);
  expect(await compared()).toMatchObject([{ expected: '0.000500', found: '0.001250' }]);
  await applyNotification(deps, returned);
  expect(await compared()).toEqual([]);
  // A third is not heard of either.
  told.push(move('withdrawn', 'dp_third', 1));
  expect(await compared()).toMatchObject([{ expected: '0.000750', found: '0.000500' }]);
});
