// Draws some of many generated cases that mostly repeat each other. Each run draws others, and prints the seed that draws the same again.
import fc from 'fast-check';

/** Seeds of one day differ; they stay short enough to be typed. */
const SEEDS = 100_000_000;

/** With REELGATE_SEED set, as in CI, always the same cases. */
export const drawSeed = Number(process.env.REELGATE_SEED ?? Date.now() % SEEDS);

/** `count` of all cases, in their own order; all of them when there are no more. */
export function drawn<T>(what: string, all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  const some = fc.sample(fc.subarray([...all], { minLength: count, maxLength: count }), {
    ...{ seed: drawSeed, numRuns: 1 },
  })[0]!;
  console.log(`${what}: ${count} of ${all.length}; REELGATE_SEED=${drawSeed} draws them again`);
  return some;
}
