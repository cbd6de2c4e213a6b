// What callers are told about an operation: the word follows its rule, and a share tells nothing about the number of calls.
import { expect, test } from 'vitest';
import { FAILURES } from './failure.ts';
import { faultOf, roundShare, SLOW_ABOVE_MS, STATUS_CALLS_MIN, serviceState } from './service-status.ts';

test('every share that is shown is possible for every number of calls that is shown', () => {
  const all = new Set(Array.from({ length: 21 }, (_, i) => i / 20));
  for (let calls = STATUS_CALLS_MIN; calls <= 400; calls++) {
    const shown = new Set(Array.from({ length: calls + 1 }, (_, answered) => roundShare(answered / calls)));
    expect([calls, [...shown].sort()]).toEqual([calls, [...all].sort()]);
  }
  // One call fewer, and some shares would be impossible: they would tell that there are few calls.
  const few = STATUS_CALLS_MIN - 1;
  const shown = new Set(Array.from({ length: few + 1 }, (_, answered) => roundShare(answered / few)));
  expect(shown.size).toBeLessThan(all.size);
});

test('the word follows the written rule on both sides of each bound', () => {
  const stateAt = (success: number, p95_ms: number | null = 100) =>
    serviceState({ success, p95_ms, refused: 0 }, false);
  expect([0.45, 0.5, 0.85, 0.9, 1].map((success) => stateAt(success))).toEqual([
    ...['failing', 'unsteady', 'unsteady', 'good', 'good'],
  ]);
  expect([SLOW_ABOVE_MS, SLOW_ABOVE_MS + 1, null].map((p95) => stateAt(1, p95))).toEqual([
    'good',
    'slow',
    'good',
  ]);
  expect([serviceState(null, false), serviceState(null, true)]).toEqual(['unknown', 'failing']);
  expect(serviceState({ success: 1, p95_ms: 10, refused: 0 }, true)).toBe('failing');
});

test('every failure of the platform and of the gateway is named; all others are the caller’s', () => {
  const by = Object.groupBy(Object.keys(FAILURES), faultOf);
  expect({ ...by, caller: undefined }).toEqual({
    caller: undefined,
    platform: ['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT'],
    refused: ['UPSTREAM_REFUSED', 'UPSTREAM_BUSY'],
    gateway: ['OVERLOADED', 'STORAGE_UNAVAILABLE', 'INTERNAL'],
  });
  expect(faultOf(null)).toBe('gateway');
});
