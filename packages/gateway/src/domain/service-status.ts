// How well an operation of a platform works, as callers are told: the shares, and one word with its rule. Pure functions.
import type { FailureCode } from './failure.ts';

/** A window with fewer calls is not shown: one call more or less would decide the figures. */
export const STATUS_CALLS_MIN = 20;

/**
 * Shares are rounded to twentieths. With 20 calls or more, every twentieth is possible for every number of calls, so a share does not tell
 * how many calls there were.
 */
export const roundShare = (share: number): number => Math.round(share * 20) / 20;

/** Below this success an operation is `failing`. */
const FAILING_BELOW = 0.5;
/** Below this success it is `unsteady`. */
const UNSTEADY_BELOW = 0.9;
/** Above this p95, in milliseconds, it is `slow`: a person has begun to wait. */
export const SLOW_ABOVE_MS = 2_500;

export const SERVICE_STATES = ['good', 'slow', 'unsteady', 'failing', 'unknown'] as const;
type ServiceState = (typeof SERVICE_STATES)[number];

export const SERVICE_STATE_TEXT =
  'Judged by the last hour, or by the last day when the last hour is null. `failing`: success is below 0.5, or the platform cannot be asked at all right now; `unsteady`: success is below 0.9; ' +
  '`slow`: p95 is above 2,500 ms; `good`: none of these; `unknown`: both windows are null.';

export interface WindowFigures {
  /** Share of calls that were answered. */
  success: number;
  p95_ms: number | null;
  /** Share of calls that the platform refused. */
  refused: number;
}

export function serviceState(judged: WindowFigures | null, isDown: boolean): ServiceState {
  if (isDown) return 'failing';
  if (judged === null) return 'unknown';
  if (judged.success < FAILING_BELOW) return 'failing';
  if (judged.success < UNSTEADY_BELOW) return 'unsteady';
  return (judged.p95_ms ?? 0) > SLOW_ABOVE_MS ? 'slow' : 'good';
}

/** Where a failed call went wrong. `refused`: at the platform, which answered that it does not take the call. */
type Fault = 'caller' | 'gateway' | 'platform' | 'refused';

const FAULTS: Partial<Record<FailureCode, Fault>> = {
  UPSTREAM_ERROR: 'platform',
  UPSTREAM_TIMEOUT: 'platform',
  UPSTREAM_REFUSED: 'refused',
  UPSTREAM_BUSY: 'refused',
  OVERLOADED: 'gateway',
  STORAGE_UNAVAILABLE: 'gateway',
  INTERNAL: 'gateway',
};

/** All other codes are about the question: a video that does not exist, a parameter, a cancelled call. Null: the hold expired. */
export function faultOf(code: string | null): Fault {
  return code === null ? 'gateway' : (FAULTS[code as FailureCode] ?? 'caller');
}
