// A run of a watch: how far it reads, what it delivers and costs, and when it says that it may have missed something.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { CHECK, codeOf, type GatherRig, ITEM, listOf, numbers, openRig } from './testing/rig.ts';
import { RUN_READ_MS } from './watch-run.ts';

let rig: GatherRig;
let run = 0;
let before: number;

beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  run++;
  rig.seen.clear();
  rig.found.length = 0;
  rig.asked = 0;
  before = (await rig.money()).balance;
});

const spent = async () => before - (await rig.money()).balance;
const see = (...ids: string[]) => {
  for (const id of ids) rig.seen.add(`scripted:${id}`);
};
const last = () => rig.found.at(-1) as unknown as { run: { pages: number; gap: boolean }; seen: string[] };

test('reads until a whole page has no unseen id, so that a pinned item does not end it early', async () => {
  rig.script = listOf(['pinned', ...numbers(0, 40)]);
  see('pinned', ...numbers(12, 30));
  expect(await rig.watch(run)).toEqual({ kind: 'settled', items: 12, chargedMicros: 12 * ITEM + CHECK });
  expect(last().run).toMatchObject({ pages: 3, gap: false });
  expect(rig.lastIds()).toEqual(numbers(0, 12));
  expect(last().seen).toHaveLength(30);
  expect(await rig.money()).toEqual({ balance: before - 12 * ITEM - CHECK, held: 0 });
});

test('without anything new costs the price of a check and asks for one page', async () => {
  rig.script = listOf(numbers(0, 40));
  see(...numbers(0, 40));
  expect(await rig.watch(run)).toEqual({ kind: 'settled', items: 0, chargedMicros: CHECK });
  expect([last().run.pages, rig.asked, rig.found[0]!.body]).toEqual([1, 1, null]);
});

test('says gap at the most pages, and the next run reads twice as many', async () => {
  rig.script = listOf(numbers(0, 100));
  await rig.watch(run);
  expect(last().run).toMatchObject({ pages: 3, gap: true });
  run++;
  rig.seen.clear();
  await rig.watch(run, { isDeeper: true });
  expect(last().run).toMatchObject({ pages: 6, gap: true });
});

test('that comes to the end of the list has no gap', async () => {
  rig.script = listOf(numbers(0, 15));
  await rig.watch(run);
  expect(last().run).toMatchObject({ pages: 2, gap: false });
});

test('stops before the page that could pass its ceiling, and says gap', async () => {
  rig.script = listOf(numbers(0, 100));
  const ceilingMicros = toMicros(25 * ITEM);
  expect(await rig.watch(run, { ceilingMicros })).toEqual({
    ...{ kind: 'settled', items: 20, chargedMicros: 20 * ITEM },
  });
  expect(last().run).toMatchObject({ pages: 2, gap: true });
});

test('holds no more than the balance has, and is refused when that is less than one page', async () => {
  const { storage } = rig.core;
  const leave = async (micros: number) => {
    const { balance } = await rig.money();
    const amountMicros = toMicros(micros - balance);
    await storage.accounts.adjust({
      actor: 't',
      accountId: 'acc',
      amountMicros,
      reference: null,
      reason: 't',
    });
  };
  rig.script = listOf(numbers(0, 100));
  await leave(15 * ITEM);
  expect(await rig.watch(run)).toMatchObject({ kind: 'settled', items: 10 });
  expect(last().run).toMatchObject({ pages: 1, gap: true });
  run++;
  expect(codeOf(await rig.watch(run))).toBe('INSUFFICIENT_BALANCE');
  await leave(1_000 * ITEM);
});

test('that only marks delivers nothing, remembers everything and costs the price of a check for each page', async () => {
  rig.script = listOf(numbers(0, 100));
  expect(await rig.watch(run, { marksOnly: true })).toEqual({
    kind: 'settled',
    items: 0,
    chargedMicros: 3 * CHECK,
  });
  expect(last().run).toMatchObject({ pages: 3, gap: false });
  expect(last().seen).toHaveLength(30);
  expect(await spent()).toBe(3 * CHECK);
});

test('whose second page fails delivers the first and says gap; whose first page fails costs nothing', async () => {
  const list = listOf(numbers(0, 100));
  rig.script = (query, at) => (rig.asked === 1 ? list(query, at) : { kind: 'unavailable', detail: 'down' });
  expect(await rig.watch(run)).toMatchObject({ kind: 'settled', items: 10, chargedMicros: 10 * ITEM });
  expect(last().run).toMatchObject({ pages: 1, gap: true });
  run++;
  rig.script = () => ({ kind: 'unavailable', detail: 'down' });
  const money = await rig.money();
  expect(codeOf(await rig.watch(run))).toBe('UPSTREAM_ERROR');
  expect(await rig.money()).toEqual(money);
});

test('that was settled before says so', async () => {
  rig.script = listOf(['1']);
  await rig.watch(run);
  expect(await rig.watch(run)).toEqual({ kind: 'moved', retryAfterMs: null });
  expect(rig.found).toHaveLength(1);
});

test('begins no page after half a minute, and says gap', async () => {
  const pagesBy = async (slowMs: number) => {
    rig.seen.clear();
    let lateMs = 0;
    const clock = { ...rig.deps.clock, monotonicMs: () => systemClock.monotonicMs() + lateMs };
    const list = listOf(numbers(0, 100));
    rig.script = (query, at) => {
      lateMs = slowMs;
      return list(query, at);
    };
    run++;
    await rig.watch(run, {}, { ...rig.deps, clock });
    return last().run;
  };
  expect(await pagesBy(RUN_READ_MS - 5_000)).toMatchObject({ pages: 3, gap: true });
  expect(await pagesBy(RUN_READ_MS)).toMatchObject({ pages: 1, gap: true });
});
