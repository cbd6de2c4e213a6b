// The primary's quota is used up: it answers 429 with Retry-After to everything. The gateway must obey: the provider's own journal must
// show no search before that time is over. Stable goes on at the secondary meanwhile.
import type { Seen } from '../behaviour.ts';
import { ofVariant, successShare } from '../figures.ts';
import { fresh, openLoop } from '../load.ts';
import { atLeast, atMost, codesOf, percent, type Row, seenBy } from '../row.ts';

const LATENCY_MS = 20;
const RETRY_AFTER_SECONDS = 5;
const PER_SECOND = 100;
/** Covers the end of one wait in a quick run, of two in a whole one. */
const SECONDS = { quick: 7, whole: 12 };
/** A search that was sent before the 429 was read is allowed. On a crowded machine reading takes this long. */
const ON_THE_WAY_MS = 500;
/** Timers are exact to the millisecond, and Retry-After counts from when the answer arrived. */
const EARLY_MS = 5;

/** Searches that came while the provider had asked not to be called. */
function tooEarly(seen: readonly Seen[]): Seen[] {
  const refusals = seen.filter(({ status, answeredAtMs }) => status === 429 && answeredAtMs !== null);
  return seen.filter(({ atMs }) =>
    refusals.some(({ answeredAtMs }) => {
      const sinceMs = atMs - answeredAtMs!;
      return sinceMs > ON_THE_WAY_MS && sinceMs < RETRY_AFTER_SECONDS * 1_000 - EARLY_MS;
    }),
  );
}

export const limited: Row = {
  name: 'limited',
  faults: 'primary answers 429, Retry-After: 5',
  platforms: { limited: ['p5a', 'p5b'] },
  providers: { p5a: {}, p5b: {} },
  async run(world) {
    const limiting = {
      kind: 'limiting',
      latencyMs: LATENCY_MS,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    } as const;
    await world.fakes.behave('p5a', limiting);
    await world.fakes.behave('p5b', { kind: 'well', latencyMs: LATENCY_MS });
    const outcomes = await openLoop(world.client, {
      perSecond: PER_SECOND,
      seconds: world.isQuick ? SECONDS.quick : SECONDS.whole,
      shotAt: (i) => fresh('limited', i % 2 === 0 ? 'economy' : 'stable', `limited-${i}`),
    });
    const seen = await seenBy(world, ['p5a']);
    const early = tooEarly(seen);
    const [economy, stable] = [ofVariant(outcomes, 'economy'), ofVariant(outcomes, 'stable')];
    const stableShare = successShare(stable);
    const earlyOf = (variant: string) => early.filter(({ keyword }) => keyword.startsWith(variant)).length;
    return {
      economy: `${codesOf(economy)}; ${earlyOf('economy')} searches too early`,
      stable: `${percent(stableShare)} success (${codesOf(stable)}); ${earlyOf('stable')} searches too early, ${seen.length} in all`,
      checks: [
        atMost('economy success', successShare(economy), 0, percent),
        atLeast('stable success', stableShare, 0.999, percent),
        atMost('searches of stable before Retry-After was over', earlyOf('stable'), 0),
        atMost('searches of economy before Retry-After was over', earlyOf('economy'), 0),
      ],
      figures: { calls: outcomes.length, stableShare, early: early.length, seen: seen.length },
    };
  },
};
