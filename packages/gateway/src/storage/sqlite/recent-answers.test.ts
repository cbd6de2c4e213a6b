// The cache of recent answers only saves work: the ledger alone decides which call is replayed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import type { AnswerContent, OpenResult, OpenSettledResult, Storage } from '../storage.ts';
import { addPayer, callOf, keyIdOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { openSqliteStorage } from './open-storage.ts';
import { RecentAnswers } from './recent-answers.ts';

const LONG = Buffer.from('{"title":"猫"},'.repeat(2_000));
const text = (bytes: Uint8Array): AnswerContent => ({
  kind: 'text',
  head: ['{"items":"', bytes, '","balance":"'],
  tail: '"}',
});
const passed = { kind: 'bytes' as const, bytes: Uint8Array.of(0, 255, 10), headers: { a: 'b' }, status: 203 };

function bodyOf(result: OpenResult | OpenSettledResult): Buffer {
  if (result.kind !== 'replay') throw new Error(`expected replay, got ${result.kind}`);
  return Buffer.from(result.answer.body);
}

describe('a replay on SQLite', () => {
  let folder: string;
  let file: string;
  let storage: Storage;
  let another: Storage;

  const open = () => openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: true });
  const replay = (by = storage, id = 'r1') => by.calls.open(callOf('acc', id));
  const replayAtOnce = (answer: AnswerContent | null, by = storage) =>
    by.calls.openSettled({ ...callOf('acc', 'r1'), chargedMicros: PRICE, source: 'cache', answer });

  async function settle(answer: AnswerContent, id = 'r1'): Promise<void> {
    const hold = await openHold(storage, 'acc', id);
    const settled = await storage.calls.settle(settlementOf(hold, { answer }));
    expect(settled.kind).toBe('settled');
  }

  /** From now on, unpacking a stored answer throws. */
  function damageAnswers(): void {
    const db = new DatabaseSync(file);
    db.exec("UPDATE answers SET body = x'00', passed_on = NULL");
    db.close();
  }

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reelgate-recent-'));
    file = path.join(folder, 'test.db');
    storage = await open();
    another = await open();
    await publishPrice(storage);
    await addPayer(storage, 'acc', 100);
  });

  afterEach(async () => {
    await Promise.all([storage.close(), another.close()]);
    rmSync(folder, { recursive: true });
  });

  test('gives the stored bytes, even if the page has changed since', async () => {
    const page = Buffer.from(LONG);
    await settle(text(page));
    page.fill('x');
    expect(bodyOf(await replay()).includes(LONG)).toBe(true);
    expect(bodyOf(await replay(another)).includes(LONG)).toBe(true);
  });

  test('gives the same bytes from memory and to a process that must unpack them', async () => {
    // Around every size at which answers are packed or cached differently.
    for (const size of [0, 1, 256, 257, 5_000, 32_768, 32_769, 300_000, 1_000_000]) {
      const bytes = Uint8Array.from({ length: size }, (_, at) => 97 + ((at * 7) % 23));
      await settle(text(bytes), `r${size}`);
      const first = bodyOf(await replay(storage, `r${size}`));
      expect(first.subarray(10, 10 + size).equals(bytes)).toBe(true);
      for (const by of [storage, another]) {
        expect(first.equals(bodyOf(await replay(by, `r${size}`)))).toBe(true);
      }
    }
  });

  test('soon after the answer unpacks nothing, for every verb', async () => {
    await settle(text(LONG));
    damageAnswers();
    const expected = `{"items":"${LONG}","balance":"0.099000"}`;
    expect(bodyOf(await replay()).toString()).toBe(expected);
    expect(bodyOf(await replay()).toString()).toBe(expected);
    expect(bodyOf(await replayAtOnce(passed)).toString()).toBe(expected);
  });

  test('of an answer that was available before it was paid unpacks nothing either', async () => {
    expect((await replayAtOnce(text(LONG))).kind).toBe('settled');
    damageAnswers();
    expect(bodyOf(await replay()).toString()).toBe(`{"items":"${LONG}","balance":"0.099000"}`);
  });

  test.each([
    ['asks alone', () => replay(another)],
    ['brings an answer along', () => replayAtOnce(passed, another)],
  ])('that had to be unpacked is remembered for the next caller who %s', async (_by, again) => {
    await settle(text(LONG));
    const expected = `{"items":"${LONG}","balance":"0.099000"}`;
    expect(bodyOf(await again()).toString()).toBe(expected);
    damageAnswers();
    expect(bodyOf(await again()).toString()).toBe(expected);
  });

  test('has the status and headers of an answer that was passed on', async () => {
    await settle(passed);
    for (const by of [storage, another]) {
      const answer = { body: expect.anything(), passedOn: { headers: { a: 'b' }, status: 203 } };
      expect(await replay(by)).toMatchObject({ kind: 'replay', answer });
      expect([...bodyOf(await replay(by))]).toEqual([0, 255, 10]);
    }
  });

  test('is refused once the answer was purged by any process, although it is cached', async () => {
    await settle(text(LONG));
    bodyOf(await replay());
    await another.calls.purgeAnswers({ keepMs: -1 });
    expect(await replayAtOnce(text(LONG))).toEqual({ kind: 'expired' });
    expect(await replay()).toEqual({ kind: 'expired' });
    expect(await replayAtOnce(text(LONG))).toEqual({ kind: 'expired' });
  });

  test('is given only to its account, with its fingerprint and an active key', async () => {
    await settle(text(LONG));
    await addPayer(storage, 'other', 1);
    expect((await storage.calls.open(callOf('other', 'r1'))).kind).toBe('opened');
    expect(await storage.calls.open(callOf('acc', 'r1', { fingerprint: 'x' }))).toEqual({ kind: 'reused' });
    await another.keys.revoke({ actor: 't', id: keyIdOf('acc') });
    expect(await replay()).toEqual({ kind: 'unauthorized' });
  });

  test('has the current balance and window beside the stored answer', async () => {
    await settle(text(LONG));
    await settle(text(LONG), 'r2');
    const result = await replay();
    expect(result).toMatchObject({ balanceMicros: 98 * PRICE, rate: { remaining: 1_000_000 - 2 } });
    expect(bodyOf(result).toString()).toContain('"balance":"0.099000"');
  });

  test('is of the call that was charged, and never of one that settled too late', async () => {
    const late = await openHold(storage, 'acc', 'r1');
    await storage.calls.release({ hold: late, failureCode: 'X', attempts: [] });
    const hold = await openHold(another, 'acc', 'r1');
    expect(await storage.calls.settle(settlementOf(late, { answer: text(LONG) }))).toEqual({ kind: 'lost' });
    await another.calls.settle(settlementOf(hold, { answer: passed }));
    for (const by of [storage, another]) expect([...bodyOf(await replay(by))]).toEqual([0, 255, 10]);
  });
});

describe('the cache of recent answers', () => {
  const nameOf = (n: number) => ({ accountId: 'acc', requestId: `r${n}` });
  const answer = (bytes: number) => ({ body: new Uint8Array(bytes), gzip: null, passedOn: null });

  test('never exceeds its bytes, and drops the answer that was used longest ago', () => {
    const recent = new RecentAnswers(10_000);
    for (let n = 0; n < 100; n++) {
      recent.put(nameOf(n), answer(n * 7));
      recent.find(nameOf(0));
      expect(recent.bytes).toBeLessThanOrEqual(10_000);
    }
    const known = Array.from({ length: 100 }, (_, n) => n).filter((n) => recent.find(nameOf(n)) !== null);
    expect(known).toEqual([0, 92, 93, 94, 95, 96, 97, 98, 99]);
  });

  test('counts empty answers too, so that their number is limited', () => {
    const recent = new RecentAnswers(10_000);
    for (let n = 0; n < 100; n++) recent.put(nameOf(n), answer(0));
    expect([recent.bytes, recent.find(nameOf(79)), recent.find(nameOf(99))?.answer.body.length]).toEqual([
      9_728,
      null,
      0,
    ]);
  });

  test('refuses an answer that would push out too many others', () => {
    const recent = new RecentAnswers(10_000);
    recent.put(nameOf(1), answer(100));
    recent.put(nameOf(2), answer(5_000));
    expect([recent.find(nameOf(1)) === null, recent.find(nameOf(2))]).toEqual([false, null]);
  });

  test('holds one answer per call, and is empty after all were dropped', () => {
    const recent = new RecentAnswers(10_000);
    for (const bytes of [10, 20, 30]) recent.put(nameOf(1), answer(bytes));
    expect([recent.find(nameOf(1))?.answer.body.length, recent.bytes]).toEqual([30, 542]);
    recent.forget('r1');
    recent.forget('r1');
    expect(recent.bytes).toBe(0);
  });
});
