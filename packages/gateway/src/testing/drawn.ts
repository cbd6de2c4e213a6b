// Draws some of many generated cases that mostly repeat each other. A run prints its seed; with the same REELGATE_SEED it draws the same cases.
import fc from 'fast-check';

/** Seeds of one day differ; they stay short enough to be typed. */
const SEEDS = 100_000_000;

/** The seed of this run, also for processes that it starts. */
export function seedOfRun(): number {
  process.env.REELGATE_SEED ??= String(Date.now() % SEEDS);
  return Number(process.env.REELGATE_SEED);
}

/** Another seed for each use, so that two uses do not leave out the same cases. */
function seedFor(what: string): number {
  let seed = seedOfRun();
  for (const char of what) seed = (Math.imul(seed, 31) + char.codePointAt(0)!) | 0;
  return seed;
}

/** `count` of all cases, in their own order; all of them when there are no more. */
export function drawn<T>(what: string, all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  const some = fc.subarray([...all], { minLength: count, maxLength: count });
  return fc.sample(some, { seed: seedFor(what), numRuns: 1 })[0]!;
}
