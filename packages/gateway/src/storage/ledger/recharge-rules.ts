// When a saved card is charged and for how much, as pure rules for both databases: only when the balance is below the limit, at most once
// an hour, and never more in a UTC month than the rule allows, to the micro-unit. Nothing here charges a card.

import { nextMonthMs } from '../../domain/clock.ts';
import { ID_PREFIXES } from '../../domain/ids.ts';
import type { RechargeRule } from '../../domain/payment.ts';

/** No card is charged more often than this, whatever goes wrong elsewhere. */
export const RECHARGE_PAUSE_MS = 3_600_000;
/** After this many refusals in a row, the card is not charged again until its owner sets the rule again. */
export const DECLINES_MAX = 3;

export interface RechargeStanding {
  nowMs: number;
  balanceMicros: number;
  rule: RechargeRule;
  /** The sum of this month's recharges that are paid or under way. */
  monthMicros: number;
  /** When the last recharge was started; null without one. */
  lastClaimedAtMs: number | null;
  /** Smallest and largest amount that the payment provider accepts, and the step between amounts. */
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

/** True when a charge takes the balance below the limit. Both values come from the account row that the charge has locked anyway. */
export function crosses(belowMicros: number | null, beforeMicros: number, afterMicros: number): boolean {
  return belowMicros !== null && beforeMicros >= belowMicros && afterMicros < belowMicros;
}

/**
 * The id of the payment at its provider. It must be unique for ever: across accounts and recharges, and even if the ledger is restored
 * from a backup and counts its entries again.
 */
export function rechargeIdOf({ id, entrySeq }: { id: string; entrySeq: number }, nowMs: number): string {
  return `${ID_PREFIXES.recharge}${id}_${entrySeq}_${nowMs}`;
}
