// Owns when a saved card is asked and for how much, pure, for every backend: only below the line, at most once an hour, and
// never more in a UTC month than the rule allows, to the micro-unit. It asks nobody and changes nothing.
import { nextMonthMs } from '../../domain/clock.ts';
import type { RechargePlan } from '../../domain/payment.ts';

/** Whatever goes wrong, no card is asked more often. */
export const RECHARGE_PAUSE_MS = 3_600_000;
/** So many refusals one after the other, and nobody asks the card again until its owner says so. */
export const DECLINES_MAX = 3;

export interface RechargeStanding {
  nowMs: number;
  balanceMicros: number;
  rule: RechargePlan;
  /** Of recharges of this month that are paid or under way. */
  monthMicros: number;
  /** When the last one was begun; null when there is none. */
  lastClaimedAtMs: number | null;
  /** What the provider of the payments takes at least and at most, and in which steps. */
  bounds: { minMicros: number; maxMicros: number; stepMicros: number };
}

export type RechargeDecision =
  | { kind: 'charge'; amountMicros: number }
  | { kind: 'wait'; untilMs: number; isCapped: boolean }
  | { kind: 'not_needed' };

export function decideRecharge(standing: RechargeStanding): RechargeDecision {
  const { nowMs, balanceMicros, rule, lastClaimedAtMs, bounds } = standing;
  if (balanceMicros >= rule.belowMicros) return { kind: 'not_needed' };
  const restUntilMs = (lastClaimedAtMs ?? Number.NEGATIVE_INFINITY) + RECHARGE_PAUSE_MS;
  if (nowMs < restUntilMs) return { kind: 'wait', untilMs: restUntilMs, isCapped: false };
  const leftMicros = rule.monthMaxMicros - standing.monthMicros;
  const wantedMicros = Math.max(bounds.minMicros, rule.upToMicros - balanceMicros);
  const amountMicros = Math.min(
    Math.ceil(wantedMicros / bounds.stepMicros) * bounds.stepMicros,
    Math.floor(Math.min(leftMicros, bounds.maxMicros) / bounds.stepMicros) * bounds.stepMicros,
  );
  if (amountMicros < bounds.minMicros || amountMicros <= 0)
    return { kind: 'wait', untilMs: nextMonthMs(nowMs), isCapped: true };
  return { kind: 'charge', amountMicros };
}

/** The crossing of the line by a charge: found on the row that is locked anyway. */
export function crosses(belowMicros: number | null, beforeMicros: number, afterMicros: number): boolean {
  return belowMicros !== null && beforeMicros >= belowMicros && afterMicros < belowMicros;
}

/**
 * Names the payment at its provider, so it must never name another one: not of another account or another crossing, nor of a
 * ledger that was restored and counts its entries again.
 */
export function rechargeIdOf({ id, entrySeq }: { id: string; entrySeq: number }, nowMs: number): string {
  return `rch_${id}_${entrySeq}_${nowMs}`;
}
