// Owns a second opinion on the ledger: a few dozen lines of plain bookkeeping that every backend must agree with, verb for
// verb, under random work. It shares no code with the backends. Verbs of one group are sent at the same time; storage
// promises that those of calls take effect in the order in which they were sent.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallState } from '../domain/call.ts';
import type { Clock } from '../domain/clock.ts';
import { utcDay } from '../domain/clock.ts';
import { formatMoney, type Micros, toMicros } from '../domain/money.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';
import type { OpenCall, SettleCall, Storage, StoredAnswer } from './storage.ts';
import { addPayer, callOf, PRICE, settlementOf } from './testing-payer.ts';

/** The dice may be stopped, the outcomes may not be missed: a run that never met one of these proves nothing. */
const MUST_MEET = [
  'opened',
  'running',
  'reused',
  'replay',
  'insufficient',
  'settled',
  'lost',
  'released',
  'ceiling',
  'free',
];
const RUNS_MAX = 60;
const RUNS_MS_MAX = 8_000;

/** One price, a price for each item, and one price of which a call a day is free. */
type Offer = 'plain' | 'items' | 'free';
const ITEM = PRICE / 4;
const MINIMUM = PRICE / 2;
const ITEMS_MAX = 8;
const MOST: Record<Offer, number> = { plain: PRICE, items: ITEMS_MAX * ITEM, free: PRICE };
const ASKED: Record<Offer, Partial<OpenCall>> = {
  plain: { path: '/p' },
  items: {
    path: '/items',
    priceMicros: toMicros(ITEMS_MAX * ITEM),
    terms: {
      ...{ unit: 'item', unitPriceMicros: toMicros(ITEM), minimumMicros: toMicros(MINIMUM) },
      itemsMax: ITEMS_MAX,
    },
  },
  free: { path: '/free', allowance: { path: '/free', callsPerDay: 1 } },
};

async function publishOffers(storage: Storage): Promise<void> {
  const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
  const endpoints = [
    { path: '/p', unitPriceMicros: PRICE, ...none },
    {
      ...{ path: '/items', unit: 'item' as const, unitPriceMicros: toMicros(ITEM), ...none },
      minimumMicros: toMicros(MINIMUM),
    },
    { path: '/free', unitPriceMicros: PRICE, freePerDay: 1, ...none },
  ];
  const draft = { currency: 'USD', effectiveFromMs: 0, overrides: [], endpoints };
  await storage.catalog.publish({ actor: 'test', draft, note: null });
}

interface OpenOp {
  payer: number;
  id: number;
  print: number;
  offer: Offer;
  ceiling: number | null;
}
type CallOp =
  | ({ op: 'open' } & OpenOp)
  | ({ op: 'openSettled'; charged: number; items: number } & OpenOp)
  /** `age` 0 is the newest epoch, 1 the one before. */
  | { op: 'settle'; payer: number; id: number; age: number; charged: number; items: number }
  | { op: 'release'; payer: number; id: number; age: number };
type MoneyOp =
  | { op: 'topUp'; payer: number; reference: number; amount: number }
  | { op: 'adjust'; payer: number; amount: number }
  | { op: 'refund'; payer: number; id: number; amount: number | null }
  | { op: 'expire' };
type Step = { calls: CallOp[] } | { money: MoneyOp };

interface ModelCall {
  state: CallState;
  epoch: number;
  print: number;
  offer: Offer;
  price: number;
  /** The day whose allowance covers it. */
  freeDay: string | null;
  charged: number;
  refunded: number;
  body: string | null;
}

/** What a backend must answer, and what it is to be told that was charged. */
interface Expected {
  text: string;
  charged: number;
}

/** Only one price may be charged in part, because only there the caller of storage decides. */
function chargeOf(
  { offer, freeDay }: ModelCall,
  { charged, items }: { charged: number; items: number },
): number {
  if (freeDay !== null) return 0;
  return offer === 'items' ? Math.max(MINIMUM, Math.min(items, ITEMS_MAX) * ITEM) : charged;
}

class ModelAccount {
  balance: number;
  entries: number;
  readonly calls = new Map<number, ModelCall>();

  constructor(balance: number) {
    this.balance = balance;
    this.entries = balance > 0 ? 1 : 0;
  }

  get held(): number {
    const held = [...this.calls.values()].filter(({ state }) => state === 'held');
    return held.reduce((sum, { price }) => sum + price, 0);
  }

  /** An allowance of one: no other call of the day is covered, under way or delivered. */
  isFree(offer: Offer, day: string): boolean {
    const covers = ({ freeDay, state }: ModelCall) =>
      freeDay === day && (state === 'held' || state === 'settled');
    return offer === 'free' && ![...this.calls.values()].some(covers);
  }

  open({ id, print, offer, ceiling }: OpenOp, day: string): string {
    const earlier = this.calls.get(id);
    // The path is part of what an id is bound to.
    if (earlier !== undefined && (earlier.print !== print || earlier.offer !== offer)) return 'reused';
    if (earlier?.state === 'held') return 'running';
    if (earlier?.state === 'settled') return `replay ${earlier.body}`;
    const isFree = this.isFree(offer, day);
    const price = isFree ? 0 : MOST[offer];
    if (ceiling !== null && price > ceiling) return `ceiling ${price}`;
    if (this.balance - this.held < price) return `insufficient ${this.balance - this.held}`;
    const epoch = (earlier?.epoch ?? 0) + 1;
    const money = { offer, price, freeDay: isFree ? day : null, charged: 0, refunded: 0 };
    this.calls.set(id, { state: 'held', epoch, print, ...money, body: null });
    return isFree ? `opened ${epoch} free` : `opened ${epoch}`;
  }

  settle(id: number, epoch: number, paid: { charged: number; items: number }): Expected {
    const call = this.calls.get(id);
    if (call?.state !== 'held' || call.epoch !== epoch) return { text: 'lost', charged: 0 };
    const charged = chargeOf(call, paid);
    this.move(-charged);
    const body = `{"balance":"${formatMoney(this.balance as Micros)}"}`;
    Object.assign(call, { state: 'settled', charged, body });
    return { text: `settled ${this.balance}`, charged };
  }

  release(id: number, epoch: number): string {
    const call = this.calls.get(id);
    if (call?.state !== 'held' || call.epoch !== epoch) return 'lost';
    call.state = 'released';
    return 'released';
  }

  expire(): number {
    const held = [...this.calls.values()].filter(({ state }) => state === 'held');
    for (const call of held) call.state = 'expired';
    return held.length;
  }

  refund(id: number, amount: number | null): string {
    const call = this.calls.get(id);
    if (call?.state !== 'settled') return 'not_found';
    const given = amount ?? call.charged - call.refunded;
    if (given <= 0 || given > call.charged - call.refunded) return 'refused';
    call.refunded += given;
    this.move(given);
    return 'posted';
  }

  move(amount: number): void {
    this.balance += amount;
    this.entries++;
  }
}

const PAYERS = 2;
const payer = fc.nat(PAYERS - 1);
const id = fc.nat(3);
const print = fc.constantFrom(1, 1, 1, 2);
const charged = fc.constantFrom(0, 1, PRICE / 2, PRICE, PRICE);
const items = fc.nat(ITEMS_MAX + 2);
const offer = fc.constantFrom<Offer>('plain', 'plain', 'items', 'free');
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
  fc.record({ op: fc.constant('expire' as const) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ calls: fc.array(callOp, { minLength: 1, maxLength: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ money: moneyOp }) },
);

/** The model and the backend, side by side, for one run. */
class Run {
  readonly #opened: OpenedStorage;
  readonly #clock: TestClock;
  readonly #names: string[];
  readonly #accounts: ModelAccount[];
  readonly #references = new Map<number, { payer: number; amount: number }>();
  readonly met: Set<string>;

  constructor(opened: OpenedStorage, clock: TestClock, names: string[], calls: number, met: Set<string>) {
    this.#opened = opened;
    this.#clock = clock;
    this.#names = names;
    this.#accounts = names.map(() => new ModelAccount(calls * PRICE));
    this.met = met;
  }

  async calls(ops: CallOp[]): Promise<void> {
    // What an op means is settled before any of the group is sent: a hold's epoch is known to its owner only.
    const epochs = ops.map((op) => ('age' in op ? this.#epochOf(op.payer, op.id) - op.age : 0));
    const expected = ops.map((op, i) => this.#expect(op, epochs[i]!));
    const found = Promise.all(ops.map((op, i) => this.#send(op, epochs[i]!, expected[i]!.charged)));
    expect(await found).toEqual(expected.map(({ text }) => text));
    for (const { text } of expected) for (const word of text.split(' ')) this.met.add(word);
  }

  #epochOf(payer: number, id: number): number {
    return this.#accounts[payer]!.calls.get(id)?.epoch ?? 1;
  }

  #expect(op: CallOp, epoch: number): Expected {
    const account = this.#accounts[op.payer]!;
    if (op.op === 'settle') return account.settle(op.id, epoch, op);
    if (op.op === 'release') return { text: account.release(op.id, epoch), charged: 0 };
    const text = account.open(op, utcDay(this.#clock.nowMs()));
    if (op.op === 'open' || !text.startsWith('opened')) return { text, charged: 0 };
    return account.settle(op.id, Number(text.split(' ')[1]), op);
  }

  async #send(op: CallOp, epoch: number, charged: number): Promise<string> {
    const { calls } = this.#opened.storage;
    const accountId = this.#names[op.payer]!;
    const hold = { accountId, requestId: `r${op.id}`, epoch };
    if (op.op === 'release') {
      return (await calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] })).kind;
    }
    if (op.op === 'settle') {
      const settled = await calls.settle(settlementOf(hold, paidFor(op.items, charged)));
      return settled.kind === 'lost' ? 'lost' : `settled ${settled.balanceMicros}`;
    }
    const ceilingMicros = op.ceiling === null ? {} : { ceilingMicros: toMicros(op.ceiling) };
    const more = { fingerprint: `f${op.print} ${op.offer}`, ...ASKED[op.offer], ...ceilingMicros };
    const call = callOf(accountId, `r${op.id}`, more);
    if (op.op === 'open') return textOf(await calls.open(call));
    const { answer } = settlementOf(hold);
    const paid = { ...paidFor(op.items, charged), source: 'cache' as const, answer };
    return textOf(await calls.openSettled({ ...call, ...paid }));
  }

  async money(op: MoneyOp): Promise<void> {
    if (op.op === 'expire') return this.#expire();
    const { accounts } = this.#opened.storage;
    const account = this.#accounts[op.payer]!;
    const by = { actor: 'test', accountId: this.#names[op.payer]!, reason: 'model' };
    if (op.op === 'topUp') {
      const reference = `${this.#names[0]}-${op.reference}`;
      const posted = await accounts.topUp({ ...by, reference, amountMicros: toMicros(op.amount) });
      expect(posted.kind).toBe(this.#topUp(op));
    } else if (op.op === 'adjust') {
      const adjusted = await accounts.adjust({ ...by, reference: null, amountMicros: toMicros(op.amount) });
      const fits = account.balance + op.amount >= account.held;
      if (fits) account.move(op.amount);
      expect(adjusted.kind).toBe(fits ? 'posted' : 'refused');
    } else {
      const amountMicros = op.amount === null ? null : toMicros(op.amount);
      const refunded = await accounts.refund({
        ...by,
        requestId: `r${op.id}`,
        amountMicros,
        reference: null,
      });
      expect(refunded.kind).toBe(account.refund(op.id, op.amount));
    }
  }

  #topUp({ payer, reference, amount }: Extract<MoneyOp, { op: 'topUp' }>): string {
    const earlier = this.#references.get(reference);
    if (earlier !== undefined) {
      return earlier.payer === payer && earlier.amount === amount ? 'duplicate' : 'conflict';
    }
    this.#references.set(reference, { payer, amount });
    this.#accounts[payer]!.move(amount);
    return 'posted';
  }

  /** Seen by one sweep and past their time at the next: so every backend gives them back. */
  async #expire(): Promise<void> {
    const sweep = () => this.#opened.storage.calls.expire({ holdTtlMs: 60_000 });
    await sweep();
    this.#clock.advance(60_000);
    expect((await sweep()).expired).toBe(this.#accounts.reduce((sum, account) => sum + account.expire(), 0));
  }

  async finish(): Promise<void> {
    const { accounts, calls } = this.#opened.storage;
    for (const [i, model] of this.#accounts.entries()) {
      const accountId = this.#names[i]!;
      const account = await accounts.find({ idOrName: accountId });
      expect([account?.balanceMicros, account?.heldMicros]).toEqual([model.balance, model.held]);
      const entries = await accounts.entries({ accountId, limit: 500, after: null });
      expect(entries.items).toHaveLength(model.entries);
      for (const [id, { state, price, charged, refunded }] of model.calls) {
        const record = await calls.find({ accountId, requestId: `r${id}` });
        const expected = { state, priceMicros: price, chargedMicros: charged, refundedMicros: refunded };
        expect(record).toMatchObject(expected);
      }
    }
    // The next run starts without holds of this one.
    await this.#expire();
  }
}

function paidFor(
  items: number,
  charged: number,
): Pick<SettleCall, 'chargedMicros'> & { delivered: { items: number } } {
  return { chargedMicros: toMicros(charged), delivered: { items } };
}

function textOf(result: { kind: string; [name: string]: unknown }): string {
  if (result.kind === 'opened') {
    const { epoch } = result.hold as { epoch: number };
    return result.free === undefined ? `opened ${epoch}` : `opened ${epoch} free`;
  }
  if (result.kind === 'ceiling') return `ceiling ${result.priceMicros}`;
  if (result.kind === 'settled') return `settled ${result.balanceMicros}`;
  if (result.kind === 'insufficient') return `insufficient ${result.availableMicros}`;
  if (result.kind === 'replay') return `replay ${Buffer.from((result.answer as StoredAnswer).body)}`;
  return result.kind;
}

export function describeLedgerModel(
  name: string,
  openStorage: (clock: Clock) => Promise<OpenedStorage>,
): void {
  describe(`${name} agrees with a plain ledger`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let runs = 0;

    beforeAll(async () => {
      opened = await openStorage(clock);
      await publishOffers(opened.storage);
    });
    afterAll(() => opened.close());

    test('on every result and every balance, whatever comes in whatever order', async () => {
      const met = new Set<string>();
      const steps = fc.array(step, { minLength: 8, maxLength: 25, size: 'max' });
      const property = fc.asyncProperty(fc.nat(4), steps, async (calls, all) => {
        const names = Array.from({ length: PAYERS }, (_, i) => `run${runs}-${i}`);
        runs++;
        for (const one of names) await addPayer(opened.storage, one, calls);
        const run = new Run(opened, clock, names, calls, met);
        for (const one of all) await ('calls' in one ? run.calls(one.calls) : run.money(one.money));
        await run.finish();
      });
      await fc.assert(property, { numRuns: RUNS_MAX, interruptAfterTimeLimit: RUNS_MS_MAX });
      expect((await opened.storage.ledger.verify()).differences).toEqual([]);
      expect(MUST_MEET.filter((kind) => !met.has(kind))).toEqual([]);
    });
  });
}
