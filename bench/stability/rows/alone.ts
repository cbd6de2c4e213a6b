// A platform with one provider, which fails one search in ten at random. There is no other provider: stable asks the same one again after a
// short pause.
import { msOf, ofVariant, quantile, successShare } from '../figures.ts';
import { fresh, openLoop } from '../load.ts';
import {
  atLeast,
  atMost,
  attemptsPerCall,
  codesOf,
  millis,
  percent,
  type Row,
  seenBy,
  three,
} from '../row.ts';

const LATENCY_MS = 20;
const FAIL_SHARE = 0.1;
const PER_SECOND = 100;
const SECONDS = { quick: 3, whole: 10 };
/** Two pauses of at most 100 and 200 ms, three attempts, and as much again for a busy machine. */
const SLOWEST_MS = 700;

export const alone: Row = {
  name: 'alone',
  faults: 'the only provider fails 10 % at random',
  platforms: { alone: ['p10a'] },
  providers: { p10a: {} },
  async run(world) {
    await world.fakes.behave('p10a', { kind: 'flaky', latencyMs: LATENCY_MS, share: FAIL_SHARE });
    const outcomes = await openLoop(world.client, {
      perSecond: PER_SECOND,
      seconds: world.isQuick ? SECONDS.quick : SECONDS.whole,
      shotAt: (i) => fresh('alone', i % 2 === 0 ? 'economy' : 'stable', `alone-${i}`),
    });
    const [economy, stable] = [ofVariant(outcomes, 'economy'), ofVariant(outcomes, 'stable')];
    const [economyShare, stableShare] = [successShare(economy), successShare(stable)];
    const attempts = attemptsPerCall(await seenBy(world, ['p10a']), outcomes, 'stable');
    const slowestMs = Math.max(...msOf(stable));
    return {
      economy: `${percent(economyShare)} success`,
      stable:
        `${percent(stableShare)} success (${codesOf(stable)}), p99 ${millis(quantile(msOf(stable), 0.99))}, ` +
        `slowest ${millis(slowestMs)}, ${three(attempts)} attempts per call`,
      checks: [
        // One call in a thousand fails three times; the rest is a margin for chance.
        atLeast('stable success', stableShare, 0.99, percent),
        atMost('slowest stable call', slowestMs, SLOWEST_MS, millis),
        atMost('stable attempts per call', attempts, 1.15, three),
      ],
      figures: { calls: outcomes.length, economyShare, stableShare, attempts, slowestMs },
    };
  },
};
