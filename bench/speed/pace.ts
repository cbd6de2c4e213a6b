// How long each kind of run takes: rounds and slices of every section.
import type { Pace } from './rounds.ts';
import { RATES } from './sections/open-loop.ts';
import type { GrowthSize } from './sections/scaling.ts';

export interface RunPace {
  contenders: Pace;
  slow: Pace;
  scaling: Pace;
  openLoop: Pace;
  /** Calls a second of the open loop. */
  rates: readonly number[];
  firstCalls: { rounds: number; calls: number };
  tails: Pace;
  overload: Pace;
  growth: GrowthSize;
  /** Calls after which memory is measured; a million take minutes, so most runs make none. */
  memoryCalls: number;
}

/** The gateway needs about 16,000 live calls until V8 has compiled its code; on a busy machine the compiler lags behind. */
const WARM_CALLS_MAX = 40_000;
/** Where a minute must be enough, most of the code is compiled. */
const WARM_CALLS_MAX_QUICK = 16_000;
/** With fewer calls, one pause of the machine would be a tenth of the figure. */
const CALLS_MIN = 200;

export function pace(rounds: number, sliceMs: number, warmCallsMax = WARM_CALLS_MAX): Pace {
  return { rounds, sliceMs, warmMs: 200, callsMin: CALLS_MIN, warmCallsMax };
}

/**
 * While the other gateway was measured, this one was idle and its caches are cold, so each slice begins with more calls that do not count.
 */
const openLoopPace = (rounds: number, sliceMs: number, warmCallsMax?: number): Pace => ({
  ...pace(rounds, sliceMs, warmCallsMax),
  warmMs: 600,
});

export const PACES: Record<'quick' | 'normal' | 'full', RunPace> = {
  quick: {
    contenders: pace(1, 700, WARM_CALLS_MAX_QUICK),
    slow: pace(1, 700, WARM_CALLS_MAX_QUICK),
    scaling: pace(1, 500, WARM_CALLS_MAX_QUICK),
    openLoop: openLoopPace(2, 2_000, WARM_CALLS_MAX_QUICK),
    rates: RATES,
    firstCalls: { rounds: 1, calls: 10_000 },
    tails: openLoopPace(1, 5_000, WARM_CALLS_MAX_QUICK),
    overload: pace(3, 1_500),
    growth: { keys: [1, 10_000], calls: 100_000 },
    memoryCalls: 0,
  },
  normal: {
    contenders: pace(3, 2_000),
    slow: pace(2, 1_500),
    scaling: pace(2, 1_200),
    openLoop: openLoopPace(5, 4_000),
    rates: RATES,
    firstCalls: { rounds: 3, calls: 10_000 },
    tails: openLoopPace(1, 20_000),
    overload: pace(3, 4_000),
    growth: { keys: [1, 10_000, 1_000_000], calls: 1_000_000 },
    memoryCalls: 0,
  },
  full: {
    contenders: pace(7, 4_000),
    slow: pace(5, 3_000),
    scaling: pace(5, 3_000),
    openLoop: openLoopPace(9, 5_000),
    rates: RATES,
    firstCalls: { rounds: 5, calls: 10_000 },
    tails: openLoopPace(1, 60_000),
    overload: pace(3, 10_000),
    growth: { keys: [1, 10_000, 1_000_000], calls: 10_000_000 },
    memoryCalls: 1_000_000,
  },
};
