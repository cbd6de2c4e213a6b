// Three times more calls than the only provider may get at one time. The gateway must keep serving as many as possible, and refuse the rest
// at once, instead of letting all of them wait until their callers have given up.
import { msOf, quantile } from '../figures.ts';
import { fresh, type Outcome, openLoop } from '../load.ts';
import { atLeast, atMost, codesOf, holds, millis, percent, type Row, seenBy, two } from '../row.ts';

const IN_FLIGHT_MAX = 4;
const LATENCY_MS = 100; // 40 calls per second, so that 120 overload the limit but not the machine.
/** An operator who limits a provider's concurrency also limits its time: calls that would wait longer are refused. */
const TIMEOUT_MS = 1_000;
/** What the limit allows if no time is lost between two searches. */
const CAPACITY_PER_SECOND = (IN_FLIGHT_MAX / LATENCY_MS) * 1_000;
/** The offered load as a multiple of the capacity. The peak is the best of all; the last one is judged. */
const STEPS = { quick: [1, 3], whole: [1, 1.5, 3] };
const SECONDS = { quick: 3, whole: 6 };
/** A queue fills at first; goodput is counted after that. */
const SETTLING_MS = 1_000;

interface Step {
  outcomes: Outcome[];
  /** Searches that reached the provider. */
  searches: number;
  goodput: number;
}

function isPolite({ status, headers }: Outcome): boolean {
  return status === 503 && Number(headers['retry-after']) >= 1;
}

/** Answers per second, between the settling and the last call. */
function goodputOf(outcomes: readonly Outcome[], seconds: number): number {
  const beganMs = Math.min(...outcomes.map(({ sentAtMs }) => sentAtMs));
  const isCounted = ({ status, sentAtMs, ms }: Outcome) => {
    const atMs = sentAtMs + ms - beganMs;
    return status === 200 && atMs >= SETTLING_MS && atMs < seconds * 1_000;
  };
  return outcomes.filter(isCounted).length / (seconds - SETTLING_MS / 1_000);
}

export const overload: Row = {
  name: 'overload',
  faults: 'three times the load that the provider may get',
  platforms: { tight: ['p7a'] },
  providers: { p7a: { inFlightMax: IN_FLIGHT_MAX, timeoutMs: TIMEOUT_MS } },
  async run(world) {
    await world.fakes.behave('p7a', { kind: 'well', latencyMs: LATENCY_MS });
    const seconds = world.isQuick ? SECONDS.quick : SECONDS.whole;
    const steps: Step[] = [];
    for (const step of world.isQuick ? STEPS.quick : STEPS.whole) {
      const perSecond = CAPACITY_PER_SECOND * step;
      const shotAt = (i: number) => fresh('tight', 'stable', `tight-${step}-${i}`);
      const outcomes = await openLoop(world.client, { perSecond, seconds, shotAt });
      const searches = (await seenBy(world, ['p7a'])).length;
      steps.push({ outcomes, searches, goodput: goodputOf(outcomes, seconds) });
    }
    const { outcomes, searches, goodput } = steps.at(-1)!;
    const peak = Math.max(...steps.map((step) => step.goodput));
    const refused = outcomes.filter(({ status }) => status !== 200);
    const [p50, p99] = [quantile(msOf(refused), 0.5), quantile(msOf(refused), 0.99)];
    const accepted = outcomes.filter(({ status }) => status === 200);
    const searchesPerAnswer = searches / accepted.length;
    const acceptedP99 = quantile(msOf(accepted), 0.99);
    const polite = refused.filter(isPolite).length;
    return {
      economy: '–',
      stable:
        `goodput ${goodput.toFixed(0)} of at best ${peak.toFixed(0)}/s, accepted p99 ${millis(acceptedP99)}, ${two(searchesPerAnswer)} searches per answer; ` +
        `${codesOf(refused)} in p50 ${millis(p50)}, p99 ${millis(p99)}`,
      checks: [
        atLeast('goodput to its peak', goodput / peak, 0.9, percent),
        holds(
          'refusals are 503 with Retry-After',
          polite === refused.length && polite > 0,
          `${polite} of ${refused.length}`,
        ),
        atMost('refusal at the median', p50, 5, millis),
      ],
      figures: {
        calls: outcomes.length,
        goodput,
        peak,
        refused: refused.length,
        p50,
        p99,
        acceptedP99,
        searchesPerAnswer,
      },
    };
  },
};
