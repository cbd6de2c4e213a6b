// When one key may act in place of another: only when the other key may do nothing that the first may not.
import type { Key, RateLimit } from './key.ts';

/** Caps are counted per key, and two keys with the same cap may spend twice as much. So a capped key covers only itself. */
export function covers(own: Key, other: Key): boolean {
  if (own.id === other.id) return true;
  if (own.accountId !== other.accountId || hasCaps(own)) return false;
  if (own.projectId !== null && own.projectId !== other.projectId) return false;
  return (
    other.groups.every((group) => own.groups.includes(group)) &&
    within(own.platforms, other.platforms) &&
    within(own.operations, other.operations) &&
    within(own.addresses, other.addresses) &&
    atMost(own.expiresAtMs, other.expiresAtMs) &&
    atMost(own.maxCallMicros, other.maxCallMicros) &&
    noFaster(own.rate, other.rate)
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
