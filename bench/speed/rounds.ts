// The sequence of measurements: several rounds, in each of them every row for a short slice, in another sequence each time. So other work
// on the machine affects all rows equally, and ratios are taken within one round.
import type { UpstreamProcess } from './contenders/upstream-process.ts';
import { median, shuffled } from './figures.ts';
import type { Job } from './job.ts';
import type { LoadProcess, Slice } from './load-process.ts';
import type { Row } from './rows.ts';

export interface Pace {
  rounds: number;
  sliceMs: number;
  warmMs: number;
  /** Minimum number of calls of a slice, for slow machines. */
  callsMin: number;
  /** Minimum number of calls of a row before it is measured. */
  callsFirst: number;
}

export type SlicePace = Omit<Pace, 'rounds' | 'callsFirst'>;

export interface World {
  load: LoadProcess;
  upstream: UpstreamProcess;
  say(text: string): void;
  /** A new folder within the run's own, with a name that was not used yet. */
  folder(name: string): string;
}

/** Medians over all rounds. */
export interface RowFigures {
  id: string;
  label: string;
  cpuMicros: number;
  /** CPU of the database server, if there is one. */
  besideMicros: number;
  /** CPU divided by that of the base row of the same round; NaN without a base. */
  ratio: number;
  perSecond: number;
  /** Calls per second divided by those of the base row of the same round; NaN without a base. */
  perSecondRatio: number;
  p50Ms: number;
  p99Ms: number;
  rssMb: number;
  calls: number;
  /** Upstream requests per call. */
  reach: number;
  /** Refusals and errors by status. */
  refusals: Record<string, number>;
}

/** A few calls at the edge of a slice may reach the upstream in a row that should not, such as the one that fills the cache. */
const REACH_TOLERANCE = 0.02;
/** A stable call that waits too long asks again. Beyond this ratio, a row does not measure what it should. */
const REACH_MOST = 1.5;
const MB = 1_000_000;

/** A slice, with the requests that its calls made at the upstream and the CPU that they used of a database server. */
export type Reached = Slice & { reached: number; besideMicrosPerCall: number };

export async function runSlice({ load, upstream }: World, row: Row, pace: SlicePace): Promise<Reached> {
  const seen: number[] = [];
  const beside: number[] = [];
  const usage = async () => {
    seen.push(await upstream.seen());
    beside.push(row.contender.besideMicros?.() ?? 0);
    return row.contender.usage();
  };
  const slice = await load.run(jobOf(row, pace), usage);
  const calls = slice.answered.count + slice.refused.count;
  const reached = seen[1]! - seen[0]!;
  checkReach(row, slice, reached);
  return { ...slice, reached, besideMicrosPerCall: (beside[1]! - beside[0]!) / calls };
}

function jobOf(row: Row, { sliceMs, warmMs, callsMin }: SlicePace): Job {
  const { head, expect, callers, keys = null, rate = null } = row;
  return { port: row.contender.port, head, keys, expect, callers, warmMs, runMs: sliceMs, callsMin, rate };
}

function checkReach(row: Row, { answered, refused, refusals }: Slice, reached: number): void {
  if (row.rate !== undefined) return; // A call that is refused because of overload does not reach the upstream.
  const calls = answered.count + refused.count;
  const slack = Math.max(1, calls * REACH_TOLERANCE);
  const due = calls * (row.reaches === 'each' ? 1 : row.reaches === 'none' ? 0 : row.reaches);
  const [least, most] = due === 0 ? [0, slack] : [due - slack, due * REACH_MOST + slack];
  if (reached >= least && reached <= most) return;
  const found = `${calls} calls made ${reached} upstream requests, refusals ${JSON.stringify(refusals)}`;
  throw new Error(`${row.label}: ${found}`);
}

export async function runRounds(
  world: World,
  rows: readonly Row[],
  pace: Pace,
  base?: string,
): Promise<RowFigures[]> {
  const slices = new Map<string, Reached[]>(rows.map(({ id }) => [id, []]));
  // The first calls of a process compile its code; they are not measured.
  for (const row of rows) await runSlice(world, row, { ...pace, callsMin: pace.callsFirst });
  for (let round = 1; round <= pace.rounds; round++) {
    world.say(`  round ${round} of ${pace.rounds}`);
    for (const row of shuffled(rows, round)) slices.get(row.id)!.push(await runSlice(world, row, pace));
  }
  const against = base === undefined ? undefined : slices.get(base);
  return rows.map((row) => figuresOf(row, slices.get(row.id)!, against));
}

function figuresOf({ id, label }: Row, slices: Reached[], base: Reached[] | undefined): RowFigures {
  const over = (read: (slice: Reached) => number) => median(slices.map(read));
  const sum = (read: (slice: Reached) => number) => slices.reduce((total, slice) => total + read(slice), 0);
  const overBase = (read: (slice: Reached) => number) =>
    median(slices.map((slice, i) => read(slice) / (base?.[i] === undefined ? Number.NaN : read(base[i]))));
  return {
    id,
    label,
    cpuMicros: over((slice) => slice.cpuMicrosPerCall),
    besideMicros: over((slice) => slice.besideMicrosPerCall),
    ratio: overBase((slice) => slice.cpuMicrosPerCall),
    perSecond: over((slice) => slice.perSecond),
    perSecondRatio: overBase((slice) => slice.perSecond),
    p50Ms: over((slice) => slice.answered.p50Ms),
    p99Ms: over((slice) => slice.answered.p99Ms),
    rssMb: slices.at(-1)!.rssBytes / MB,
    calls: sum((slice) => slice.answered.count),
    reach: sum((slice) => slice.reached) / sum((slice) => slice.answered.count + slice.refused.count),
    refusals: addUp(slices.map((slice) => slice.refusals)),
  };
}

function addUp(counts: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const count of counts) for (const [name, n] of Object.entries(count)) sum[name] = (sum[name] ?? 0) + n;
  return sum;
}
