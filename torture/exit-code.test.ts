import { expect, test } from 'vitest';
import { type Ended, endingOf, UNPLAYED_CODE } from './exit-code.ts';

const GOOD: Ended = {
  isCi: true,
  violations: 0,
  unplayed: 0,
  missing: [],
  reached: [
    { storage: 'sqlite', answered: 100, kills: 2 },
    { storage: 'postgres', answered: 50, kills: 1 },
  ],
};

test.each([true, false])(
  'a run with a violation fails, one with an unplayed round alone by a code of its own (in CI: %s)',
  (isCi) => {
    expect(endingOf({ ...GOOD, isCi })).toEqual({ code: 0, why: 'no violation' });
    expect(endingOf({ ...GOOD, isCi, violations: 1, missing: ['buy 402'] })).toMatchObject({ code: 1 });
    expect(endingOf({ ...GOOD, isCi, unplayed: 1 })).toMatchObject({ code: UNPLAYED_CODE });
    expect(endingOf({ ...GOOD, isCi, unplayed: 1, violations: 1 })).toMatchObject({ code: 1 });
  },
);

test('a vacuous run fails, and in CI it says what it never met', () => {
  const vacuous = { ...GOOD, missing: ['buy 402'] };
  expect(endingOf({ ...vacuous, isCi: false })).toEqual({ code: 1, why: 'vacuous: never met buy 402' });
  const { code, why } = endingOf(vacuous);
  expect(code).toBe(0);
  expect(why).toContain('never met buy 402');
});

test.each([
  { answered: 0, kills: 3 },
  { answered: 9, kills: 0 },
])('a run that reached nothing on one storage fails in CI as well: %o', (nothing) => {
  const reached = [GOOD.reached[0]!, { storage: 'postgres', ...nothing }];
  expect(endingOf({ ...GOOD, reached })).toEqual({ code: 1, why: 'nothing was reached on postgres' });
});
