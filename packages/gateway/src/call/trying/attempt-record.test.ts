// Proves what an attempt is recorded as: the provider's own time, and a cost only for pages that it may bill.
import { expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { beginTrace } from './attempt-record.ts';
import type { ConnectedProvider } from './connected-provider.ts';

const by = { provider: { name: 'first' }, costMicros: toMicros(100) } as unknown as ConnectedProvider;

function attempt(outcome: string, pages: number) {
  const clock = { nowMs: () => 0, monotonicMs: () => atMs };
  let atMs = 1_000;
  const end = beginTrace({ clock }, by, 40);
  atMs = 1_250;
  return end(outcome, { bytes: 900, pages, waitedMs: 50 });
}

test('the time in our own queue belongs to the start and not to the duration', () => {
  expect(attempt('ok', 1)).toEqual({
    provider: 'first',
    startedMs: 90,
    durationMs: 200,
    outcome: 'ok',
    bytes: 900,
    costMicros: 100,
  });
});

test.each([
  ['ok', 3, 300],
  ['timeout', 1, 100],
  ['bad_response', 1, 100],
  ['refused', 1, 100],
  ['cancelled', 2, 200],
  ['unavailable', 1, 0],
  ['rate_limited', 1, 0],
  ['input_rejected', 1, 0],
  ['unavailable', 3, 200],
  ['unavailable', 0, 0],
])('%s at page %i costs %i micro-units', (outcome, pages, cost) => {
  expect(attempt(outcome, pages).costMicros).toBe(cost);
});
