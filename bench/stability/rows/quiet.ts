// The primary of a platform with little traffic is down from the start. There are few calls to take a share of, so the minimum number of
// retry tokens must be enough for every call until the circuit breaker opens.
import { msOf, successShare } from '../figures.ts';
import { fresh, type Outcome, type Variant } from '../load.ts';
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
  type World,
} from '../row.ts';

const LATENCY_MS = 20;
/** Twice the five failures that open a circuit breaker. */
const CALLS = 10;
/** Two attempts, and a margin for a busy machine. */
const SLOWEST_MS = 500;

/** One after another, as a person would. */
async function calls({ client }: World, variant: Variant): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let i = 0; i < CALLS; i++) outcomes.push(await client.call(fresh('quiet', variant, `quiet-${i}`)));
  return outcomes;
}

export const quiet: Row = {
  name: 'quiet',
  faults: 'primary down since the start, one call after another',
  platforms: { quiet: ['p9a', 'p9b'] },
  providers: { p9a: {}, p9b: {} },
  async run(world) {
    await world.fakes.behave('p9a', { kind: 'down', latencyMs: LATENCY_MS });
    await world.fakes.behave('p9b', { kind: 'well', latencyMs: LATENCY_MS });
    const stable = await calls(world, 'stable');
    const economy = await calls(world, 'economy');
    const stableShare = successShare(stable);
    const slowestMs = Math.max(...msOf(stable));
    const attempts = attemptsPerCall(await seenBy(world, ['p9a', 'p9b']), stable, 'stable');
    return {
      economy: `${percent(successShare(economy))} success`,
      stable: `${percent(stableShare)} success (${codesOf(stable)}), ${three(attempts)} attempts per call, slowest ${millis(slowestMs)}`,
      checks: [
        atMost('economy success', successShare(economy), 0, percent),
        atLeast('stable success', stableShare, 1, percent),
        atMost('slowest stable call', slowestMs, SLOWEST_MS, millis),
        // Five calls detect the failure.
        atMost('stable attempts per call', attempts, 1.5, three),
      ],
      figures: { calls: stable.length, stableShare, attempts, slowestMs },
    };
  },
};
