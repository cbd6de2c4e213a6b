// Tests that a page says each thing about a refusal once, and says that nothing was charged only where that is true.
import { expect, test } from 'vitest';
import type { Problem } from './api-types.ts';
import { noAnswer, ProblemError, strangeAnswer, toldOf, tooLong } from './problem.ts';

const told = (fields: Partial<Problem>, isOfPaidCall = false) =>
  toldOf(new ProblemError({ detail: 'd', title: 't', code: 'X', ...fields } as Problem, null, isOfPaidCall));

test('what the detail repeats of the fields is said once, by the fields', () => {
  const errors = [
    { field: 'name', message: 'is required' },
    { field: 'daily_cap', message: 'must be a decimal' },
  ];
  expect(told({ detail: 'name: is required', errors })).toMatchObject({ detail: null, fields: errors });
});

test('a detail that says more than the fields stays', () => {
  const errors = [{ field: 'url', message: 'is no address' }];
  expect(told({ detail: 'Nothing was sent.', errors })).toMatchObject({
    detail: 'Nothing was sent.',
    fields: errors,
  });
  expect(told({ detail: 'An account with this name exists.' })).toMatchObject({
    detail: 'An account with this name exists.',
    fields: [],
  });
});

test.each([
  ['a call that could have cost something', true, '0.000000', 'The platform refused.', true],
  ['a form, though the gateway says so of everything', false, '0.000000', 'The name is taken.', false],
  ['a call whose charge is in doubt', true, undefined, 'The ledger is away.', false],
  ['a call whose detail says it', true, '0.000000', 'No answer. Nothing was charged.', false],
])('of %s', (_what, isPaid, charged, detail, says) => {
  const fields = { detail, ...(charged !== undefined && { charged }) } as Partial<Problem>;
  expect(told(fields, isPaid).saysNothingCharged).toBe(says);
});

test('what a page finds out by itself has its own words and never speaks of money', () => {
  for (const [error, own, status] of [
    [tooLong(), 'tooLong', 413],
    [noAnswer(), 'noAnswer', 0],
    [strangeAnswer(502), 'strangeAnswer', 502],
  ] as const) {
    expect([error.own, error.problem.status, toldOf(error).saysNothingCharged]).toEqual([own, status, false]);
    expect(error.message).not.toBe('');
  }
});
