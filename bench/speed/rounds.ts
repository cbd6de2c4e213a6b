// The sequence of measurements: several rounds, in each of them every row for a short slice, in another sequence each time. So other work
// on the machine affects all rows equally, and ratios are taken within one round.
import type { UpstreamProcess } from './contenders/upstream-process.ts';
import { median, type Spread, shuffled, spreadOf } from './figures.ts';
import type { Job } from './job.ts';
import type { LoadProcess, Slice } from './load-process.ts';
import { CALLERS, type Row } from './rows.ts';
import { THREAD_GROUPS, type ThreadGroup } from './threads.ts';

export interface Pace {
  rounds: number;
  sliceMs: number;
  warmMs: number;
  /** Minimum number of calls of a slice, for slow machines. */
  callsMin: number;
  /** The most calls that a row makes before it is measured. */
  warmCallsMax: number;
}

export type SlicePace = Omit<Pace, 'rounds' | 'warmCallsMax'>;

export interface World {
  load: LoadProcess;
  upstream: UpstreamProcess;
  say(text: string): void;
  /** A new folder within the run's own, with a name that was not used yet. */
  folder(name: string): string;
}

/** One slice of a row, as it is compared with the slice of another row in the same round. */
export interface SliceFigures {
  cpuMicros: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  rssMb: number;
}

/** Medians over all rounds. */
export interface RowFigures extends SliceFigures {
  id: string;
  label: string;
  /** The row that ratios refer to; null when there is none. */
  base: string | null;
  slices: SliceFigures[];
  /** CPU of the database server, if there is one. */
  besideMicros: number;
  /** CPU by group of threads; null where /proc does not exist. */
  threadMicros: Record<ThreadGroup, number> | null;
  switches: number;
  calls: number;
  /** Share of the requests of a fixed rate that were sent after their time. */
  late: number;
  /** Rounds without figures, because the rate was not kept. */
  missedRounds: number;
  /** Upstream requests per call. */
  reach: number;
  /** Refusals and errors by status. */
  refusals: Record<string, number>;
}

export function ratiosTo(base: RowFigures, row: RowFigures, figure: keyof SliceFigures): number[] {
  return row.slices.map((slice, i) => slice[figure] / (base.slices[i]?.[figure] ?? Number.NaN));
}

/**
 * One row divided by another, round by round. Only rows of one section were measured in turns. null when most rounds have no figures of
 * both.
 */
export function ratioTo(
  base: RowFigures | undefined,
  row: RowFigures | undefined,
  figure: keyof SliceFigures,
): Spread | null {
  if (base === undefined || row === undefined) return null;
  const ratios = ratiosTo(base, row, figure);
  const kept = ratios.filter(Number.isFinite);
  return kept.length * 2 > ratios.length ? spreadOf(kept) : null;
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
  const { head, expect, callers, keys = null, rate = null, isTold = false } = row;
  const { port } = row.contender;
  return { port, head, keys, expect, callers, warmMs, runMs: sliceMs, callsMin, rate, isTold };
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

/** `base` is the row that all rows without a base of their own refer to. */
export async function runRounds(
  world: World,
  rows: readonly Row[],
  pace: Pace,
  base?: string,
): Promise<RowFigures[]> {
  await warmUp(world, rows, pace);
  return measureRounds(world, rows, pace, base);
}

/**
 * The first calls of a process compile its code; they are not measured. V8 compiles on threads of its own: a row is warm when these take
 * little in two slices after one another. After 4,000 live calls they take 69 µs a call, after 12,000 16 µs.
 */
const WARM_V8_MICROS = 30;
const WARM_SLICES = 2;
const WARM_SLICE_CALLS = 4_000;

export async function warmUp(world: World, rows: readonly Row[], pace: Pace): Promise<void> {
  for (const row of rows) await warmUpRow(world, row, pace);
}

async function warmUpRow(world: World, { rate: _, ...one }: Row, pace: Pace): Promise<void> {
  const row = { ...one, callers: Math.max(one.callers, CALLERS) };
  const callsMin = Math.min(WARM_SLICE_CALLS, pace.warmCallsMax);
  for (let calls = 0, warm = 0; calls < pace.warmCallsMax && warm < WARM_SLICES; calls += callsMin) {
    const { threads } = await runSlice(world, row, { warmMs: 0, sliceMs: 1, callsMin });
    const v8 = threads?.microsPerCall.v8 ?? 0;
    // Without figures of threads, all calls are made.
    warm = threads !== undefined && v8 < WARM_V8_MICROS ? warm + 1 : 0;
    if (calls + callsMin >= pace.warmCallsMax && warm < WARM_SLICES)
      world.say(
        `  still compiling after ${calls + callsMin} calls: ${row.label}, V8 ${Math.round(v8)} µs a call`,
      );
  }
}

export async function measureRounds(
  world: World,
  rows: readonly Row[],
  pace: Pace,
  base?: string,
): Promise<RowFigures[]> {
  const slices = new Map<string, Reached[]>(rows.map(({ id }) => [id, []]));
  for (let round = 1; round <= pace.rounds; round++) {
    world.say(`  round ${round} of ${pace.rounds}`);
    for (const row of roundOf(rows, round)) slices.get(row.id)!.push(await runSlice(world, row, pace));
  }
  return rows.map((row) => figuresOf({ base, ...row }, slices.get(row.id)!));
}

export function figuresOf(
  { id, label, rate, base = null }: Omit<Row, 'base'> & { base?: string | null | undefined },
  slices: Reached[],
): RowFigures {
  const kept = slices.filter((slice) => keepsRate(rate, slice));
  const figures = slices.map((slice) => (kept.includes(slice) ? sliceFigures(slice) : NO_FIGURES));
  const measured = figures.filter((slice) => slice !== NO_FIGURES);
  const over = (read: (slice: Reached) => number) => median(kept.map(read));
  const sum = (read: (slice: Reached) => number) => slices.reduce((total, slice) => total + read(slice), 0);
  const all = sum((slice) => slice.answered.count + slice.refused.count);
  return {
    id,
    label,
    base,
    slices: figures,
    cpuMicros: median(measured.map(({ cpuMicros }) => cpuMicros)),
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    p50Ms: median(measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(measured.map(({ p99Ms }) => p99Ms)),
    rssMb: measured.at(-1)?.rssMb ?? Number.NaN,
    besideMicros: over((slice) => slice.besideMicrosPerCall),
    threadMicros: threadMicros(kept),
    switches: over((slice) => slice.threads?.switchesPerCall ?? Number.NaN),
    calls: sum((slice) => slice.answered.count),
    late: sum((slice) => slice.late) / all,
    missedRounds: slices.length - kept.length,
    reach: sum((slice) => slice.reached) / all,
    refusals: addUp(slices.map((slice) => slice.refusals)),
  };
}

/** Below this share of its rate, or with more sent late, a slice is one of a saturated gateway and says nothing of the rate. */
const RATE_SHARE_MIN = 0.98;
const LATE_SHARE_MAX = 0.02;

export function keepsRate(
  rate: number | undefined,
  { answered, refused, late, tookMs }: Pick<Slice, 'answered' | 'refused' | 'late' | 'tookMs'>,
): boolean {
  if (rate === undefined) return true;
  const calls = answered.count + refused.count;
  // The last answer comes after the time of sending.
  const sendingMs = tookMs - answered.p99Ms;
  return late <= calls * LATE_SHARE_MAX && answered.count >= (rate * sendingMs * RATE_SHARE_MIN) / 1_000;
}

const NO_FIGURES: SliceFigures = {
  cpuMicros: Number.NaN,
  perSecond: Number.NaN,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  rssMb: Number.NaN,
};

function sliceFigures({ cpuMicrosPerCall, perSecond, answered, rssBytes }: Reached): SliceFigures {
  const { p50Ms, p99Ms } = answered;
  return { cpuMicros: cpuMicrosPerCall, perSecond, p50Ms, p99Ms, rssMb: rssBytes / MB };
}

/** Rows that name their base are measured right next to it, in alternating order; what is next to them differs from round to round. */
export function roundOf<R extends Pick<Row, 'id' | 'base'>>(rows: readonly R[], round: number): R[] {
  const bases = new Set(rows.map(({ base }) => base));
  const turns = rows
    .filter(({ base }) => base === undefined)
    .map((row) => (bases.has(row.id) ? [row, ...rows.filter(({ base }) => base === row.id)] : [row]));
  return shuffled(turns, round).flatMap((turn) => (round % 2 === 0 ? turn.toReversed() : turn));
}

function threadMicros(slices: Reached[]): RowFigures['threadMicros'] {
  if (slices.some(({ threads }) => threads === undefined)) return null;
  const of = (group: ThreadGroup) => median(slices.map(({ threads }) => threads!.microsPerCall[group] ?? 0));
  return Object.fromEntries(THREAD_GROUPS.map((group) => [group, of(group)])) as Record<ThreadGroup, number>;
}

function addUp(counts: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const count of counts) for (const [name, n] of Object.entries(count)) sum[name] = (sum[name] ?? 0) + n;
  return sum;
}
