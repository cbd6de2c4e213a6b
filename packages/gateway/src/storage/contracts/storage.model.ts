// Compares every backend with a simple model of the ledger, verb by verb, under random work. Verbs of one group are sent at the same
// time; storage guarantees that verbs of calls take effect in the sequence in which they were sent.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { utcDay } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import type { OpenCall, SettleCall, Storage, StoredAnswer } from '../storage.ts';
import {
  COMPLAINTS_ALLOWED,
  COMPLAINTS_AUTOMATIC,
  type Expected,
  ITEM,
  ITEMS_MAX,
  LOWER,
  MINIMUM,
  ModelAccount,
  type Offer,
} from '../testing/model-account.ts';
import { type CallOp, EVERY_OUTCOME, type MoneyOp, PAYERS, step } from '../testing/model-steps.ts';
import { addPayer, callOf, keyIdOf, PRICE, settlementOf } from '../testing/payer.ts';
import { whileTime } from '../testing/statement.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

/** Random steps may end early, but these outcomes must occur: a run without one of them proves nothing. */
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
  'capped',
  'filed',
  'exists',
  'nothing_to_refund',
  'decided',
  'ended',
  'refunded',
  'waiting',
  'withdrawn',
  'reinstated',
  'duplicate',
  'unknown_payment',
  'given',
  'lapsed',
  'tier-2',
];
type Drawn = typeof step extends fc.Arbitrary<infer One> ? One : never;
const RUNS_MAX = 60;
const RUNS_MS_MAX = 8_000;

const TIERS = [
  { from: 0, unitPriceMicros: PRICE },
  { from: LOWER.from, unitPriceMicros: toMicros(LOWER.price) },
];

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
  tiers: {
    path: '/tiers',
    terms: { unit: 'call', priceMicros: PRICE, tiers: { path: '/tiers', steps: TIERS } },
  },
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
    { path: '/tiers', unitPriceMicros: PRICE, tiers: TIERS, ...none },
  ];
  const draft = { currency: 'USD', effectiveFromMs: 0, overrides: [], endpoints };
  await storage.catalog.publish({ actor: 'test', draft, note: null });
}

const CAP_FIELDS = { day: 'dailyCapMicros', month: 'monthlyCapMicros', total: 'totalCapMicros' } as const;

/** The model and the backend for one run. */
class Run {
  readonly #opened: OpenedStorage;
  readonly #clock: TestClock;
  readonly #names: string[];
  readonly #accounts: ModelAccount[];
  readonly #references = new Map<number, { payer: number; amount: number }>();
  #grants = 0;
  readonly met: Set<string>;

  constructor(opened: OpenedStorage, clock: TestClock, names: string[], calls: number, met: Set<string>) {
    this.#opened = opened;
    this.#clock = clock;
    this.#names = names;
    this.#accounts = names.map(() => new ModelAccount(calls * PRICE, () => clock.nowMs()));
    this.met = met;
  }

  async calls(ops: CallOp[]): Promise<void> {
    // The epochs are read before the group is sent: only the model knows the epoch of each hold.
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
    const day = utcDay(this.#clock.nowMs());
    if (op.op === 'settle') return account.settle(op.id, epoch, op, day);
    if (op.op === 'release') return { text: account.release(op.id, epoch), charged: 0 };
    const text = account.open(op, day);
    if (op.op === 'open' || !text.startsWith('opened')) return { text, charged: 0 };
    return account.settle(op.id, Number(text.split(' ')[1]), op, day);
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
    if (op.op === 'grant') return this.#grant(op);
    if (op.op === 'lapse') return this.#lapse();
    if (op.op === 'cap') return this.#cap(op);
    if (op.op === 'complain' || op.op === 'decide') return this.#complaint(op);
    if (op.op === 'withdraw' || op.op === 'reinstate') return this.#dispute(op);
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

  async #cap({ payer, scope, window, cap }: Extract<MoneyOp, { op: 'cap' }>): Promise<void> {
    const { keys, projects } = this.#opened.storage;
    const id = this.#names[payer]!;
    this.#accounts[payer]!.caps[scope][window] = cap;
    const change = { actor: 'test', [CAP_FIELDS[window]]: cap === null ? null : toMicros(cap) };
    await (scope === 'key'
      ? keys.update({ ...change, id: keyIdOf(id) })
      : projects.update({ ...change, id: projectOf(id) }));
  }

  async #grant({ payer, amount, priority, isLasting }: Extract<MoneyOp, { op: 'grant' }>): Promise<void> {
    const accountId = this.#names[payer]!;
    const id = `${accountId}-g${String(this.#grants++).padStart(3, '0')}`;
    const expiresAtMs = isLasting ? null : this.#clock.nowMs() + 1;
    const given = await this.#opened.storage.grants.give({
      ...{ actor: 'test', id, accountId, kind: 'promo', amountMicros: toMicros(amount), priority },
      ...{ expiresAtMs, reference: id, reason: 'model' },
    });
    expect(given.kind).toBe('given');
    this.#accounts[payer]!.give(id, amount, priority, expiresAtMs);
    this.met.add(given.kind);
  }

  /** Advances the clock so little that no hold expires. */
  async #lapse(): Promise<void> {
    this.#clock.advance(1);
    let expired = 0;
    for (let last = 1; last > 0; expired += last)
      ({ expired: last } = await this.#opened.storage.grants.expire());
    expect(expired).toBe(this.#accounts.reduce((sum, account) => sum + account.lapse(), 0));
    if (expired > 0) this.met.add('lapsed');
  }

  async #complaint(op: Extract<MoneyOp, { op: 'complain' | 'decide' }>): Promise<void> {
    const { complaints } = this.#opened.storage;
    const account = this.#accounts[op.payer]!;
    const of = { accountId: this.#names[op.payer]!, requestId: `r${op.id}` };
    const id = `c-${of.accountId}-${of.requestId}`;
    const rule = { name: 'refusal_page' as const, note: 'model' };
    const found =
      op.op === 'decide'
        ? await complaints.decide({ actor: 'test', id, isRefunded: op.isRefunded, note: 'model' })
        : await complaints.file({
            ...{ ...of, actor: 'test', id, reason: 'model', provider: null, costMicros: toMicros(0) },
            ...{ rule: op.isByRule ? rule : null, allowanceMicros: toMicros(COMPLAINTS_ALLOWED) },
            automaticPerDay: COMPLAINTS_AUTOMATIC,
          });
    const text =
      'complaint' in found
        ? `${found.kind} ${found.complaint.state} ${found.complaint.refundedMicros}`
        : found.kind;
    expect(text).toBe(
      op.op === 'decide' ? account.decide(op.id, op.isRefunded) : account.complain(op.id, op.isByRule),
    );
    for (const word of text.split(' ')) this.met.add(word);
  }

  async #dispute({
    op,
    reference,
    amount,
  }: Extract<MoneyOp, { op: 'withdraw' | 'reinstate' }>): Promise<void> {
    const payment = `${this.#names[0]}-${reference}`;
    const told = { actor: 'test', id: `dp-${payment}`, payment, disputedMicros: toMicros(amount) };
    const found = await this.#opened.storage.payments[op](told);
    const paid = this.#references.get(reference);
    const nowMs = this.#clock.nowMs();
    const expected = () => {
      if (paid === undefined) return 'unknown_payment';
      const account = this.#accounts[paid.payer]!;
      return op === 'withdraw'
        ? account.withdraw(reference, amount, paid.amount, nowMs)
        : account.reinstate(reference, nowMs);
    };
    const hasMoved = found.kind === 'withdrawn' || found.kind === 'reinstated';
    const text = hasMoved
      ? `${found.kind} ${found.dispute.takenMicros} ${found.dispute.owedMicros}`
      : found.kind;
    expect(text).toBe(expected());
    this.met.add(found.kind);
  }

  #topUp({ payer, reference, amount }: Extract<MoneyOp, { op: 'topUp' }>): string {
    const earlier = this.#references.get(reference);
    if (earlier !== undefined) {
      return earlier.payer === payer && earlier.amount === amount ? 'duplicate' : 'conflict';
    }
    this.#references.set(reference, { payer, amount });
    this.#accounts[payer]!.topUp(amount);
    return 'posted';
  }

  /** Every backend expires holds that one sweep has seen and that are past their time at the next. */
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
      const { recharges } = this.#opened.storage;
      const { owedMicros } = await recharges.standing({ accountId, nowMs: this.#clock.nowMs() });
      expect(owedMicros).toBe(model.owed);
      const { items: grants } = await this.#opened.storage.grants.list({
        accountId,
        limit: 500,
        after: null,
      });
      const left = (of: { id: string; left: number }[]) => of.map((one) => `${one.id} ${one.left}`).sort();
      expect(left(grants.map(({ id, remainingMicros }) => ({ id, left: remainingMicros })))).toEqual(
        left(model.grants.all),
      );
      for (const [id, { state, price, charged, refunded }] of model.calls) {
        const record = await calls.find({ accountId, requestId: `r${id}` });
        const expected = { state, priceMicros: price, chargedMicros: charged, refundedMicros: refunded };
        expect(record).toMatchObject(expected);
      }
    }
    // The next run starts without holds and grants of this one.
    await this.#expire();
    await this.#lapse();
  }
}

const projectOf = (payer: string) => `project-of-${payer}`;

/** With a project for its only key. */
async function addBudgeted(storage: Storage, id: string, calls: number): Promise<void> {
  await addPayer(storage, id, calls);
  const none = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };
  await storage.projects.create({ actor: 'test', id: projectOf(id), accountId: id, name: 'all', ...none });
  await storage.keys.update({ actor: 'test', id: keyIdOf(id), projectId: projectOf(id) });
}

function paidFor(
  items: number,
  charged: number,
): Pick<SettleCall, 'chargedMicros'> & { delivered: { items: number } } {
  return { chargedMicros: toMicros(charged), delivered: { items } };
}

function textOf(given: { kind: string }): string {
  const result = given as { kind: string; [name: string]: unknown };
  if (result.kind === 'opened') {
    const { epoch } = result.hold as { epoch: number };
    const { tier } = (result.terms ?? {}) as { tier?: { from: number } };
    if (tier !== undefined) return `opened ${epoch} tier-${tier.from}`;
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

    test('on every result and every balance, for any sequence of verbs', async () => {
      const met = new Set<string>();
      const steps = fc.array(step, { minLength: 8, maxLength: 25, size: 'max' });
      const play = async (calls: number, all: Drawn[]) => {
        const names = Array.from({ length: PAYERS }, (_, i) => `run${runs}-${i}`);
        runs++;
        for (const one of names) await addBudgeted(opened.storage, one, calls);
        const run = new Run(opened, clock, names, calls, met);
        for (const one of all) await ('calls' in one ? run.calls(one.calls) : run.money(one.money));
        await run.finish();
      };
      const property = fc.asyncProperty(fc.nat(4), steps, whileTime(RUNS_MS_MAX, play));
      await fc.assert(property, {
        numRuns: RUNS_MAX,
        // No shrinking: a smaller case would start with what the last one left behind.
        endOnFailure: true,
        examples: [[2, [...EVERY_OUTCOME]]],
      });
      expect((await opened.storage.ledger.verify()).differences).toEqual([]);
      expect(MUST_MEET.filter((kind) => !met.has(kind))).toEqual([]);
    });
  });
}
