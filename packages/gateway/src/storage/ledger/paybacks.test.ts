import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePayback } from './paybacks.ts';

const RICH = { balanceMicros: 100, heldMicros: 0, grantedMicros: 0, owedMicros: 0 };
const PAID = { creditedMicros: 50, goneMicros: 0 };

test('all or a part of a payment goes back, and never more than it still has', () => {
  expect(decidePayback(null, PAID, RICH)).toEqual({ kind: 'pay', amountMicros: 50 });
  expect(decidePayback(20, PAID, RICH)).toEqual({ kind: 'pay', amountMicros: 20 });
  expect(decidePayback(null, { ...PAID, goneMicros: 30 }, RICH)).toEqual({ kind: 'pay', amountMicros: 20 });
  expect(decidePayback(21, { ...PAID, goneMicros: 30 }, RICH)).toEqual({ kind: 'too_much', leftMicros: 20 });
  expect(decidePayback(null, { ...PAID, goneMicros: 50 }, RICH)).toEqual({ kind: 'too_much', leftMicros: 0 });
});

test.each([
  ['held', { heldMicros: 60 }],
  ['given', { grantedMicros: 60 }],
  ['owed', { owedMicros: 60 }],
  ['spent', { balanceMicros: 40 }],
])('what is %s does not go back', (_, changes) => {
  const account = { ...RICH, ...changes };
  expect(decidePayback(41, PAID, account)).toEqual({ kind: 'insufficient', availableMicros: 40 });
  expect(decidePayback(40, PAID, account)).toEqual({ kind: 'pay', amountMicros: 40 });
});

test('for any input: holds, grants and debts are covered afterwards, and no payment gives back more than it brought', () => {
  const micros = fc.integer({ min: 0, max: 100 });
  const account = fc.record({
    balanceMicros: micros,
    heldMicros: micros,
    grantedMicros: micros,
    owedMicros: micros,
  });
  fc.assert(
    fc.property(fc.option(micros), micros, micros, account, (asked, creditedMicros, goneMicros, one) => {
      const decision = decidePayback(asked, { creditedMicros, goneMicros }, one);
      if (decision.kind !== 'pay') return;
      const left = one.balanceMicros - decision.amountMicros - one.owedMicros;
      expect(decision.amountMicros).toBeGreaterThan(0);
      expect(decision.amountMicros + goneMicros).toBeLessThanOrEqual(creditedMicros);
      expect(left).toBeGreaterThanOrEqual(Math.max(one.heldMicros, one.grantedMicros));
    }),
  );
});
