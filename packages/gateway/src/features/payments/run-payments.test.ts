// A card is charged once and a payback is made once, however late a lost answer is repeated. The provider here forgets idempotency keys
// after a day, as Stripe does: the same id is then a new charge.
import { expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import type { PaidPayment } from '../../domain/payment.ts';
import {
  ASK_AGAIN_MS,
  type CardPayments,
  type ChargeResult,
  IDEMPOTENCY_KEY_MS,
  type Payments,
  type RefundResult,
  type SavedCharge,
} from '../../domain/payment-port.ts';
import type { TestClock } from '../../storage/contracts/storage.contract.ts';
import { PRICE } from '../../storage/ledger/testing/ledger.ts';
import { runDuties } from '../../testing/run-duties.ts';
import { payBack, paybackWork, rechargeWork } from './run-payments.ts';
import { actor, balanceOf, log, opened } from './testing/paid-account.ts';

const FORGETS_MS = 24 * 3_600_000;
const bounds = { minMicros: toMicros(PRICE), maxMicros: toMicros(1_000 * PRICE), stepMicros: PRICE };

/** Takes the money and loses its first answer. */
class ForgetfulProvider {
  readonly made: string[] = [];
  /** Idempotency keys it was asked with, while it still knows them. */
  readonly #known = new Map<string, number>();
  readonly #clock: TestClock;
  #isFirst = true;

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  /** False when the answer is lost. */
  take(id: string): boolean {
    const knownMs = this.#known.get(id);
    if (knownMs === undefined || this.#clock.nowMs() - knownMs >= FORGETS_MS) {
      this.made.push(id);
      this.#known.set(id, this.#clock.nowMs());
    }
    const isLost = this.#isFirst;
    this.#isFirst = false;
    return !isLost;
  }

  get payments(): Payments & { cards: CardPayments } {
    const paid = ({ id, accountId, amountMicros }: Omit<SavedCharge, 'card'>): ChargeResult => {
      const payment: PaidPayment = {
        ...{
          accountId,
          amountMicros,
          reference: `stripe:pi_${id}`,
          orderId: null,
          rechargeId: id,
          card: null,
        },
      } as PaidPayment;
      return { kind: 'paid', payment };
    };
    let charged: SavedCharge | null = null;
    const cards: Partial<CardPayments> = {
      chargeSaved: async (charge) => {
        charged = charge;
        return this.take(charge.id) ? paid(charge) : { kind: 'unknown', why: 'lost' };
      },
      findCharge: async (id) => (this.made.includes(id) ? paid(charged!) : null),
      refund: async ({ id }): Promise<RefundResult> =>
        this.take(id) ? { kind: 'made' } : { kind: 'unknown', why: 'lost' },
      findRefund: async ({ id }) => (this.made.includes(id) ? { kind: 'made' } : null),
    };
    const checkout = async () => ({ kind: 'failed' as const, why: 'not asked here' });
    return { way: 'stripe', bounds, checkout, cards: cards as CardPayments };
  }
}

test.each([
  ['as soon as its turn ended', ASK_AGAIN_MS],
  ['while the provider surely knows the id', IDEMPOTENCY_KEY_MS - 1],
  ['when the provider may have forgotten the id', IDEMPOTENCY_KEY_MS],
  ['when the provider has just forgotten it', FORGETS_MS],
  ['two days later', 48 * 3_600_000],
])('a recharge whose answer was lost is paid once when it is asked for again %s', async (_when, afterMs) => {
  const { storage, clock, close } = await opened();
  const provider = new ForgetfulProvider(clock);
  const plan = { belowMicros: toMicros(6 * PRICE), upToMicros: toMicros(15 * PRICE) };
  await storage.recharges.setRule({
    ...{ actor, accountId: 'acc', rule: { ...plan, monthMaxMicros: toMicros(100 * PRICE) } },
  });
  const { payments } = provider;
  expect(await storage.recharges.want()).toEqual({ wanted: 1 });
  await runDuties(storage, rechargeWork({ storage, clock, log }, payments));
  expect([provider.made.length, await balanceOf(storage)]).toEqual([1, 5]);
  clock.advance(afterMs);
  await runDuties(storage, rechargeWork({ storage, clock, log }, payments));
  await runDuties(storage, rechargeWork({ storage, clock, log }, payments));
  expect([provider.made.length, await balanceOf(storage)]).toEqual([1, 15]);
  await close();
});

test.each([
  ['while the provider surely knows the id', IDEMPOTENCY_KEY_MS - 1],
  ['when the provider may have forgotten the id', IDEMPOTENCY_KEY_MS],
  ['two days later', 48 * 3_600_000],
])('a payback whose answer was lost is made once when it is asked for again %s', async (_when, afterMs) => {
  const { storage, clock, close } = await opened();
  const provider = new ForgetfulProvider(clock);
  const { payments } = provider;
  const wanted = await storage.paybacks.want({
    ...{ actor, id: 'pbk', accountId: 'acc', payment: 'stripe:pi_first', reference: 'r', reason: 'test' },
    amountMicros: toMicros(2 * PRICE),
  });
  if (wanted.kind !== 'wanted') throw new Error(wanted.kind);
  await payBack({ storage, clock, log }, payments, wanted.payback);
  expect((await storage.paybacks.find({ id: 'pbk' }))!.state).toBe('wanted');
  clock.advance(afterMs);
  await runDuties(storage, paybackWork({ storage, clock, log }, payments));
  await runDuties(storage, paybackWork({ storage, clock, log }, payments));
  expect(provider.made).toEqual(['pbk']);
  expect((await storage.paybacks.find({ id: 'pbk' }))!.state).toBe('made');
  expect(await balanceOf(storage)).toBe(3);
  await close();
});

test('a payback that cannot be looked up is not sent again: it waits until the provider says whether it was made', async () => {
  const { storage, clock, close } = await opened();
  const provider = new ForgetfulProvider(clock);
  const { payments } = provider;
  const wanted = await storage.paybacks.want({
    ...{ actor, id: 'pbk', accountId: 'acc', payment: 'stripe:pi_first', reference: 'r', reason: 'test' },
    amountMicros: toMicros(2 * PRICE),
  });
  if (wanted.kind !== 'wanted') throw new Error(wanted.kind);
  await payBack({ storage, clock, log }, payments, wanted.payback);
  clock.advance(48 * 3_600_000);
  const findRefund = () => Promise.reject(new Error('unreachable'));
  const blind = { ...payments, cards: { ...payments.cards, findRefund } };
  await runDuties(storage, paybackWork({ storage, clock, log }, blind));
  expect([provider.made, (await storage.paybacks.find({ id: 'pbk' }))!.state]).toEqual([['pbk'], 'wanted']);
  clock.advance(ASK_AGAIN_MS);
  await runDuties(storage, paybackWork({ storage, clock, log }, payments));
  expect([provider.made, (await storage.paybacks.find({ id: 'pbk' }))!.state]).toEqual([['pbk'], 'made']);
  await close();
});

test('a recharge that cannot be looked up is not charged again', async () => {
  const { storage, clock, close } = await opened();
  const provider = new ForgetfulProvider(clock);
  const { payments } = provider;
  const plan = { belowMicros: toMicros(6 * PRICE), upToMicros: toMicros(15 * PRICE) };
  await storage.recharges.setRule({
    ...{ actor, accountId: 'acc', rule: { ...plan, monthMaxMicros: toMicros(100 * PRICE) } },
  });
  await storage.recharges.want();
  await runDuties(storage, rechargeWork({ storage, clock, log }, payments));
  clock.advance(48 * 3_600_000);
  const findCharge = () => Promise.reject(new Error('unreachable'));
  const blind = { ...payments, cards: { ...payments.cards, findCharge } };
  await runDuties(storage, rechargeWork({ storage, clock, log }, blind)).catch(() => {});
  expect([provider.made.length, await balanceOf(storage)]).toEqual([1, 5]);
  await close();
});

test('a recharge that the bank has not decided is looked up by its payment until it is paid, and not charged again', async () => {
  const { storage, clock, close } = await opened();
  const { payments } = new ForgetfulProvider(clock);
  const plan = { belowMicros: toMicros(6 * PRICE), upToMicros: toMicros(15 * PRICE) };
  await storage.recharges.setRule({
    ...{ actor, accountId: 'acc', rule: { ...plan, monthMaxMicros: toMicros(100 * PRICE) } },
  });
  await storage.recharges.want();
  const asked: string[] = [];
  let isDecided = false;
  const pending: ChargeResult = { kind: 'pending', payment: 'stripe:pi_slow' };
  const chargeSaved = async (charge: SavedCharge): Promise<ChargeResult> => {
    asked.push('charge');
    await payments.cards.chargeSaved(charge);
    return pending;
  };
  const look = async (payment: string): Promise<ChargeResult> => {
    asked.push(payment);
    const { items } = await storage.recharges.list({ limit: 1, after: null });
    return isDecided ? (await payments.cards.findCharge(items[0]!.id, 0))! : pending;
  };
  const slow = { ...payments, cards: { ...payments.cards, chargeSaved, look } };
  const turn = () => runDuties(storage, rechargeWork({ storage, clock, log }, slow));
  await turn();
  const { items } = await storage.duties.list({ kind: 'recharge', isLate: false, limit: 9, after: null });
  // Waiting for a bank is no failure.
  expect(items).toMatchObject([{ failures: 0, dueAtMs: clock.nowMs() + ASK_AGAIN_MS }]);
  clock.advance(ASK_AGAIN_MS);
  await turn();
  expect(await balanceOf(storage)).toBe(5);
  isDecided = true;
  clock.advance(ASK_AGAIN_MS);
  await turn();
  expect([asked, await balanceOf(storage)]).toEqual([['charge', 'stripe:pi_slow', 'stripe:pi_slow'], 15]);
  await close();
});
