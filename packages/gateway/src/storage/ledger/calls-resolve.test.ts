// The end of a hold, on a ledger in memory: one charge, one entry, exact sums, and no effect on a hold that has already ended.
import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../domain/call.ts';
import { toMicros } from '../../domain/money.ts';
import { keepable } from './answers.ts';
import { callOf as addressOf, type CallVerb, runCallVerb, wantedBy } from './call-verbs.ts';
import { endUncharged, releaseCall, type SettleHold, settleCall } from './calls-resolve.ts';
import { Ledger } from './ledger.ts';
import { readAccountRow, readCallRow, readKeyRow } from './read-rows.ts';
import { callOf, changesOf, heldCall, KEY, ledgerWith, NOW, PRICE } from './testing/ledger.ts';

const answer = keepable({ kind: 'text', head: ['{"balance":"'], tail: '"}' });
const hold = { accountId: 'acc', requestId: 'r1', epoch: 1 };
const paid: SettleHold = { hold, chargedMicros: toMicros(400), source: 'live', attempts: [], answer };
const attempt = (provider: string, outcome: string, costMicros = 0): Attempt => ({
  ...{ provider, startedMs: 0, durationMs: 5, bytes: 1, outcome },
  costMicros: toMicros(costMicros),
});

describe('a call that is settled', () => {
  test('moves the balance by what is charged, gives its hold back, and is one entry, one count, one answer', () => {
    const ledger = ledgerWith();
    const call = heldCall(ledger);
    expect(settleCall(ledger, { ...paid, attempts: [attempt('p', 'ok')] })).toEqual({
      kind: 'settled',
      balanceMicros: 9_600,
    });
    expect(ledger.account('acc')).toMatchObject({
      balanceMicros: 9_600,
      heldMicros: 0,
      entrySeq: 5,
      running: 0,
    });
    expect(ledger.keys.get(KEY)).toMatchObject({ heldMicros: 0, running: 0 });
    expect(call).toMatchObject({ state: 'settled', chargedMicros: 400, source: 'live', finishedAtMs: NOW });
    expect(JSON.parse(call.attempts!)).toEqual([attempt('p', 'ok')]);
    expect(ledger.charges).toEqual([
      {
        ...{ accountId: 'acc', seq: 5, amountMicros: -400, balanceAfterMicros: 9_600 },
        ...{ callSeq: 7, actor: `key:${KEY}` },
      },
    ]);
    expect(ledger.answers).toEqual([{ callSeq: 7, answer: call.answer }]);
    const sums = { calls: 1, failures: 0, chargedMicros: 400, costMicros: attempt('p', 'ok').costMicros };
    expect([...ledger.usage.values()]).toEqual([{ accountId: 'acc', keyId: KEY, path: '/p', ...sums }]);
  });

  test('at price 0 is an entry of zero, not of minus zero, and one without an answer stores none', () => {
    const ledger = ledgerWith();
    const call = heldCall(ledger);
    settleCall(ledger, { ...paid, chargedMicros: toMicros(0), answer: null });
    expect(ledger.charges[0]!.amountMicros).toBe(0);
    expect([call.answer, ledger.answers]).toEqual([null, []]);
  });

  test('by a later batch writes its row and its account, although neither was opened there', () => {
    const ledger = ledgerWith({ account: { heldMicros: 1_000 } });
    ledger.keys.clear();
    const row = { ...heldRow, seq: 3 };
    ledger.calls.set('acc\0r1', readCallRow(row));
    settleCall(ledger, { ...paid, attempts: [attempt('p', 'ok')] });
    expect(changesOf(ledger)).toEqual({
      spent: 0,
      events: 0,
      ...{ accounts: 1, calls: 1, windows: 0, charges: 1, answers: 1, usage: 1, steps: 1 },
    });
    expect(ledger.account('acc')).toMatchObject({ balanceMicros: 9_600, heldMicros: 0 });
  });

  test('adds to what was counted before in its batch', () => {
    const ledger = ledgerWith({ key: { chargedByDay: new Map([['2026-11-15', 50]]) } });
    for (const requestId of ['r1', 'r2']) {
      heldCall(ledger, requestId);
      settleCall(ledger, { ...paid, hold: { ...hold, requestId } });
    }
    expect([...ledger.usage.values()]).toMatchObject([{ calls: 2, failures: 0, chargedMicros: 800 }]);
    expect(ledger.charges.map(({ seq, callSeq }) => [seq, callSeq])).toEqual([
      [5, 7],
      [6, 8],
    ]);
    expect(ledger.keys.get(KEY)!.chargedByDay.get('2026-11-15')).toBe(850);
  });
});

test('a call that is released or expires charges nothing, gives its hold back and counts as one failure', () => {
  for (const state of ['released', 'expired'] as const) {
    const ledger = ledgerWith();
    const call = heldCall(ledger);
    ledger.changedCalls.clear();
    endUncharged(ledger, call, { state, failureCode: 'CODE', attempts: [] });
    expect(call).toMatchObject({
      state,
      failureCode: 'CODE',
      attempts: '[]',
      finishedAtMs: NOW,
      chargedMicros: 0,
    });
    expect(ledger.account('acc')).toMatchObject({
      balanceMicros: 10_000,
      heldMicros: 0,
      running: 0,
      entrySeq: 4,
    });
    expect([...ledger.usage.values()]).toMatchObject([{ calls: 0, failures: 1, chargedMicros: 0 }]);
    expect([[...ledger.changedCalls], ledger.charges]).toEqual([[call], []]);
  }
});

test('attempts are summed by provider; a lost race and an absence are not failures, and only the attempt that answered earns', () => {
  const ledger = ledgerWith();
  heldCall(ledger);
  heldCall(ledger, 'r2');
  const attempts = [attempt('a', 'timeout', 10), attempt('b', 'ok', 30), attempt('c', 'cancelled', 2)];
  settleCall(ledger, { ...paid, attempts });
  const failed = { hold: { ...hold, requestId: 'r2' }, failureCode: 'UPSTREAM_TIMEOUT' };
  releaseCall(ledger, { ...failed, attempts: [attempt('a', 'timeout', 10), attempt('c', 'not_found', 2)] });
  const one = {
    path: '/p',
    calls: 0,
    failedCalls: 0,
    chargedMicros: 0,
    attempts: 1,
    failures: 0,
    durationMs: 5,
  };
  const within10 = (count: number) => [count, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const twice = { attempts: 2, failures: 2, durationMs: 10, costMicros: 20, durations: within10(2) };
  expect([...ledger.steps.values()]).toEqual([
    { ...one, provider: 'a', ...twice },
    { ...one, provider: 'b', calls: 1, chargedMicros: 400, costMicros: 30, durations: within10(1) },
    { ...one, provider: 'c', ...twice, failures: 0, costMicros: 4 },
    {
      ...one,
      provider: '',
      failedCalls: 1,
      attempts: 0,
      durationMs: 0,
      costMicros: 0,
      durations: within10(0),
    },
  ]);
  expect([...ledger.usage.values()]).toMatchObject([
    { calls: 1, failures: 1, chargedMicros: 400, costMicros: 54 },
  ]);
});

describe('a hold that has ended', () => {
  test.each([
    ['of an earlier epoch', { ...hold, epoch: 0 }],
    ['of a later epoch', { ...hold, epoch: 2 }],
    ['of another id', { ...hold, requestId: 'r2' }],
    ['of another account', { ...hold, accountId: 'other' }],
  ])('%s is neither settled nor released', (_name, gone) => {
    const ledger = ledgerWith();
    heldCall(ledger);
    const before = changesOf(ledger);
    expect(settleCall(ledger, { ...paid, hold: gone })).toEqual({ kind: 'lost' });
    expect(releaseCall(ledger, { hold: gone, failureCode: 'X', attempts: [] })).toEqual({ kind: 'lost' });
    expect(changesOf(ledger)).toEqual(before);
    expect(ledger.account('acc')).toMatchObject({ balanceMicros: 10_000, heldMicros: 1_000 });
  });

  test.each(['settled', 'released', 'expired'] as const)('because it was %s has had its one end', (state) => {
    const ledger = ledgerWith();
    heldCall(ledger).state = state;
    expect(settleCall(ledger, paid)).toEqual({ kind: 'lost' });
    expect(releaseCall(ledger, { hold, failureCode: 'X', attempts: [] })).toEqual({ kind: 'lost' });
    expect([ledger.charges, ledger.account('acc').heldMicros]).toEqual([[], 1_000]);
  });
});

test('a batch reads the rows that its verbs name and runs the verbs in their order', () => {
  const settle = { ...paid, chargedMicros: PRICE };
  const verbs: CallVerb[] = [
    { name: 'open', input: callOf('acc', 'r1') },
    { name: 'settle', input: settle },
    { name: 'openSettled', input: { ...callOf('acc', 'r2'), chargedMicros: PRICE, source: 'cache', answer } },
    { name: 'open', input: callOf('acc', 'r3') },
    { name: 'release', input: { hold: { ...hold, requestId: 'r3' }, failureCode: 'X', attempts: [] } },
  ];
  const { opens, calls } = wantedBy(verbs);
  expect(opens.map(({ requestId }) => requestId)).toEqual(['r1', 'r2', 'r3']);
  expect(calls.map(({ requestId }) => requestId)).toEqual(['r1', 'r1', 'r2', 'r3', 'r3']);
  expect(addressOf(verbs[1]!)).toBe(hold);
  const ledger = ledgerWith();
  const results = verbs.map((verb) => (runCallVerb(ledger, verb) as { kind: string }).kind);
  expect(results).toEqual(['opened', 'settled', 'settled', 'opened', 'released']);
  expect(ledger.account('acc').balanceMicros).toBe(8_000);
});

const heldRow = {
  ...{ seq: 3, account_id: 'acc', request_id: 'r1', epoch: 1, state: 'held', node: 'n', key_id: KEY },
  ...{ fingerprint: 'f', path: '/p', price_micros: 1_000 },
};

describe('rows of the database', () => {
  const rate = { rate_requests: null, rate_per_seconds: null, rate_concurrent: null };

  test('of an account and a key come without counts, unchanged, and are active only when they say so', () => {
    const money = {
      balance_micros: 5,
      held_micros: 2,
      entry_seq: 1,
      low_micros: 3,
      recharge_below_micros: 4,
      granted_micros: 6,
    };
    const account = readAccountRow({ id: 'a', status: 'active', ...money, ...rate });
    expect(account).toEqual({
      ...{ id: 'a', status: 'active', balanceMicros: 5, heldMicros: 2, entrySeq: 1, rate: null },
      ...{ lowMicros: 3, rechargeBelowMicros: 4, grantedMicros: 6, grants: [] },
      ...{ running: 0, changed: false },
    });
    const caps = { daily_cap_micros: 7, monthly_cap_micros: null, total_cap_micros: 8 };
    const bounds = { max_call_micros: 9, project_id: 'p' };
    const key = {
      id: 'k',
      account_id: 'a',
      status: 'active',
      expires_at_ms: null,
      ...caps,
      ...bounds,
      ...rate,
    };
    expect(readKeyRow(key)).toEqual({
      ...{ id: 'k', accountId: 'a', status: 'active', expiresAtMs: null, rate: null },
      caps: { dailyCapMicros: 7, monthlyCapMicros: null, totalCapMicros: 8 },
      ...{ maxCallMicros: 9, projectId: 'p' },
      ...{ running: 0, heldMicros: 0, chargedByDay: new Map(), totalMicros: 0 },
    });
    expect(readKeyRow({ ...key, status: 'disabled' }).status).toBe('disabled');
    expect(readAccountRow({ ...money, ...rate, status: 'disabled' }).status).toBe('disabled');
  });

  test('of a call carry the stored epoch and state, have an answer only with a body, and no changes of this batch', () => {
    expect(readCallRow(heldRow)).toMatchObject({
      ...{ stored: { epoch: 1, state: 'held' }, chargedMicros: 0, opened: null, answer: null },
      ...{ source: null, failureCode: null, attempts: null, finishedAtMs: null },
    });
    expect(readCallRow({ ...heldRow, body: null, passed_on: null }).answer).toBeNull();
    const body = Uint8Array.of(1);
    expect(readCallRow({ ...heldRow, body, passed_on: '{}' }).answer).toEqual({ body, passedOn: '{}' });
  });
});

test('a ledger carries its time, its day and its node', () => {
  expect(new Ledger(NOW, 'n')).toMatchObject({ nowMs: NOW, day: '2026-11-15', node: 'n' });
});
