// The primary fails one search in ten at random. Economy passes every failure on to its caller; stable hides each at the cost of one
// further attempt.
import { ofVariant, successShare } from '../figures.ts';
import { fresh, openLoop } from '../load.ts';
import { atLeast, atMost, attemptsPerCall, codesOf, percent, type Row, seenBy, three } from '../row.ts';

const LATENCY_MS = 20; // A fast platform; the slower it is, the fewer calls fit into the run.
const FAIL_SHARE = 0.1;
const PER_SECOND = 160; // Both variants together; two shared cores carry it easily.
const SECONDS = { quick: 4, whole: 16 };

export const flaky: Row = {
  name: 'flaky',
  faults: 'primary fails 10 % at random',
  platforms: { flaky: ['p1a', 'p1b'] },
  providers: { p1a: {}, p1b: {} },
  async run(world) {
    await world.fakes.behave('p1a', { kind: 'flaky', latencyMs: LATENCY_MS, share: FAIL_SHARE });
    await world.fakes.behave('p1b', { kind: 'well', latencyMs: LATENCY_MS });
    const outcomes = await openLoop(world.client, {
      perSecond: PER_SECOND,
      seconds: world.isQuick ? SECONDS.quick : SECONDS.whole,
      shotAt: (i) => fresh('flaky', i % 2 === 0 ? 'economy' : 'stable', `flaky-${i}`),
    });
    const [economy, stable] = [ofVariant(outcomes, 'economy'), ofVariant(outcomes, 'stable')];
    const [economyShare, stableShare] = [successShare(economy), successShare(stable)];
    const attempts = attemptsPerCall(await seenBy(world, ['p1a', 'p1b']), outcomes, 'stable');
    return {
      economy: `${percent(economyShare)} success`,
      stable: `${percent(stableShare)} success (${codesOf(stable)}), ${three(attempts)} attempts per call`,
      checks: [
        // Five standard deviations of a whole run around the 90 % that the fault leaves.
        atLeast('economy success', economyShare, 0.86, percent),
        atMost('economy success', economyShare, 0.94, percent),
        atLeast('stable success', stableShare, 0.999, percent),
        // One retry per failure, and a fifth of that as a margin for chance.
        atMost('stable attempts per call', attempts, 1.12, three),
      ],
      figures: { calls: outcomes.length, economyShare, stableShare, attempts },
    };
  },
};
