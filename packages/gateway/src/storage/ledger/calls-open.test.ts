// Opening a call, on a ledger in memory: which calls are refused, what is held, and that a refusal changes nothing.
import { describe, expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { keepable } from './answers.ts';
import { openCall, openSettledCall } from './calls-open.ts';
import { endUncharged, settleHeld } from './calls-resolve.ts';
import type { Ledger } from './ledger.ts';
import {
  type Changes,
  callOf,
  changesOf,
  heldCall,
  KEY,
  ledgerWith,
  NARROW,
  NO_CAPS,
  NOTHING,
  NOW,
  PRICE,
} from './testing/ledger.ts';

const DAY = 24 * 3_600_000;
const answer = keepable({ kind: 'text', head: ['{"balance":"'], tail: '"}' });
const settle = (ledger: Ledger) =>
  settleHeld(ledger, heldCall(ledger), { chargedMicros: PRICE, source: 'live', attempts: [], answer });

test('a call that opens is a new row, holds its price for account and key, and counts once', () => {
  const ledger = ledgerWith();
  const input = callOf('acc', 'r1');
  const hold = { accountId: 'acc', requestId: 'r1', epoch: 1 };
  const rate = { limit: input.defaultRate, remaining: 999_999, resetMs: 60_000 };
  expect(openCall(ledger, input)).toEqual({ kind: 'opened', hold, rate });
  const { fingerprint, path, keyId } = input;
  expect([...ledger.changedCalls]).toEqual([
    {
      ...{ projectId: null, isKeyCounted: false, isAutoRefunded: false },
      ...{ accountId: 'acc', requestId: 'r1', epoch: 1, keyId, fingerprint, path, opened: input },
      ...{
        seq: 7,
        state: 'held',
        node: 'node',
        priceMicros: PRICE,
        terms: null,
        delivered: null,
        chargedMicros: 0,
        source: null,
      },
      ...{ failureCode: null, attempts: null, finishedAtMs: null, stored: null, answer: null },
    },
  ]);
  expect(ledger.account('acc')).toMatchObject({
    balanceMicros: 10_000,
    heldMicros: 1_000,
    running: 1,
    changed: true,
  });
  expect(ledger.keys.get(KEY)).toMatchObject({ heldMicros: 1_000, running: 1 });
  const window = { scope: `key_id:${KEY}`, startMs: NOW, used: 1 };
  expect([...ledger.changedWindows.values()]).toEqual([window, { ...window, scope: 'account_id:acc' }]);
  expect(ledger.windows.get(`key_id:${KEY}`)).toEqual(window);
  expect(ledger.freshSeqs).toEqual([8, 9]);
});

describe('a key or account that may not pay opens nothing', () => {
  test.each<[string, Changes]>([
    ['a key that is not active', { key: { status: 'disabled' } }],
    ['an account that is not active', { account: { status: 'disabled' } }],
    ['a key of another account', { key: { accountId: 'other' } }],
    ['a key that expires now', { key: { expiresAtMs: NOW } }],
    ['a key that has expired', { key: { expiresAtMs: NOW - 1 } }],
  ])('%s', (_name, changes) => {
    const ledger = ledgerWith(changes);
    expect(openCall(ledger, callOf('acc', 'r1'))).toEqual({ kind: 'unauthorized' });
    expect(changesOf(ledger)).toEqual(NOTHING);
  });

  test.each(['keys', 'accounts'] as const)('a payer who is not among the %s', (rows) => {
    const ledger = ledgerWith();
    ledger[rows].clear();
    expect(openCall(ledger, callOf('acc', 'r1'))).toEqual({ kind: 'unauthorized' });
  });

  test('also when its id has an answer: a revoked key replays nothing', () => {
    const ledger = ledgerWith();
    settle(ledger);
    ledger.keys.get(KEY)!.status = 'disabled';
    expect(openCall(ledger, callOf('acc', 'r1'))).toEqual({ kind: 'unauthorized' });
  });

  test('and a key that expires in a moment opens once more', () => {
    expect(heldCall(ledgerWith({ key: { expiresAtMs: NOW + 1 } })).state).toBe('held');
  });
});

describe('money', () => {
  test('that is held is not there to be held again, to the micro-unit', () => {
    const ledger = ledgerWith({ account: { balanceMicros: 2_000, heldMicros: 1_001 } });
    const insufficient = { kind: 'insufficient', reason: 'balance', availableMicros: 999 };
    expect(openCall(ledger, callOf('acc', 'r1'))).toEqual(insufficient);
    expect(changesOf(ledger)).toEqual(NOTHING);
    expect(heldCall(ledger, 'r2', 999).state).toBe('held');
  });

  const charged = new Map([
    ['2026-11-01', 100],
    ['2026-11-14', 100],
    ['2026-11-15', 300],
  ]);
  test.each([
    ['day', { dailyCapMicros: 1_350 }, DAY / 2],
    ['day', { dailyCapMicros: 1_350, monthlyCapMicros: 1_551 }, DAY / 2],
    ['month', { dailyCapMicros: 1_350, monthlyCapMicros: 1_550 }, 15.5 * DAY],
    ['month', { monthlyCapMicros: 1_550 }, 15.5 * DAY],
    ['month', { dailyCapMicros: 1_400, monthlyCapMicros: 1_550 }, 15.5 * DAY],
    ['total', { totalCapMicros: 1_750 }, null],
    ['total', { monthlyCapMicros: 1_550, totalCapMicros: 1_750 }, null],
  ] as const)(
    'under a cap by %s (%o) is what is charged in its time and what is held, and may meet it exactly',
    (window, caps, opensAfterMs) => {
      const spent = { chargedByDay: new Map(charged), totalMicros: 700, heldMicros: 50 };
      const ledger = ledgerWith({ key: { caps: { ...NO_CAPS, ...caps }, ...spent } });
      const price = (micros: number) => ({ priceMicros: toMicros(micros) });
      const over = openCall(ledger, callOf('acc', 'r1', price(1_001)));
      const resetsAtMs = opensAfterMs === null ? null : NOW + opensAfterMs;
      const cap = { scope: 'key', window, leftMicros: 1_000, resetsAtMs };
      expect(over).toMatchObject({ kind: 'capped', nowMs: NOW, cap });
      expect(changesOf(ledger)).toEqual(NOTHING);
      expect(openCall(ledger, callOf('acc', 'r1', price(1_000))).kind).toBe('opened');
      expect(openCall(ledger, callOf('acc', 'r2', price(1))).kind).toBe('capped');
    },
  );

  test('that a capped key has just spent counts at once, for the next call of the same batch', () => {
    const ledger = ledgerWith({ key: { caps: { ...NO_CAPS, dailyCapMicros: 1_500 } } });
    settle(ledger);
    expect(ledger.keys.get(KEY)!.chargedByDay.get('2026-11-15')).toBe(1_000);
    expect(openCall(ledger, callOf('acc', 'r2')).kind).toBe('capped');
  });
});

describe('an id that is known', () => {
  test('belongs to its first fingerprint, in every later state', () => {
    for (const state of ['held', 'settled', 'released', 'expired'] as const) {
      const ledger = ledgerWith();
      heldCall(ledger).state = state;
      const other = callOf('acc', 'r1', { fingerprint: 'other' });
      expect(openCall(ledger, other)).toEqual({ kind: 'reused' });
    }
  });

  test('runs, or has lost its answer: both open nothing', () => {
    const ledger = ledgerWith();
    const call = heldCall(ledger);
    expect(openCall(ledger, callOf('acc', 'r1'))).toEqual({ kind: 'running' });
    call.state = 'settled';
    expect(openCall(ledger, callOf('acc', 'r1'))).toEqual({ kind: 'expired' });
    expect(ledger.account('acc').heldMicros).toBe(1_000);
  });

  test('replays its answer without a charge, with the current balance and window, also without money or calls left', () => {
    const ledger = ledgerWith({
      account: { balanceMicros: 1_000 },
      key: { rate: { ...NARROW, requests: 1 } },
    });
    settle(ledger);
    const replay = openCall(ledger, callOf('acc', 'r1'));
    expect(replay).toMatchObject({
      ...{ kind: 'replay', answer: { passedOn: null }, balanceMicros: 0 },
      rate: { limit: { requests: 1 }, remaining: 0, resetMs: 60_000 },
    });
    expect(String(replay.kind === 'replay' && replay.answer?.body)).toBe('{"balance":"0.000000"}');
  });

  test('replays without its answer to a process that has it, and under the same rules', () => {
    const ledger = ledgerWith();
    const again = { ...callOf('acc', 'r1'), answerKnown: true };
    expect(openCall(ledger, again).kind).toBe('opened');
    expect(openCall(ledger, again)).toEqual({ kind: 'running' });
    const settled = ledgerWith();
    settle(settled);
    expect(openCall(settled, again)).toMatchObject({ kind: 'replay', answer: null });
    expect(openCall(settled, { ...again, fingerprint: 'x' })).toEqual({ kind: 'reused' });
    settled.call('acc', 'r1')!.answer = null;
    expect(openCall(settled, again)).toEqual({ kind: 'expired' });
  });

  test('that failed runs again as a new epoch of the same row, without values of the last epoch', () => {
    for (const state of ['released', 'expired'] as const) {
      const ledger = ledgerWith();
      const call = heldCall(ledger);
      Object.assign(call, { node: 'gone', keyId: 'gone', stored: { epoch: 1, state } });
      endUncharged(ledger, call, { state, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      ledger.changedCalls.clear();
      const again = callOf('acc', 'r1', { priceMicros: toMicros(700) });
      expect(openCall(ledger, again)).toMatchObject({ kind: 'opened', hold: { epoch: 2 } });
      expect([...ledger.changedCalls]).toEqual([call]);
      expect(call).toMatchObject({
        ...{ seq: 7, epoch: 2, state: 'held', node: 'node', keyId: KEY, priceMicros: 700, opened: again },
        ...{ finishedAtMs: null, failureCode: null, attempts: null },
      });
      expect(ledger.account('acc').heldMicros).toBe(700);
      expect(ledger.freshSeqs).toEqual([8, 9]);
    }
  });
});

test('a call whose answer is at hand is charged and holds nothing; one that is refused is not charged', () => {
  const ledger = ledgerWith();
  const paid = { chargedMicros: toMicros(400), source: 'cache' as const, answer };
  const settled = openSettledCall(ledger, { ...callOf('acc', 'r1'), ...paid });
  expect(settled).toMatchObject({ kind: 'settled', balanceMicros: 9_600, rate: { remaining: 999_999 } });
  expect(ledger.account('acc')).toMatchObject({ balanceMicros: 9_600, heldMicros: 0, running: 0 });
  expect(ledger.call('acc', 'r1')).toMatchObject({ state: 'settled', source: 'cache', attempts: '[]' });
  expect(openSettledCall(ledger, { ...callOf('acc', 'r1', { fingerprint: 'other' }), ...paid })).toEqual({
    kind: 'reused',
  });
  expect(ledger.charges).toHaveLength(1);
});
