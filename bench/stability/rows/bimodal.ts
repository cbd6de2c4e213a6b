// Both providers answer in 100 ms, but one answer in twenty takes twenty times as long. Economy's 99th percentile is the slow mode. Stable
// asks the other provider when an answer is late, and both are slow only once in 400.
import { msOf, ofVariant, quantile, successShare } from '../figures.ts';
import { fresh, openLoop } from '../load.ts';
import { atLeast, atMost, attemptsPerCall, millis, percent, type Row, seenBy, three } from '../row.ts';

/** So long that a hiccup of a shared machine is seldom mistaken for a late answer, which would start a hedge. */
const LATENCY_MS = 100;
const SLOW_MS = 20 * LATENCY_MS;
const SLOW_SHARE = 0.05;
const PER_SECOND = 120;
/** About 25 are in flight on average, so the gateway's own queue delays nothing here. */
const IN_FLIGHT_MAX = 200;
/** Time in which the gateway learns the typical latency before it is judged. */
const LEARNING_SECONDS = 2;
/** Two calls in three are stable: their 99th percentile needs a hundred late answers in a whole run. */
const SECONDS = { quick: 5, whole: 24 };

export const bimodal: Row = {
  name: 'bimodal',
  faults: '5 % of answers take 20 × the median, at both',
  platforms: { bimodal: ['p3a', 'p3b'] },
  providers: { p3a: { inFlightMax: IN_FLIGHT_MAX }, p3b: { inFlightMax: IN_FLIGHT_MAX } },
  async run(world) {
    const behaviour = { kind: 'bimodal', latencyMs: LATENCY_MS, share: SLOW_SHARE, slowMs: SLOW_MS } as const;
    for (const provider of ['p3a', 'p3b']) await world.fakes.behave(provider, behaviour);
    const load = (phase: string, seconds: number) =>
      openLoop(world.client, {
        perSecond: PER_SECOND,
        seconds,
        shotAt: (i) => fresh('bimodal', i % 3 === 0 ? 'economy' : 'stable', `bimodal-${phase}-${i}`),
      });
    await load('learning', LEARNING_SECONDS);
    await seenBy(world, ['p3a', 'p3b']);
    const outcomes = await load('judged', world.isQuick ? SECONDS.quick : SECONDS.whole);
    const [economy, stable] = [ofVariant(outcomes, 'economy'), ofVariant(outcomes, 'stable')];
    const [economyP99, stableP99] = [quantile(msOf(economy), 0.99), quantile(msOf(stable), 0.99)];
    const attempts = attemptsPerCall(await seenBy(world, ['p3a', 'p3b']), outcomes, 'stable');
    const slow = msOf(stable).filter((ms) => ms >= SLOW_MS).length;
    return {
      economy: `p50 ${millis(quantile(msOf(economy), 0.5))}, p99 ${millis(economyP99)}`,
      stable:
        `p50 ${millis(quantile(msOf(stable), 0.5))}, p99 ${millis(stableP99)}, ${slow} of ${stable.length} slow, ` +
        `${three(attempts)} attempts per call`,
      checks: [
        atLeast('economy p99 (the slow mode)', economyP99, SLOW_MS, millis),
        atMost('stable p99 (half of economy)', stableP99, economyP99 / 2, millis),
        // A hedge for each late answer, and a fifth of that as a margin for chance.
        atMost('stable attempts per call', attempts, 1.06, three),
        atLeast('stable success', successShare(stable), 0.999, percent),
      ],
      figures: { calls: outcomes.length, economyP99, stableP99, attempts, slow },
    };
  },
};
