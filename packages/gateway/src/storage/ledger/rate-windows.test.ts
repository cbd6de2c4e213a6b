// Rate limits on a ledger in memory: exact counts, exact ends of windows, and that a refused call is not counted.
import { describe, expect, test } from 'vitest';
import { openCall } from './calls-open.ts';
import type { Ledger } from './ledger.ts';
import { rateNow } from './rate-windows.ts';
import { callOf, changesOf, KEY, ledgerWith, NARROW, NOTHING, NOW } from './testing/ledger.ts';

const OF_KEY = `key_id:${KEY}`;
const ACCOUNT = 'account_id:acc';
const started = (ledger: Ledger, scope: string, agoMs: number, used: number) =>
  ledger.windows.set(scope, { scope, startMs: NOW - agoMs, used });
const open = (ledger: Ledger, id = 'r1') => openCall(ledger, callOf('acc', id));

describe('the window of a key', () => {
  test('takes exactly its number of calls, returns what is left, and counts no refusal', () => {
    const ledger = ledgerWith({ key: { rate: NARROW } });
    started(ledger, OF_KEY, 20_000, 1);
    expect(open(ledger)).toMatchObject({ rate: { limit: NARROW, remaining: 0, resetMs: 40_000 } });
    expect(ledger.changedWindows.get(OF_KEY)).toEqual({ scope: OF_KEY, startMs: NOW - 20_000, used: 2 });
    expect(open(ledger, 'r2')).toEqual({
      ...{ kind: 'limited', reason: 'requests', retryAfterMs: 40_000 },
      rate: { limit: NARROW, remaining: 0, resetMs: 40_000 },
    });
    expect(ledger.windows.get(OF_KEY)!.used).toBe(2);
  });

  test('counts the pages that earlier calls took beyond one, with the next call that is admitted', () => {
    const ledger = ledgerWith({ key: { rate: { requests: 10, perSeconds: 60, concurrent: 5 } } });
    const openWith = (id: string, extraPages: number) =>
      openCall(ledger, { ...callOf('acc', id), extraPages });
    started(ledger, OF_KEY, 20_000, 2);
    expect(openWith('r1', 4)).toMatchObject({ kind: 'opened', rate: { remaining: 3 } });
    expect(ledger.changedWindows.get(OF_KEY)!.used).toBe(7);
    expect(openWith('r2', 3)).toMatchObject({ kind: 'limited', reason: 'requests', rate: { remaining: 0 } });
    expect(ledger.changedWindows.get(OF_KEY)!.used).toBe(7);
    // A key that owes more pages than a whole window allows still gets one call in that window.
    started(ledger, OF_KEY, 60_000, 7);
    expect(openWith('r3', 500)).toMatchObject({ kind: 'opened', rate: { remaining: 0 } });
    expect(openWith('r4', 0)).toMatchObject({ kind: 'limited' });
  });

  test('ends with its last millisecond and not before', () => {
    const ledger = ledgerWith({ key: { rate: NARROW } });
    started(ledger, OF_KEY, 59_999, 2);
    expect(open(ledger)).toMatchObject({ kind: 'limited', retryAfterMs: 1 });
    expect(changesOf(ledger)).toEqual(NOTHING);
    started(ledger, OF_KEY, 60_000, 2);
    expect(open(ledger)).toMatchObject({ kind: 'opened', rate: { remaining: 1, resetMs: 60_000 } });
    expect(ledger.changedWindows.get(OF_KEY)).toEqual({ scope: OF_KEY, startMs: NOW, used: 1 });
  });

  test('that begins in this millisecond counts; one that lies in the future begins anew', () => {
    const ledger = ledgerWith({ key: { rate: NARROW } });
    started(ledger, OF_KEY, 0, 2);
    expect(open(ledger).kind).toBe('limited');
    started(ledger, OF_KEY, -1, 2);
    expect(open(ledger)).toMatchObject({ kind: 'opened', rate: { resetMs: 60_000 } });
  });

  test('whose limit was lowered below its count has nothing left, and never less', () => {
    const ledger = ledgerWith({ key: { rate: NARROW } });
    started(ledger, OF_KEY, 10_000, 9);
    expect(open(ledger)).toMatchObject({ kind: 'limited', rate: { remaining: 0 } });
    expect(rateNow(ledger, KEY, NARROW)).toEqual({ limit: NARROW, remaining: 0, resetMs: 50_000 });
  });

  test('can be read without counting a call', () => {
    const ledger = ledgerWith();
    expect(rateNow(ledger, KEY, NARROW)).toEqual({ limit: NARROW, remaining: 2, resetMs: 60_000 });
    started(ledger, OF_KEY, 10_000, 1);
    expect(rateNow(ledger, KEY, NARROW)).toEqual({ limit: NARROW, remaining: 1, resetMs: 50_000 });
    expect(changesOf(ledger)).toEqual(NOTHING);
  });

  test('is that of the default limit only for a key without one of its own', () => {
    const defaultRate = { requests: 1, perSeconds: 1, concurrent: 1 };
    const limitOf = (ledger: Ledger) => openCall(ledger, callOf('acc', 'r1', { defaultRate }));
    expect(limitOf(ledgerWith())).toMatchObject({ rate: { limit: defaultRate } });
    expect(limitOf(ledgerWith({ key: { rate: NARROW } }))).toMatchObject({ rate: { limit: NARROW } });
  });
});

test('calls at one time are bounded exactly, and one that ends makes room', () => {
  const ledger = ledgerWith({ key: { rate: { ...NARROW, requests: 9 }, running: 3 } });
  expect(open(ledger)).toMatchObject({ kind: 'limited', reason: 'concurrent', retryAfterMs: 1_000 });
  expect(changesOf(ledger)).toEqual(NOTHING);
  ledger.keys.get(KEY)!.running = 2;
  expect(open(ledger).kind).toBe('opened');
  expect(open(ledger, 'r2').kind).toBe('limited');
});

describe('an account without a limit of its own', () => {
  const defaultRate = { requests: 6, perSeconds: 60, concurrent: 5 };
  const limitOf = (keyRate: typeof defaultRate | null) => {
    const ledger = ledgerWith({ key: { rate: keyRate } });
    started(ledger, ACCOUNT, 0, 1_000_000);
    return openCall(ledger, callOf('acc', 'r1', { defaultRate, keysMax: 3 }));
  };

  test('has that of as many keys as it may have', () => {
    expect(limitOf(null)).toMatchObject({
      kind: 'limited',
      rate: { limit: { requests: 18, perSeconds: 60, concurrent: 15 } },
    });
  });

  test('is raised by a key with a higher limit, whatever its window, and not lowered by one with a lower limit', () => {
    const raised = (requests: number, perSeconds: number) =>
      (limitOf({ requests, perSeconds, concurrent: 1 }) as { rate: { limit: object } }).rate.limit;
    expect(raised(2, 60)).toEqual({ requests: 18, perSeconds: 60, concurrent: 15 });
    expect(raised(100, 60)).toEqual({ requests: 300, perSeconds: 60, concurrent: 15 });
    expect(raised(1, 1)).toEqual({ requests: 180, perSeconds: 60, concurrent: 15 });
    expect(raised(7, 86_400)).toEqual({ requests: 21, perSeconds: 60, concurrent: 15 });
  });
});

describe('an account with a limit of its own', () => {
  test('is counted beside its key, and the window of the key is returned', () => {
    const ledger = ledgerWith({ account: { rate: NARROW } });
    expect(open(ledger)).toMatchObject({ kind: 'opened', rate: { remaining: 999_999 } });
    expect([...ledger.changedWindows.keys()]).toEqual([OF_KEY, ACCOUNT]);
    expect(open(ledger, 'r2').kind).toBe('opened');
    expect(open(ledger, 'r3')).toMatchObject({
      kind: 'limited',
      reason: 'requests',
      rate: { limit: NARROW },
    });
    expect(ledger.windows.get(OF_KEY)!.used).toBe(2);
  });

  test('whose calls at one time are all running refuses, whatever its key allows', () => {
    const ledger = ledgerWith({ account: { rate: NARROW, running: 3 } });
    expect(open(ledger)).toMatchObject({ kind: 'limited', reason: 'concurrent' });
    expect(changesOf(ledger)).toEqual(NOTHING);
  });

  test('does not help a key whose own limit is met', () => {
    const ledger = ledgerWith({ account: { rate: NARROW }, key: { rate: { ...NARROW, requests: 1 } } });
    started(ledger, OF_KEY, 0, 1);
    expect(open(ledger)).toMatchObject({ kind: 'limited', rate: { limit: { requests: 1 } } });
  });
});
