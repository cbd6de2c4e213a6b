// How long one answer may be kept, and how old an answer a caller must accept. Pure: computes two durations from the operator's
// settings, the provider's terms and the answer.
import { cacheSecondsMax, cacheSecondsMin, type Retention } from '../domain/retention.ts';
import type { Keep } from './answer-cache.ts';

interface KeepInput {
  /** As configured for the route. */
  route: Keep;
  /** Of the provider's connector. */
  retention: Retention;
  /** A page without items. */
  isEmpty: boolean;
}

/** An empty page may have items in a moment, or be a platform's glitch. Ten seconds are enough for a burst of equal calls. */
export const NEGATIVE_FRESH_MS = 10_000;

/** A video that is gone seldom comes back, and some sellers charge for each look-up. */
export const ABSENCE_FRESH_MS = 10 * 60_000;

/** A provider's retention overrides settings: its minimum lengthens the fresh time, its maximum bounds fresh and stale together. */
export function keepFor({ route, retention, isEmpty }: KeepInput): Keep {
  const wanted = wantedKeep(route, isEmpty);
  const maxMs = cacheSecondsMax(retention) * 1_000;
  const freshMs = Math.min(Math.max(wanted.freshMs, cacheSecondsMin(retention) * 1_000), maxMs);
  return { freshMs, staleMs: Math.min(wanted.staleMs, maxMs - freshMs) };
}

/** A route with a fresh time of 0 wants no cache, so no stale answers either. */
function wantedKeep({ freshMs, staleMs }: Keep, isEmpty: boolean): Keep {
  if (freshMs === 0) return { freshMs: 0, staleMs: 0 };
  return isEmpty ? { freshMs: Math.min(freshMs, NEGATIVE_FRESH_MS), staleMs: 0 } : { freshMs, staleMs };
}

/** The age below which a cached answer serves a caller that asks for one younger than this; null when the caller sets no age. */
export function ageMsMaxFor(askedSeconds: number | null, retention: Retention): number {
  if (askedSeconds === null) return Number.POSITIVE_INFINITY;
  // A provider whose terms demand caching must not be asked again because a caller wants a younger answer.
  return Math.max(askedSeconds, cacheSecondsMin(retention)) * 1_000;
}

/** The ages below which a cached answer serves a call. */
export interface Ages {
  fresh: number;
  stale: number;
}

/**
 * Limited by what the call's own route allows now: the answer may have been cached for another route, or under settings that have
 * changed since.
 */
export function agesFor({
  route,
  retention,
  askedSeconds,
}: Omit<KeepInput, 'isEmpty'> & { askedSeconds: number | null }): Ages {
  const { freshMs, staleMs } = keepFor({ route, retention, isEmpty: false });
  const askedMs = ageMsMaxFor(askedSeconds, retention);
  return { fresh: Math.min(freshMs, askedMs), stale: Math.min(freshMs + staleMs, askedMs) };
}
