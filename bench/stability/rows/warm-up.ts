// A few seconds of plain calls before the first row, so that no row is measured in a process that has just started and still compiles its
// code. Nothing is checked or reported.
import { fresh, openLoop } from '../load.ts';
import type { Row } from '../row.ts';

const LATENCY_MS = 20;
/** Slowly at first: a new process on a busy machine must not begin with a queue. */
const STEPS = [20, 60, 120];
const STEP_SECONDS = 1;

export const warmUp: Row = {
  name: 'warm-up',
  faults: 'none',
  platforms: { warm: ['p0a', 'p0b'] },
  providers: { p0a: {}, p0b: {} },
  async run(world) {
    await world.fakes.behave('p0a', { kind: 'flaky', latencyMs: LATENCY_MS, share: 0.1 });
    await world.fakes.behave('p0b', { kind: 'well', latencyMs: LATENCY_MS });
    for (const perSecond of STEPS) {
      await openLoop(world.client, {
        perSecond,
        seconds: STEP_SECONDS,
        shotAt: (i) => fresh('warm', i % 2 === 0 ? 'economy' : 'stable', `warm-${perSecond}-${i}`),
      });
    }
    return { economy: '', stable: '', checks: [], figures: {} };
  },
};
