// What is played on the model and on a backend: random steps, and one fixed sequence that meets every outcome, however few random steps a
// slow machine has time for.
import fc from 'fast-check';
import { type Asked, type Caps, ITEMS_MAX, type Offer, WINDOWS, type Window } from './model-account.ts';
import { PRICE } from './payer.ts';

type OpenOp = Asked & { payer: number };
export type CallOp =
  | ({ op: 'open' } & OpenOp)
  | ({ op: 'openSettled'; charged: number; items: number } & OpenOp)
  /** `age` 0 is the newest epoch, 1 the one before it. */
  | { op: 'settle'; payer: number; id: number; age: number; charged: number; items: number }
  | { op: 'release'; payer: number; id: number; age: number };
export type MoneyOp =
  | { op: 'topUp'; payer: number; reference: number; amount: number }
  | { op: 'adjust'; payer: number; amount: number }
  | { op: 'refund'; payer: number; id: number; amount: number | null }
  | { op: 'cap'; payer: number; scope: keyof Caps; window: Window; cap: number | null }
  | { op: 'complain'; payer: number; id: number; isByRule: boolean }
  | { op: 'decide'; payer: number; id: number; isRefunded: boolean }
  /** Withdraws the payment with this reference. */
  | { op: 'withdraw'; reference: number; amount: number }
  | { op: 'reinstate'; reference: number; amount: number }
  | { op: 'grant'; payer: number; amount: number; priority: number; isLasting: boolean }
  /** Expires grants of all payers. */
  | { op: 'lapse' }
  | { op: 'expire' };
type Step = { calls: CallOp[] } | { money: MoneyOp };

export const PAYERS = 2;
const payer = fc.nat(PAYERS - 1);
const id = fc.nat(3);
const print = fc.constantFrom(1, 1, 1, 2);
const charged = fc.constantFrom(0, 1, PRICE / 2, PRICE, PRICE);
const items = fc.nat(ITEMS_MAX + 2);
const offer = fc.constantFrom<Offer>('plain', 'plain', 'items', 'free', 'tiers', 'tiers');
const ceiling = fc.constantFrom(null, null, null, null, PRICE - 1, PRICE);
const asked = { payer, id, print, offer, ceiling };
const age = fc.constantFrom(0, 0, 0, 1);
const callOp: fc.Arbitrary<CallOp> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('open' as const), ...asked }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('openSettled' as const), ...asked, charged, items }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('settle' as const), payer, id, age, charged, items }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('release' as const), payer, id, age }) },
);
const amount = fc.integer({ min: -2 * PRICE, max: 2 * PRICE }).filter((value) => value !== 0);
const moneyOp: fc.Arbitrary<MoneyOp> = fc.oneof(
  fc.record({
    op: fc.constant('topUp' as const),
    payer,
    reference: fc.nat(2),
    amount: fc.constantFrom(1, PRICE),
  }),
  fc.record({ op: fc.constant('adjust' as const), payer, amount }),
  fc.record({
    op: fc.constant('refund' as const),
    payer,
    id,
    amount: fc.constantFrom(null, 1, PRICE / 2, 2 * PRICE),
  }),
  fc.record({
    op: fc.constantFrom('withdraw' as const, 'withdraw' as const, 'reinstate' as const),
    reference: fc.nat(2),
    amount: fc.constantFrom(1, PRICE / 2, 2 * PRICE),
  }),
  fc.record({ op: fc.constant('expire' as const) }),
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ op: fc.constant('grant' as const), payer, isLasting: fc.boolean() },
      amount: fc.constantFrom(1, PRICE / 2, 2 * PRICE),
      priority: fc.constantFrom(10, 20),
    }),
  },
  fc.record({ op: fc.constant('lapse' as const) }),
  fc.record({
    op: fc.constant('cap' as const),
    payer,
    scope: fc.constantFrom('key', 'project'),
    window: fc.constantFrom(...WINDOWS),
    // One micro-unit on either side of a price, so that the exact bound is tested.
    cap: fc.constantFrom(null, null, 0, PRICE - 1, PRICE, 2 * PRICE - 1, 3 * PRICE),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('complain' as const), payer, id, isByRule: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('decide' as const), payer, id, isRefunded: fc.boolean() }),
  },
);
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ calls: fc.array(callOp, { minLength: 1, maxLength: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ money: moneyOp }) },
);

const given = { op: 'grant', payer: 1, priority: 10 } as const;
const plain = { print: 1, offer: 'plain', ceiling: null } as const;
const paid = { charged: PRICE, items: 1 };

/** Needs money for two calls of each payer. */
export const EVERY_OUTCOME: readonly Step[] = [
  {
    calls: [
      { op: 'open', payer: 0, id: 0, ...plain },
      { op: 'open', payer: 0, id: 0, ...plain },
      { op: 'open', payer: 0, id: 0, ...plain, print: 2 },
      { op: 'settle', payer: 0, id: 0, age: 0, ...paid },
      { op: 'open', payer: 0, id: 0, ...plain },
      { op: 'open', payer: 0, id: 1, ...plain, ceiling: PRICE - 1 },
      { op: 'open', payer: 0, id: 1, ...plain, offer: 'free' },
      { op: 'release', payer: 0, id: 1, age: 0 },
      { op: 'settle', payer: 0, id: 1, age: 0, ...paid },
      { op: 'open', payer: 1, id: 0, ...plain, offer: 'items' },
      { op: 'open', payer: 1, id: 1, ...plain },
    ],
  },
  { money: { op: 'complain', payer: 0, id: 0, isByRule: false } },
  { money: { op: 'complain', payer: 0, id: 0, isByRule: false } },
  { calls: [{ op: 'open', payer: 0, id: 0, ...plain }] },
  { calls: [{ op: 'openSettled', payer: 0, id: 2, ...plain, ...paid }] },
  { money: { op: 'complain', payer: 0, id: 2, isByRule: false } },
  { money: { op: 'decide', payer: 0, id: 2, isRefunded: true } },
  { money: { op: 'decide', payer: 0, id: 2, isRefunded: false } },
  { calls: [{ op: 'openSettled', payer: 0, id: 2, ...plain, ...paid }] },
  { calls: [{ op: 'openSettled', payer: 0, id: 3, ...plain, charged: 0, items: 1 }] },
  { money: { op: 'complain', payer: 0, id: 3, isByRule: true } },
  { money: { op: 'withdraw', reference: 2, amount: PRICE } },
  { money: { op: 'topUp', payer: 0, reference: 0, amount: PRICE } },
  { money: { op: 'adjust', payer: 0, amount: -PRICE } },
  { money: { op: 'adjust', payer: 0, amount: -PRICE } },
  { money: { op: 'withdraw', reference: 0, amount: 2 * PRICE } },
  { money: { op: 'withdraw', reference: 0, amount: 2 * PRICE } },
  { money: { op: 'topUp', payer: 0, reference: 1, amount: PRICE } },
  { money: { op: 'reinstate', reference: 0, amount: 1 } },
  { money: { op: 'cap', payer: 1, scope: 'project', window: 'day', cap: 2 * PRICE - 1 } },
  { calls: [{ op: 'release', payer: 1, id: 0, age: 0 }] },
  {
    calls: [
      { op: 'open', payer: 1, id: 1, ...plain },
      { op: 'open', payer: 1, id: 2, ...plain },
    ],
  },
  { money: { op: 'cap', payer: 1, scope: 'project', window: 'day', cap: null } },
  { money: { ...given, amount: PRICE / 2, isLasting: false } },
  { money: { ...given, amount: 2 * PRICE, priority: 20, isLasting: true } },
  { calls: [{ op: 'openSettled', payer: 1, id: 3, ...plain, ...paid }] },
  { money: { op: 'refund', payer: 1, id: 3, amount: null } },
  { money: { op: 'lapse' } },
  { money: { op: 'topUp', payer: 0, reference: 7, amount: 3 * PRICE } },
  { calls: [4, 5].map((id) => ({ op: 'openSettled', payer: 0, id, ...plain, ...paid, offer: 'tiers' })) },
  { money: { op: 'refund', payer: 0, id: 4, amount: null } },
  { calls: [{ op: 'open', payer: 0, id: 6, ...plain, offer: 'tiers' }] },
];
