// The primary worked and goes down: every search takes it a third of a second and ends in a 503. Stable must go on at the secondary and,
// once the circuit breaker is open, be as fast as if the secondary were the only provider. A platform whose primary works is called at the
// same time, so that the machine's noise is the same for both.
import { msOf, ofVariant, quantile, successShare } from '../figures.ts';
import { fresh, type Outcome, openLoop } from '../load.ts';
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
/** Long enough to show in any percentile if the circuit breaker had not opened. */
const DOWN_MS = 300;
/** Four kinds of calls take turns, so 30 per second each. */
const PER_SECOND = 120;
/** Time in which the primary builds up a good record, and the retry tokens, a share of recent calls, those of a busy platform. */
const WELL_SECONDS = 2;
/** Several times what five failures need at 30 calls per second. */
const OPENING_SECONDS = 2;
const SECONDS = { quick: 3, whole: 12 };
/** Two calls through a busy gateway may differ by this much. */
const NOISE_SHARE = 0.15;
const NOISE_MS = 4;

const KINDS = [
  { platform: 'down', variant: 'stable' },
  { platform: 'well', variant: 'stable' },
  { platform: 'down', variant: 'economy' },
  { platform: 'well', variant: 'economy' },
] as const;

function stableOf(outcomes: readonly Outcome[], platform: string): Outcome[] {
  return outcomes.filter(({ shot }) => shot.variant === 'stable' && shot.platform === platform);
}

const withNoise = (ms: number): number => ms * (1 + NOISE_SHARE) + NOISE_MS;

export const down: Row = {
  name: 'down',
  faults: 'primary down, secondary well',
  platforms: { down: ['p2a', 'p2b'], well: ['p2c', 'p2d'] },
  providers: { p2a: {}, p2b: {}, p2c: {}, p2d: {} },
  async run(world) {
    const load = (phase: string, seconds: number) =>
      openLoop(world.client, {
        perSecond: PER_SECOND,
        seconds,
        shotAt: (i) => {
          const { platform, variant } = KINDS[i % KINDS.length]!;
          return fresh(platform, variant, `${platform}-${phase}-${i}`);
        },
      });
    const well = { kind: 'well', latencyMs: LATENCY_MS } as const;
    for (const provider of ['p2a', 'p2b', 'p2c', 'p2d']) await world.fakes.behave(provider, well);
    await load('before', WELL_SECONDS);
    await world.fakes.behave('p2a', { kind: 'down', latencyMs: DOWN_MS });
    await seenBy(world, ['p2a', 'p2b']);
    const opening = await load('opening', OPENING_SECONDS);
    const open = await load('open', world.isQuick ? SECONDS.quick : SECONDS.whole);

    const hit = [...opening, ...open].filter(({ shot }) => shot.platform === 'down');
    const economyShare = successShare(ofVariant(hit, 'economy'));
    const stableShare = successShare(ofVariant(hit, 'stable'));
    const attempts = attemptsPerCall(await seenBy(world, ['p2a', 'p2b']), hit, 'stable');
    const [here, baseline] = [msOf(stableOf(open, 'down')), msOf(stableOf(open, 'well'))];
    const [p50, p95] = [quantile(here, 0.5), quantile(here, 0.95)];
    const [wellP50, wellP95] = [quantile(baseline, 0.5), quantile(baseline, 0.95)];
    return {
      economy: `${percent(economyShare)} success`,
      stable:
        `${percent(stableShare)} success (${codesOf(ofVariant(hit, 'stable'))}), then p50 ${millis(p50)}, ` +
        `p95 ${millis(p95)}; well primary ${millis(wellP50)}, ${millis(wellP95)}`,
      checks: [
        atMost('economy success', economyShare, 0, percent),
        atLeast('stable success from the first failure on', stableShare, 0.999, percent),
        atMost('stable p50 with an open breaker', p50, withNoise(wellP50), millis),
        atMost('stable p95 with an open breaker', p95, withNoise(wellP95), millis),
        // The calls that detected the failure, and an occasional probe.
        atMost('stable attempts per call', attempts, 1.12, three),
      ],
      figures: { calls: hit.length, economyShare, stableShare, attempts, p50, p95, wellP50, wellP95 },
    };
  },
};
