// Compares collections and watches of every backend with a simple model, under random work: pages and runs that are settled, given up,
// left behind by a node that died, or settled twice, budgets that end, money that runs out, and top-ups. Every charge, number and item must
// agree after every step.

import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { toMicros } from '../../domain/money.ts';
import { pageRequestId, runRequestId } from '../../domain/request-id.ts';
import type { PageFound, RunFound } from '../nouns/gathered.ts';
import type { HoldRef, Storage } from '../storage.ts';
import { newCollection, newWatch } from '../testing/gathered.ts';
import {
  chargeFor,
  FOUND_ITEM,
  FOUND_LEAST,
  ModelGathering,
  PAGE_ITEMS,
  PAGE_MOST,
} from '../testing/model-gathering.ts';
import { addPayer, callOf, PRICE, settlementOf } from '../testing/payer.ts';
import { whileTime } from '../testing/statement.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const LEASE_MS = 10_000;
/** Longer than a run of the test. */
const KEEP_MS = 1_000 * HOUR_MS;
const ALL = { leaseMs: LEASE_MS, limit: 1_000, perParty: 1_000, held: {} };

/** What becomes of a page or a run after its call was opened. */
const FATES = ['settled', 'settled', 'settled', 'twice', 'released', 'died', 'cancelled'] as const;

interface Step {
  payer: number;
  which: 'collection' | 'watch';
  fate: (typeof FATES)[number];
  /** Numbers of the items that the page shows. */
  ids: number[];
  isLast: boolean;
  /** In place of a page: money arrives. */
  topUp: number | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  payer: fc.nat(1),
  which: fc.constantFrom('collection' as const, 'watch' as const),
  fate: fc.constantFrom(...FATES),
  ids: fc.array(fc.nat(11), { maxLength: PAGE_ITEMS }),
  isLast: fc.constantFrom(false, false, false, false, true),
  topUp: fc.constantFrom(null, null, null, null, null, null, PRICE, 3 * PRICE),
});

/** Every fate once, and then a budget that is used up. */
const EVERY_FATE: Step[] = [
  ...['settled', 'twice', 'released', 'died', 'settled', 'cancelled'].map((fate) => ({ payer: 0, fate })),
  ...Array.from({ length: 7 }, () => ({ payer: 1, fate: 'settled' })),
].flatMap(({ payer, fate }, i) =>
  (['collection', 'watch'] as const).map((which) => ({
    ...{ payer, which, fate: fate as Step['fate'], ids: [i, i + 1, i + 1], isLast: false, topUp: null },
  })),
);

/** Without money nothing begins; then money comes, and the list ends. */
const WITHOUT_MONEY: Step[] = [
  ...EVERY_FATE.slice(0, 2),
  { ...EVERY_FATE[0]!, topUp: 3 * PRICE },
  { ...EVERY_FATE[0]!, isLast: true },
];

/** Outcomes that must occur: a run without one of them proves nothing. */
const MUST_MEET = ['settled', 'lost', 'released', 'died', 'cancelled', 'insufficient', 'budget', 'exhausted'];

/** One payer with one collection and one watch, here and in the backend. */
class Payer {
  readonly id: string;
  balance: number;
  readonly collection: ModelGathering;
  readonly watch: ModelGathering;

  constructor(id: string, calls: number) {
    this.id = id;
    this.balance = calls * PRICE;
    this.collection = new ModelGathering(3 * PRICE, 10);
    this.watch = new ModelGathering(2 * PRICE, Number.POSITIVE_INFINITY);
  }

  get collectionId(): string {
    return `col_${this.id}`;
  }

  get watchId(): string {
    return `wat_${this.id}`;
  }
}

class Run {
  readonly #storage: Storage;
  readonly #clock: TestClock;
  readonly #payers: Payer[];
  readonly #met: Set<string>;
  #steps = 0;

  constructor(storage: Storage, clock: TestClock, payers: Payer[], met: Set<string>) {
    this.#storage = storage;
    this.#clock = clock;
    this.#payers = payers;
    this.#met = met;
  }

  async create(calls: number): Promise<void> {
    for (const payer of this.#payers) {
      await addPayer(this.#storage, payer.id, calls);
      const { id, collection, watch } = payer;
      const question = { path: '/p', query: { keyword: 'x' } };
      const [budgetMicros, totalBudgetMicros] = [toMicros(collection.budget), toMicros(watch.budget)];
      await this.#storage.collections.create(
        newCollection(id, {
          ...{ id: payer.collectionId, requestId: 'make-c', questions: [question] },
          ...{ itemsMax: collection.itemsMax, mostMicros: budgetMicros, budgetMicros },
        }),
      );
      const named = { id: payer.watchId, requestId: 'make-w', ...question };
      await this.#storage.watches.create(
        newWatch(id, { ...named, runMostMicros: toMicros(PAGE_MOST), totalBudgetMicros }),
      );
    }
  }

  async play(step: Step): Promise<void> {
    // Leases of nodes that died have lapsed, and the next slot of every watch has come.
    this.#clock.advance(HOUR_MS);
    this.#steps++;
    const payer = this.#payers[step.payer]!;
    if (step.topUp !== null) await this.#topUp(payer, step.topUp);
    else if (step.which === 'collection') await this.#page(payer, step);
    else await this.#watchRun(payer, step);
    for (const each of this.#payers) await this.#compare(each);
  }

  async #topUp(payer: Payer, amount: number): Promise<void> {
    const reference = `${payer.id}-${this.#steps}`;
    const by = { actor, accountId: payer.id, reason: null, reference };
    await this.#storage.accounts.topUp({ ...by, amountMicros: toMicros(amount) });
    payer.balance += amount;
    payer.collection.waits = false;
    payer.watch.waits = false;
  }

  /** True when this process may work on it. */
  async #claim(kind: 'collection' | 'watch', id: string, lease: string): Promise<boolean> {
    const claimed = await this.#storage.duties.claim({ kind, lease, ...ALL });
    return claimed.some((row) => row.id === id);
  }

  async #page(payer: Payer, { fate, ids, isLast }: Step): Promise<void> {
    const { collection: model, collectionId: id } = payer;
    const lease = `n/${this.#steps}`;
    const isOurs = await this.#claim('collection', id, lease);
    expect(isOurs).toBe(model.end === null && !model.waits);
    if (!isOurs) return;
    const page = { id, mostMicros: toMicros(PAGE_MOST), runningMax: 9, keepMs: KEEP_MS };
    // A node that was paused for long and lost its lease.
    expect(await this.#storage.collections.beginPage({ ...page, lease: 'gone' })).toEqual({ kind: 'over' });
    const begun = await this.#storage.collections.beginPage({ ...page, lease });
    const isFull = model.items.length >= model.itemsMax;
    const isSpent = model.charged + PAGE_MOST > model.budget;
    expect(begun.kind).toBe(isFull || isSpent ? 'over' : 'begun');
    if (begun.kind === 'over') return this.#ended(model, isFull ? 'items' : 'budget');
    model.reserved = PAGE_MOST;
    const hold = await this.#open(payer, pageRequestId(id, model.steps));
    if (hold === null) {
      const wait = {
        waitingFor: 'balance',
        failure: 'INSUFFICIENT_BALANCE',
        dueInMs: 100 * HOUR_MS,
      } as const;
      await this.#storage.collections.wait({ id, lease, ...wait, keepMs: KEEP_MS });
      model.waits = true;
      model.reserved = 0;
      return;
    }
    if (fate === 'cancelled') await this.#storage.collections.cancel({ actor, id, keepMs: KEEP_MS });
    const names = ids.map((n) => `x:${n}`);
    const next = isLast ? { end: 'exhausted' as const } : { question: 0, pcursor: `p${model.steps}` };
    const shared = { ...this.#found(model, names), keepMs: KEEP_MS };
    const found: PageFound = { kind: 'page', collectionId: id, page: model.steps, next, ...shared };
    const hasSettled = await this.#finish(payer, { model, hold, fate, names, found });
    if (hasSettled) model.pcursor = 'end' in next ? null : next.pcursor;
    if (fate === 'released') {
      await this.#storage.collections.yield({ id, lease });
      model.reserved = 0;
    }
    if (hasSettled && fate === 'cancelled') this.#ended(model, 'cancelled');
    else if (hasSettled && isLast) this.#ended(model, 'exhausted');
  }

  async #watchRun(payer: Payer, { fate, ids }: Step): Promise<void> {
    const { watch: model, watchId: id } = payer;
    const lease = `n/${this.#steps}`;
    const isOurs = await this.#claim('watch', id, lease);
    expect(isOurs).toBe(model.end === null && !model.waits);
    if (!isOurs) return;
    const of = { id, accountId: payer.id, lease };
    const most = { leastMicros: toMicros(FOUND_LEAST), mostMicros: toMicros(PAGE_MOST) };
    expect(await this.#storage.watches.beginRun({ ...of, ...most, lease: 'gone' })).toEqual({ kind: 'lost' });
    const begun = await this.#storage.watches.beginRun({ ...of, ...most });
    const left = model.budget - model.charged;
    expect(begun.kind).toBe(left < FOUND_LEAST ? 'paused' : 'begun');
    if (begun.kind !== 'begun') return this.#ended(model, 'budget');
    const ceiling = Math.min(left, PAGE_MOST);
    expect([begun.number, begun.ceilingMicros]).toEqual([model.steps + 1, ceiling]);
    model.reserved = ceiling;
    const hold = await this.#open(payer, runRequestId(id, begun.number), ceiling);
    if (hold === null) {
      await this.#storage.watches.pauseRun({ ...of, pausedFor: 'balance', resumesInMs: null });
      model.waits = true;
      model.reserved = 0;
      return;
    }
    const names = ids.slice(0, Math.floor(ceiling / FOUND_ITEM)).map((n) => `x:${n}`);
    const run = { number: begun.number, slotMs: begun.slotMs, lateBySeconds: 0, pages: 1, gap: false };
    const found: RunFound = { kind: 'run', watchId: id, run, eventLines: [], ...this.#found(model, names) };
    const hasSettled = await this.#finish(payer, { model, hold, fate, names, found });
    if (hasSettled || fate === 'died') return;
    const failed = { number: begun.number, requestId: runRequestId(id, begun.number), slotMs: begun.slotMs };
    const fail = { ...failed, lateBySeconds: 0, failure: 'UPSTREAM_ERROR', retryAfterMs: 0 };
    await this.#storage.watches.failRun({ ...of, ...fail });
    // The next slots double their distance; the model does not keep the time.
    for (let i = 0; i < 30; i++) this.#clock.advance(HOUR_MS);
    model.steps++;
    model.reserved = 0;
  }

  #found(model: ModelGathering, names: readonly string[]) {
    const fresh = model.fresh(names);
    const lines = fresh.map((name) => `{"id":"${name}"}\n`).join('');
    return {
      ...{ items: fresh.length, body: fresh.length === 0 ? null : gzipSync(lines), bytes: lines.length },
      ...{ linksUntilMs: null, seen: [...names] },
    };
  }

  async #open(payer: Payer, requestId: string, most = PAGE_MOST): Promise<HoldRef | null> {
    const terms = {
      ...{
        unit: 'item' as const,
        unitPriceMicros: toMicros(FOUND_ITEM),
        minimumMicros: toMicros(FOUND_LEAST),
      },
      itemsMax: Math.floor(most / FOUND_ITEM),
    };
    const opened = await this.#storage.calls.open(
      callOf(payer.id, requestId, { terms, priceMicros: toMicros(most) }),
    );
    this.#met.add(opened.kind);
    expect(opened.kind).toBe(payer.balance >= most ? 'opened' : 'insufficient');
    return opened.kind === 'opened' ? opened.hold : null;
  }

  /** True when the call was settled. */
  async #finish(
    payer: Payer,
    work: {
      model: ModelGathering;
      hold: HoldRef;
      fate: Step['fate'];
      names: string[];
      found: PageFound | RunFound;
    },
  ): Promise<boolean> {
    const { model, hold, fate, names, found } = work;
    if (fate === 'released') {
      const released = await this.#storage.calls.release({
        hold,
        failureCode: 'UPSTREAM_ERROR',
        attempts: [],
      });
      this.#met.add(released.kind);
      return false;
    }
    if (fate === 'died') {
      await this.#expire();
      this.#met.add(fate);
      return false;
    }
    const { items } = found;
    const chargedMicros = toMicros(chargeFor(items));
    const settle = settlementOf(hold, { chargedMicros, delivered: { items }, answer: null });
    const settled = await this.#storage.gathered.settle({ settle, found });
    expect(settled.kind).toBe('settled');
    this.#met.add(settled.kind);
    payer.balance -= model.settle(names);
    if (fate === 'twice') {
      const again = await this.#storage.gathered.settle({ settle, found });
      expect(again.kind).toBe('lost');
      this.#met.add(again.kind);
    }
    return true;
  }

  /** Ends holds that a dead node left. */
  async #expire(): Promise<void> {
    const sweep = () => this.#storage.calls.expire({ holdTtlMs: 60_000 });
    await sweep();
    this.#clock.advance(60_000);
    expect((await sweep()).expired).toBe(1);
  }

  #ended(model: ModelGathering, end: string): void {
    model.stop(end);
    this.#met.add(end);
  }

  async #compare(payer: Payer): Promise<void> {
    const account = await this.#storage.accounts.find({ idOrName: payer.id });
    expect([account?.balanceMicros, account?.heldMicros]).toEqual([payer.balance, 0]);
    const { collection, watch } = payer;
    expect(await this.#storage.collections.find({ id: payer.collectionId })).toMatchObject({
      ...{ pages: collection.steps, items: collection.items.length, end: collection.end },
      ...{ chargedMicros: collection.charged, reservedMicros: collection.reserved },
      pcursor: collection.pcursor,
    });
    expect(await this.#storage.watches.find({ id: payer.watchId })).toMatchObject({
      ...{ runs: watch.steps, items: watch.items.length, spentMicros: watch.charged },
      reservedMicros: watch.reserved,
    });
    expect(await this.#itemsOf(payer.collectionId)).toEqual(collection.items);
    expect(await this.#itemsOf(payer.watchId)).toEqual(watch.items);
    expect(await this.#seenOf(payer.collectionId, collection)).toEqual([...collection.seen].sort());
    expect(await this.#seenOf(payer.watchId, watch)).toEqual([...watch.seen].sort());
  }

  async #seenOf(owner: string, { seen }: ModelGathering): Promise<string[]> {
    return (await this.#storage.found.seen({ owner, items: [...seen, 'x:99'] })).sort();
  }

  /** In the order of their numbers, which must be 1, 2, 3 … */
  async #itemsOf(owner: string): Promise<string[]> {
    const pages = await this.#storage.found.read({ owner, after: 0, limit: 500 });
    let next = 1;
    return pages.flatMap(({ firstNumber, items, body }) => {
      expect(firstNumber).toBe(next);
      next += items;
      const texts = gunzipSync(body).toString().split('\n').filter(Boolean);
      return texts.map((line) => (JSON.parse(line) as { id: string }).id);
    });
  }
}

async function publishItems(storage: Storage): Promise<void> {
  const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
  const price = { unitPriceMicros: toMicros(FOUND_ITEM), minimumMicros: toMicros(FOUND_LEAST) };
  const endpoints = [{ path: '/p', unit: 'item' as const, ...price, ...none }];
  const draft = { currency: 'USD', effectiveFromMs: 0, overrides: [], endpoints };
  await storage.catalog.publish({ actor, draft, note: null });
}

const RUNS_MAX = 40;
const RUNS_MS_MAX = 6_000;

export function describeGatheringModel(
  name: string,
  openStorage: (clock: Clock) => Promise<OpenedStorage>,
): void {
  describe(`${name} agrees with a plain model of collections and watches`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let runs = 0;

    beforeAll(async () => {
      opened = await openStorage(clock);
      await publishItems(opened.storage);
    });
    afterAll(() => opened.close());

    test('on every charge, number and item, for any sequence of pages and runs', async () => {
      const met = new Set<string>();
      const steps = fc.array(step, { minLength: 8, maxLength: 20, size: 'max' });
      const play = async (calls: number, all: Step[]) => {
        const payers = [0, 1].map((i) => new Payer(`gather${runs}x${i}`, calls));
        runs++;
        const run = new Run(opened.storage, clock, payers, met);
        await run.create(calls);
        for (const one of all) await run.play(one);
      };
      const property = fc.asyncProperty(fc.nat(8), steps, whileTime(RUNS_MS_MAX, play));
      await fc.assert(property, {
        numRuns: RUNS_MAX,
        // No shrinking: a smaller case would start with what the last one left behind.
        endOnFailure: true,
        // First, so that a slow machine, which plays few cases, meets every outcome too.
        examples: [
          [0, WITHOUT_MONEY],
          [8, EVERY_FATE],
        ],
      });
      expect((await opened.storage.ledger.verify()).differences).toEqual([]);
      expect(MUST_MEET.filter((kind) => !met.has(kind))).toEqual([]);
    });
  });
}
