// One platform accepts searches and never answers, with 200 calls stuck on it. Callers of another platform must not be affected. Quiet and
// stuck rounds alternate, and the medians of their percentiles are compared, so that a busy moment of the machine does not decide.
import { setTimeout as sleep } from 'node:timers/promises';
import { median, msOf, quantile, successShare } from '../figures.ts';
import { type Client, fresh, type Outcome, openLoop } from '../load.ts';
import { atLeast, atMost, millis, percent, type Row, two, type World } from '../row.ts';

const STUCK_CALLS = 200;
/** Like a fast platform: 20 % of it is more than the noise of a shared machine. */
const LATENCY_MS = 40;
const PER_SECOND = 100;
const ROUND_SECONDS = 1.5; // 150 calls: a 99th percentile is the second slowest.
/** Many short rounds rather than few long ones: a busy moment spoils only one of them. */
const ROUNDS = { quick: 1, whole: 9 };
/** The stuck calls arrive over this time, so that their arrival is not what is measured. */
const ARRIVAL_SECONDS = 0.4;

interface Round {
  quiet: Outcome[];
  stuck: Outcome[];
  /** Stuck calls without an answer at the end of the round. */
  inFlight: number;
}

/** Keeps 200 calls in flight while the work runs, then lets the platform answer them all. */
async function whileStuck(world: World, round: number, work: () => Promise<Outcome[]>) {
  await world.fakes.behave('p6a', { kind: 'silent' });
  let answered = 0;
  const stuck = openLoop(
    countingClient(world.client, () => answered++),
    {
      perSecond: STUCK_CALLS / ARRIVAL_SECONDS,
      seconds: ARRIVAL_SECONDS,
      shotAt: (i) => fresh('hole', i % 2 === 0 ? 'economy' : 'stable', `hole-${round}-${i}`),
    },
  );
  await sleep(ARRIVAL_SECONDS * 1_000 + 100);
  const outcomes = await work();
  const inFlight = STUCK_CALLS - answered;
  await world.fakes.behave('p6a', { kind: 'well', latencyMs: LATENCY_MS });
  await stuck;
  return { outcomes, inFlight };
}

function countingClient(client: Client, count: () => void): Pick<Client, 'call'> {
  return {
    async call(shot) {
      const outcome = await client.call(shot);
      count();
      return outcome;
    },
  };
}

export const blackHole: Row = {
  name: 'black hole',
  faults: 'one platform never answers, 200 calls on it',
  platforms: { hole: ['p6a'], near: ['p6b', 'p6c'] },
  providers: { p6a: { inFlightMax: STUCK_CALLS }, p6b: {}, p6c: {} },
  async run(world) {
    for (const name of ['p6a', 'p6b', 'p6c'])
      await world.fakes.behave(name, { kind: 'well', latencyMs: LATENCY_MS });
    const near = (round: string) =>
      openLoop(world.client, {
        perSecond: PER_SECOND,
        seconds: ROUND_SECONDS,
        shotAt: (i) => fresh('near', i % 2 === 0 ? 'economy' : 'stable', `near-${round}-${i}`),
      });
    await near('warm');
    const rounds: Round[] = [];
    for (let n = 0; n < (world.isQuick ? ROUNDS.quick : ROUNDS.whole); n++) {
      const measureQuiet = () => near(`quiet-${n}`);
      const measureStuck = () => whileStuck(world, n, () => near(`stuck-${n}`));
      // Quiet and stuck rounds take turns being first, so that a machine that slows down or speeds up favours neither.
      const isQuietFirst = n % 2 === 0;
      const before = isQuietFirst ? await measureQuiet() : null;
      const { outcomes: stuck, inFlight } = await measureStuck();
      rounds.push({ quiet: before ?? (await measureQuiet()), stuck, inFlight });
    }
    const p99 = (outcomes: Outcome[]) => quantile(msOf(outcomes), 0.99);
    const quietP99 = median(rounds.map(({ quiet }) => p99(quiet)));
    const stuckP99 = median(rounds.map(({ stuck }) => p99(stuck)));
    const inFlight = median(rounds.map((round) => round.inFlight));
    const all = rounds.flatMap(({ quiet, stuck }) => [...quiet, ...stuck]);
    const nearShare = successShare(all);
    return {
      economy: '–',
      stable: `other platform's p99 ${millis(quietP99)} before, ${millis(stuckP99)} beside ${inFlight} stuck calls`,
      checks: [
        atMost("other platform's p99, beside to before", stuckP99 / quietP99, 1.2, two),
        atLeast('calls stuck all the time', inFlight, STUCK_CALLS),
        atLeast("other platform's success", nearShare, 0.999, percent),
      ],
      figures: { calls: all.length, quietP99, stuckP99, nearShare, inFlight },
    };
  },
};
