// Tests that a page says each thing about a refusal once, and says that nothing was charged only where that is true.
import { expect, test } from 'vitest';
import type { Problem } from './api-types.ts';
import { foreignAnswer, noAnswer, ProblemError, shownProblem, tooLong } from './problem.ts';

const shown = (fields: Partial<Problem>, isOfPaidCall = false) =>
  shownProblem(
    new ProblemError({ detail: 'd', title: 't', code: 'X', ...fields } as Problem, null, isOfPaidCall),
  );

test('a detail that repeats a field message is not shown', () => {
  const errors = [
    { field: 'name', message: 'is required' },
    { field: 'daily_cap', message: 'must be a decimal' },
  ];
  expect(shown({ detail: 'name: is required', errors })).toMatchObject({ detail: null, fields: errors });
});

test('a detail that says more than the fields stays', () => {
  const errors = [{ field: 'url', message: 'is no address' }];
  expect(shown({ detail: 'Nothing was sent.', errors })).toMatchObject({
    detail: 'Nothing was sent.',
    fields: errors,
  });
  expect(shown({ detail: 'An account with this name exists.' })).toMatchObject({
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
  expect(shown(fields, isPaid).saysNothingCharged).toBe(says);
});

test('failures that a page detects have texts of their own and say nothing about charges', () => {
  for (const [error, own, status] of [
    [tooLong(), 'tooLong', 413],
    [noAnswer(), 'noAnswer', 0],
    [foreignAnswer(502), 'foreignAnswer', 502],
  ] as const) {
    expect([error.own, error.problem.status, shownProblem(error).saysNothingCharged]).toEqual([
      own,
      status,
      false,
    ]);
    expect(error.message).not.toBe('');
  }
});
