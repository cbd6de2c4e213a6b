// Callers see every figure of a call, an entry and their usage under its own name.
import { expect, test } from 'vitest';
import type { Entry } from '../domain/account.ts';
import type { CallRecord } from '../domain/call.ts';
import { toMicros } from '../domain/money.ts';
import { START_MS } from '../verb/testing/world.ts';
import { entryView } from './accounts/account-views.ts';
import { receiptView } from './receipts/receipt-views.ts';
import { usageView } from './usage/usage-views.ts';

const settled = {
  requestId: 'r1',
  state: 'settled',
  path: '/api/u2/v1/demo/app/search_video',
  group: 'u2',
  platform: 'demo',
  operation: 'video.search',
  variant: 'economy',
  priceMicros: toMicros(12_000),
  chargedMicros: toMicros(6_000),
  refundedMicros: toMicros(1_000),
  catalogVersion: 3,
  source: 'cache',
  failureCode: null,
  attempts: [
    {
      provider: 'a',
      startedMs: 1,
      durationMs: 20,
      outcome: 'timeout',
      bytes: 300,
      costMicros: toMicros(777),
    },
  ],
  openedAtMs: START_MS,
  finishedAtMs: START_MS + 250,
  answerKept: true,
  keyId: 'key_1',
  asked: { parameters: [['keyword', 'cat']], isCut: false },
} as unknown as CallRecord;

test('a receipt for callers who are not to know the providers tells them apart by their order', () => {
  const [first] = settled.attempts;
  const call = { ...settled, attempts: [first!, { ...first!, provider: 'other' }, first!] };
  const { attempts } = receiptView(call, 'EUR', { showsProviders: false });
  expect(attempts.map(({ provider }) => provider)).toEqual(['provider-1', 'provider-2', 'provider-1']);
});

const OPEN = { showsProviders: true };

test('a receipt shows price, charge, refund and times, each as itself, and never what the provider cost', () => {
  const receipt = receiptView(settled, 'EUR', OPEN);
  expect(receipt).toEqual({
    request_id: 'r1',
    state: 'settled',
    path: '/api/u2/v1/demo/app/search_video',
    asked: {
      path: '/api/u2/v1/demo/app/search_video',
      parameters: [{ name: 'keyword', value: 'cat' }],
      is_cut: false,
    },
    key_id: 'key_1',
    group: 'u2',
    platform: 'demo',
    operation: 'video.search',
    variant: 'economy',
    unit: 'call',
    unit_price: '0.012000',
    price: '0.012000',
    items: null,
    sum: '1 x 0.012000, reduced to 0.006000',
    charged: '0.006000',
    refunded: '0.001000',
    currency: 'EUR',
    catalog_version: 3,
    source: 'cache',
    failure: null,
    attempts: [{ provider: 'a', started_ms: 1, duration_ms: 20, outcome: 'timeout', bytes: 300 }],
    opened_at: '2026-11-15T12:00:00.000Z',
    finished_at: '2026-11-15T12:00:00.250Z',
    duration_ms: 250,
    answer_kept: true,
  });
});

test('a receipt of items says how many were charged, at which price, and how much was held', () => {
  const terms = { unit: 'item', unitPriceMicros: 1_000, minimumMicros: 2_000, itemsMax: 12 };
  const call = { ...settled, terms, delivered: { items: 6 }, source: 'live' } as unknown as CallRecord;
  expect(receiptView(call, 'EUR', OPEN)).toMatchObject({
    ...{ unit: 'item', unit_price: '0.001000', price: '0.012000', items: 6, sum: '6 x 0.001000' },
  });
  const held = receiptView({ ...call, state: 'held' }, 'EUR', OPEN);
  expect(held).toMatchObject({ unit: 'item', items: null, sum: null });
});

test('a call that still runs has no end and no duration', () => {
  const held = { ...settled, state: 'held', finishedAtMs: null, source: null, answerKept: false };
  expect(receiptView(held as unknown as CallRecord, 'EUR', OPEN)).toMatchObject({
    state: 'held',
    source: null,
    finished_at: null,
    duration_ms: null,
    answer_kept: false,
  });
});

test('an entry shows its amount and the balance after it, and not who acted', () => {
  const entry = {
    id: 5,
    seq: 2,
    accountId: 'acc',
    kind: 'refund',
    amountMicros: toMicros(-30_000),
    balanceAfterMicros: toMicros(970_000),
    atMs: START_MS,
    requestId: 'r1',
    reference: 'inv-7',
    reason: 'late',
    actor: 'admin:tok_1',
  } as unknown as Entry;
  expect(entryView(entry, 'EUR')).toEqual({
    id: '5',
    seq: 2,
    kind: 'refund',
    amount: '-0.030000',
    balance_after: '0.970000',
    currency: 'EUR',
    at: '2026-11-15T12:00:00.000Z',
    request_id: 'r1',
    reference: 'inv-7',
    reason: 'late',
  });
});

test('the totals of usage are the sums of its rows: calls, failures and money', () => {
  const rows = [
    { group: 'key_1', name: 'laptop', calls: 2, failures: 5, chargedMicros: toMicros(30_000) },
    { group: 'key_2', name: null, calls: 3, failures: 7, chargedMicros: toMicros(4_000) },
  ];
  const report = { fromDay: '2026-11-01', toDay: '2026-11-15', by: 'key' as const, currency: 'EUR', rows };
  expect(usageView(report)).toEqual({
    from: '2026-11-01',
    to: '2026-11-15',
    by: 'key',
    currency: 'EUR',
    rows: [
      { group: 'key_1', name: 'laptop', calls: 2, failures: 5, charged: '0.030000' },
      { group: 'key_2', name: null, calls: 3, failures: 7, charged: '0.004000' },
    ],
    totals: { calls: 5, failures: 12, charged: '0.034000' },
  });
});
