// Proves what a caller is told for each kind of failure, and when it may try again.
import { expect, test } from 'vitest';
import type { AttemptFailure } from '../../connectors/connector.ts';
import { FAILURES } from '../../domain/failure.ts';
import { SUSPEND_MS_DEFAULT } from '../../domain/limits.ts';
import { allSuspended, toFailure } from './attempt-failure.ts';

const failed = (kind: string, more: object = {}) =>
  toFailure({ kind, detail: 'inside', ...more } as unknown as AttemptFailure);

test.each([
  ['timeout', 'UPSTREAM_TIMEOUT', undefined],
  ['unavailable', 'UPSTREAM_ERROR', undefined],
  ['rate_limited', 'UPSTREAM_BUSY', SUSPEND_MS_DEFAULT],
  ['refused', 'UPSTREAM_REFUSED', undefined],
  ['bad_response', 'UPSTREAM_ERROR', undefined],
  ['not_found', 'UPSTREAM_ERROR', undefined],
  ['input_rejected', 'INVALID_REQUEST', undefined],
])('%s is %s, to be asked again after %s ms, and its inside is not shown', (kind, code, retryAfterMs) => {
  const failure = failed(kind);
  expect([failure.code, failure.retryAfterMs]).toEqual([code, retryAfterMs]);
  expect(failure.detail).not.toContain('inside');
  expect(failure.internal).toBe('inside');
});

test('a pause that the platform asked for is in the failure, also a pause of 0', () => {
  expect(failed('rate_limited', { suspendMs: 5_000 }).retryAfterMs).toBe(5_000);
  expect(failed('unavailable', { suspendMs: 7_000 }).retryAfterMs).toBe(7_000);
  expect(failed('rate_limited', { suspendMs: 0 }).retryAfterMs).toBe(0);
});

test('our own full queue is overload and no fault of the platform', () => {
  expect(failed('unavailable', { isLocal: true })).toMatchObject({ code: 'OVERLOADED', retryAfterMs: 1_000 });
});

test.each([
  [0, 1],
  [0.2, 1],
  [1_500.1, 1_501],
])('when everybody asked for a pause of %d ms, the caller hears %d', (suspendedMs, told) => {
  expect(allSuspended(suspendedMs, false)).toMatchObject({ code: 'UPSTREAM_BUSY', retryAfterMs: told });
});

test('a platform that could not be reached is not said to have answered', () => {
  const told = failed('unavailable');
  expect(FAILURES[told.code].title).toContain('could not be reached');
  expect(told.detail).toContain('could not be reached');
  expect(failed('bad_response').detail).toContain('unusable answer');
});
