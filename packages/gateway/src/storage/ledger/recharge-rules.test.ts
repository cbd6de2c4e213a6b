// Rules of recharges and disputes: when a card is charged and for how much, and what a withdrawn payment does to an account.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { appliedOf, repayments, withdraw } from './disputes.ts';
import { crosses, decideRecharge, RECHARGE_PAUSE_MS, type RechargeStanding } from './recharge-rules.ts';

const NOW = Date.UTC(2026, 10, 30, 23, 30);
const standing = (changes: Partial<RechargeStanding> = {}): RechargeStanding => ({
  nowMs: NOW,
  balanceMicros: 1_000_000,
  rule: {
    belowMicros: toMicros(2_000_000),
    upToMicros: toMicros(10_000_000),
    monthMaxMicros: toMicros(20_000_000),
  },
  monthMicros: 0,
  lastClaimedAtMs: null,
  bounds: { minMicros: 1_000_000, maxMicros: 50_000_000, stepMicros: 10_000 },
  ...changes,
});

describe('a card is charged', () => {
  test('for the missing amount, in whole steps and at least the minimum of its provider', () => {
    const asked = (changes: Partial<RechargeStanding>) => decideRecharge(standing(changes));
    expect(asked({})).toEqual({ kind: 'charge', amountMicros: 9_000_000 });
    expect(asked({ balanceMicros: 1_999_999 })).toEqual({ kind: 'charge', amountMicros: 8_010_000 });
    expect(asked({ balanceMicros: 2_000_000 })).toEqual({ kind: 'not_needed' });
  });

  test('at the earliest an hour after the last time', () => {
    const early = standing({ lastClaimedAtMs: NOW - RECHARGE_PAUSE_MS + 1 });
    expect(decideRecharge(early)).toEqual({ kind: 'wait', untilMs: NOW + 1, isCapped: false });
    const due = standing({ lastClaimedAtMs: NOW - RECHARGE_PAUSE_MS });
    expect(decideRecharge(due).kind).toBe('charge');
  });

  test('for the rest of its month, and then not before the next one', () => {
    expect(decideRecharge(standing({ monthMicros: 18_005_000 }))).toEqual({
      kind: 'charge',
      amountMicros: 1_990_000,
    });
    expect(decideRecharge(standing({ monthMicros: 19_500_000 }))).toEqual({
      kind: 'wait',
      untilMs: Date.UTC(2026, 11, 1),
      isCapped: true,
    });
  });

  test('never for more than its month has left, for any sums in the ledger', () => {
    const money = fc.nat(30_000_000);
    fc.assert(
      fc.property(money, money, (balanceMicros, monthMicros) => {
        const decision = decideRecharge(standing({ balanceMicros, monthMicros }));
        if (decision.kind === 'charge')
          expect(monthMicros + decision.amountMicros).toBeLessThanOrEqual(20_000_000);
      }),
    );
  });
});

test('a limit is crossed only from at or above it to below it', () => {
  expect([crosses(5, 5, 4), crosses(5, 9, 5), crosses(5, 4, 3), crosses(null, 9, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a payment that is taken back leaves what is held, and all of it is taken or owed', () => {
  const money = fc.nat(1_000_000);
  fc.assert(
    fc.property(money, money, money, (availableMicros, heldMicros, appliedMicros) => {
      const balanceMicros = availableMicros + heldMicros;
      const { takenMicros, owedMicros } = withdraw({ balanceMicros, heldMicros }, appliedMicros);
      expect(takenMicros + owedMicros).toBe(appliedMicros);
      expect(balanceMicros - takenMicros).toBeGreaterThanOrEqual(heldMicros);
      expect(owedMicros === 0 || takenMicros === availableMicros).toBe(true);
    }),
  );
  expect([appliedOf(9, 5, 0), appliedOf(9, 5, 3), appliedOf(9, 5, 6)]).toEqual([5, 2, 0]);
});

test('a top-up repays the oldest first and never more than it has', () => {
  const owing = [
    { id: 'a', owedMicros: 3 },
    { id: 'b', owedMicros: 4 },
  ];
  expect(repayments(5, owing)).toEqual([
    { id: 'a', micros: 3 },
    { id: 'b', micros: 2 },
  ]);
  expect(repayments(9, owing).reduce((sum, { micros }) => sum + micros, 0)).toBe(7);
});
