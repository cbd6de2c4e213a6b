// The pages of a run as calls: each has an id, a hold and a charge of its own, and all of them are settled in the commit of the run.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOLD_TTL_MS } from '../../domain/limits.ts';
import { toMicros } from '../../domain/money.ts';
import { runPageId, runRequestId } from '../../domain/request-id.ts';
import { keyIdOf } from '../../storage/testing/payer.ts';
import { inBothLives } from '../../testing/run-duties.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import type { CallDeps } from '../call-deps.ts';
import type { RunRequest } from './gathered.ts';
import { CHECK, codeOf, type GatherRig, ITEM, listOf, numbers, openRig, WATCH } from './testing/rig.ts';

const down = { kind: 'unavailable', detail: 'down' } as const;

inBothLives('a run of a watch', (isUsed) => {
  let rig: GatherRig;
  const clock = createShiftedClock();
  let run = 0;
  let before: number;

  beforeAll(async () => {
    rig = await openRig(undefined, { clock });
    if (!isUsed) return;
    rig.script = listOf(numbers(0, 40));
    await rig.watch(++run);
    rig.script = () => down;
    await rig.watch(++run);
    clock.advance(7 * 86_400_000);
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    run++;
    rig.seen.clear();
    rig.asked = 0;
    rig.script = listOf(numbers(0, 100));
    before = (await rig.money()).balance;
  });

  /** Each question is new, so that no page comes from memory. */
  const ask = (more: Partial<RunRequest> = {}, deps?: CallDeps) =>
    rig.watch(run, { query: { keyword: `${isUsed} ${run}`, count: '10' }, ...more }, deps);
  const spent = async () => before - (await rig.money()).balance;
  /** A sweep counts the time from when it saw the hold first. */
  const expireHolds = async () => {
    const { calls } = rig.core.storage;
    await calls.expire({ holdTtlMs: HOLD_TTL_MS });
    clock.advance(HOLD_TTL_MS);
    await calls.expire({ holdTtlMs: HOLD_TTL_MS });
  };
  /** State and charge of the pages of this run. */
  const pages = async () => {
    const { calls } = rig.core.storage;
    const found = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        calls.find({ accountId: 'acc', requestId: runPageId(runRequestId(WATCH, run), page) }),
      ),
    );
    return found.flatMap((call) => (call === null ? [] : [[call.state, call.chargedMicros]]));
  };

  test('pays for each page that it reads: its new items, or one check', async () => {
    for (const id of numbers(10, 5)) rig.seen.add(`scripted:${id}`);
    for (const id of numbers(20, 80)) rig.seen.add(`scripted:${id}`);
    expect(await ask()).toMatchObject({ items: 15, chargedMicros: 15 * ITEM + CHECK });
    expect(await pages()).toEqual([
      ['settled', 10 * ITEM],
      ['settled', 5 * ITEM],
      ['settled', CHECK],
    ]);
    expect([await spent(), rig.asked]).toEqual([15 * ITEM + CHECK, 3]);
  });

  test('that only marks pays a check for each page, and no page for nothing', async () => {
    expect(await ask({ marksOnly: true, pagesMax: 4 })).toMatchObject({ items: 0, chargedMicros: 4 * CHECK });
    expect(await pages()).toEqual(Array(4).fill(['settled', CHECK]));
    expect([await spent(), rig.asked]).toEqual([4 * CHECK, 4]);
  });

  test('does not pay for the page that failed, and keeps the pages before it', async () => {
    const list = listOf(numbers(0, 100));
    rig.script = (query, at) => (rig.asked <= 2 ? list(query, at) : down);
    expect(await ask()).toMatchObject({ items: 20, chargedMicros: 20 * ITEM });
    expect(await pages()).toEqual([
      ['settled', 10 * ITEM],
      ['settled', 10 * ITEM],
      ['released', 0],
    ]);
    expect(rig.found.at(-1)).toMatchObject({ run: { pages: 2, gap: true } });
    expect(await rig.money()).toEqual({ balance: before - 20 * ITEM, held: 0 });
  });

  test('ends before the page that a cap no longer pays, and loses nothing of what it paid', async () => {
    const cap = (micros: number | null) =>
      rig.core.storage.keys.update({
        ...{ actor: 't', id: keyIdOf('acc') },
        dailyCapMicros: micros === null ? null : toMicros(micros),
      });
    clock.advance(86_400_000);
    await cap(25 * ITEM);
    expect(await ask()).toMatchObject({ items: 20, chargedMicros: 20 * ITEM });
    expect(rig.found.at(-1)).toMatchObject({ run: { pages: 2, gap: true } });
    expect([await spent(), rig.lastIds(), rig.asked]).toEqual([20 * ITEM, numbers(0, 20), 2]);
    run++;
    expect(codeOf(await ask())).toBe('SPEND_CAP_REACHED');
    await cap(null);
    rig.seen.clear();
    expect(await ask()).toMatchObject({ items: 30 });
  });

  test('that marks and is cut short says that the next one marks too; the next one marks the rest', async () => {
    const list = listOf(numbers(0, 25));
    rig.script = (query, at) => (rig.asked === 1 ? list(query, at) : down);
    expect(await ask({ marksOnly: true })).toMatchObject({ items: 0, chargedMicros: CHECK });
    expect(rig.found.at(-1)).toMatchObject({ marksAgain: true, run: { pages: 1, gap: true } });
    rig.script = list;
    run++;
    expect(await ask({ marksOnly: true, isDeeper: true })).toMatchObject({
      items: 0,
      chargedMicros: 3 * CHECK,
    });
    expect(rig.found.at(-1)).toMatchObject({ marksAgain: false, run: { pages: 3, gap: false } });
    expect(rig.seen.size).toBe(25);
  });

  test('that was killed before its commit charges each page once when it is made again', async () => {
    const dies = () => new Promise<never>(() => {});
    const begun = Promise.withResolvers<void>();
    const { storage } = rig.deps;
    const settle = async () => {
      begun.resolve();
      return dies();
    };
    void ask({}, { ...rig.deps, storage: { ...storage, gathered: { ...storage.gathered, settle } } });
    await begun.promise;
    expect(await pages()).toEqual(Array(3).fill(['held', 0]));
    expect(await ask()).toMatchObject({ kind: 'moved' });
    await expireHolds();
    expect(await ask()).toMatchObject({ items: 30, chargedMicros: 30 * ITEM });
    expect(await ask()).toEqual({ kind: 'moved', retryAfterMs: null });
    expect(await pages()).toEqual(Array(3).fill(['settled', 10 * ITEM]));
    expect(await rig.money()).toEqual({ balance: before - 30 * ITEM, held: 0 });
  });

  test('whose second page is still held by a process that was killed charges nothing, and is made when that hold has ended', async () => {
    const first = runRequestId(WATCH, run);
    const opening = rig.deps.storage.calls.open;
    const dead: CallDeps['storage']['calls']['open'] = async (input) => {
      if (input.requestId === first) return opening(input);
      await opening(input);
      throw new Error('killed');
    };
    const { storage } = rig.deps;
    const deps = { ...rig.deps, storage: { ...storage, calls: { ...storage.calls, open: dead } } };
    await expect(ask({}, deps)).rejects.toThrow('killed');
    expect(await ask()).toEqual({ kind: 'moved', retryAfterMs: HOLD_TTL_MS });
    expect(await spent()).toBe(0);
    await expireHolds();
    expect(await ask()).toMatchObject({ items: 30, chargedMicros: 30 * ITEM });
    expect(await rig.money()).toEqual({ balance: before - 30 * ITEM, held: 0 });
  });
});
