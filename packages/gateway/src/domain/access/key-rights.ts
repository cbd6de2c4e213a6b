// When one key may act in place of another: only when the other key may do nothing that the first may not.

import type { RateLimit } from '../limiting/rate-limit.ts';
import type { Key } from './key.ts';

export function covers(own: Key, other: Key): boolean {
  if (own.id === other.id) return true;
  return (
    maySpendBy(own, other) &&
    within(own.addresses, other.addresses) &&
    atMost(own.expiresAtMs, other.expiresAtMs) &&
    noFaster(own.rate, other.rate)
  );
}

/**
 * Whether the holder of one key may let another one pay: only for what it may ask, and within its own limits on money. Caps are counted per
 * key, and two keys with the same cap may spend twice as much. So a capped key spends only by itself.
 */
export function maySpendBy(own: Key, payer: Key): boolean {
  if (own.id === payer.id) return true;
  if (own.accountId !== payer.accountId || hasCaps(own)) return false;
  if (own.projectId !== null && own.projectId !== payer.projectId) return false;
  return (
    payer.groups.every((group) => own.groups.includes(group)) &&
    within(own.platforms, payer.platforms) &&
    within(own.operations, payer.operations) &&
    atMost(own.maxCallMicros, payer.maxCallMicros)
  );
}

export function hasCaps({ dailyCapMicros, monthlyCapMicros, totalCapMicros }: Key): boolean {
  return [dailyCapMicros, monthlyCapMicros, totalCapMicros].some((cap) => cap !== null);
}

/** Null allows everything. */
function within(own: readonly string[] | null, other: readonly string[] | null): boolean {
  return own === null || (other?.every((one) => own.includes(one)) ?? false);
}

/** Null is no limit. */
function atMost(own: number | null, other: number | null): boolean {
  return own === null || (other !== null && other <= own);
}

/** Null is the gateway's default, which may be higher or lower than any given rate. */
function noFaster(own: RateLimit | null, other: RateLimit | null): boolean {
  if (own === null || other === null) return own === other;
  return (
    other.perSeconds === own.perSeconds &&
    other.requests <= own.requests &&
    other.concurrent <= own.concurrent
  );
}
