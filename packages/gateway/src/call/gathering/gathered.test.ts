// What each failure means for a collection or a watch: whether it waits, pauses or goes on without the question.
import { expect, test } from 'vitest';
import { FAILURES, type FailureCode, failure } from '../../domain/failure.ts';
import { causeOf } from './gathered.ts';

const CODES = Object.keys(FAILURES) as FailureCode[];

test('only failures that no repetition mends are refusals of the question; all others name what is waited for', () => {
  const causes = CODES.map((code) => [code, causeOf(failure(code, 'x'))]);
  expect(Object.fromEntries(causes.filter(([, cause]) => cause !== 'refused'))).toEqual({
    INSUFFICIENT_BALANCE: 'balance',
    SPEND_CAP_REACHED: 'cap',
    PRICE_CEILING: 'budget',
    UNAUTHORIZED: 'key',
    // The platform, its queue or this gateway may answer the next time.
    UPSTREAM_ERROR: 'provider',
    UPSTREAM_REFUSED: 'provider',
    UPSTREAM_BUSY: 'provider',
    UPSTREAM_TIMEOUT: 'provider',
    OVERLOADED: 'provider',
    STORAGE_UNAVAILABLE: 'provider',
    RATE_LIMITED: 'provider',
    INTERNAL: 'provider',
  });
});

test('a quota that is used up is waited for, whatever the code', () => {
  const causes = CODES.map((code) => causeOf(failure(code, 'x', { isQuota: true })));
  expect(new Set(causes)).toEqual(new Set(['quota']));
});
