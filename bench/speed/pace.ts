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
  tails: Pace;
  overload: Pace;
  growth: GrowthSize;
  /** Calls after which memory is measured; a million take minutes, so most runs make none. */
  memoryCalls: number;
}

/**
 * After about this many calls the hot code is fully compiled. Compiling takes 2,700 µs of CPU per call in the first thousand live calls,
 * 300 in the fourth thousand and 60 from the sixth on. A row that is measured sooner would show the compiler, and a different share of it
 * each time.
 */
const COMPILED_CALLS = 5_000;
/** With fewer calls, one pause of the machine would be a tenth of the figure. */
const CALLS_MIN = 200;

export function pace(rounds: number, sliceMs: number, callsFirst = COMPILED_CALLS): Pace {
  return { rounds, sliceMs, warmMs: 200, callsMin: CALLS_MIN, callsFirst };
}

/**
 * Each gateway is warmed up twice, with and without an id. While the other one was measured it was idle and its caches are cold, so each slice
 * begins with more calls that do not count.
 */
const openLoopPace = (rounds: number, sliceMs: number): Pace => ({
  ...pace(rounds, sliceMs, COMPILED_CALLS / 2),
  warmMs: 600,
});

export const PACES: Record<'quick' | 'normal' | 'full', RunPace> = {
  quick: {
    contenders: pace(1, 700, 1_000),
    slow: pace(1, 700, 1_000),
    scaling: pace(1, 500, 1_000),
    openLoop: openLoopPace(2, 2_000),
    rates: RATES,
    tails: openLoopPace(1, 5_000),
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
    tails: openLoopPace(1, 60_000),
    overload: pace(3, 10_000),
    growth: { keys: [1, 10_000, 1_000_000], calls: 10_000_000 },
    memoryCalls: 1_000_000,
  },
};
