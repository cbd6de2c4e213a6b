// How long each kind of run takes: rounds and slices of every section. CPU is read in steps of 10 ms, so a slice of two seconds on a busy
// process is exact to about one percent.
import type { Pace } from './rounds.ts';
import type { GrowthSize } from './sections/scaling.ts';

export interface RunPace {
  contenders: Pace;
  slow: Pace;
  scaling: Pace;
  half: Pace;
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

export const PACES: Record<'quick' | 'normal' | 'full', RunPace> = {
  quick: {
    contenders: pace(1, 700, 1_000),
    slow: pace(1, 700, 1_000),
    scaling: pace(1, 500, 1_000),
    half: pace(1, 1_000, 1_000),
    overload: pace(3, 1_500),
    growth: { keys: [1, 10_000], calls: 100_000 },
    memoryCalls: 0,
  },
  normal: {
    contenders: pace(3, 2_000),
    slow: pace(2, 1_500),
    scaling: pace(2, 1_200),
    half: pace(3, 2_000),
    overload: pace(3, 4_000),
    growth: { keys: [1, 10_000, 1_000_000], calls: 1_000_000 },
    memoryCalls: 0,
  },
  full: {
    contenders: pace(7, 4_000),
    slow: pace(5, 3_000),
    scaling: pace(5, 3_000),
    half: pace(5, 5_000),
    overload: pace(3, 10_000),
    growth: { keys: [1, 10_000, 1_000_000], calls: 10_000_000 },
    memoryCalls: 1_000_000,
  },
};
