// What Reelgate promises about its speed, as limits on figures of one run, and comparisons without a promise. If a run did not measure a
// figure, its target is open: neither met nor missed.
import { type Spread, spreadOf } from './figures.ts';
import { type Results, rowOf, type SingleName, sectionsOf, singlesOf } from './results.ts';
import { ratioTo, type SliceFigures } from './rounds.ts';
import { KINDS, openLoopId, RATES } from './sections/open-loop.ts';

export interface Target {
  what: string;
  bound: string;
  /** null when this run did not measure it. */
  found: Spread | null;
  unit: string;
  isMet: boolean | null;
  /** Whether the goal beyond the limit is reached; null without such a goal. */
  isGoalReached: boolean | null;
}

/** A figure without a limit: it compares with a gateway that does less. */
export type Comparison = Pick<Target, 'what' | 'found' | 'unit'>;

type Read = (results: Results) => Spread | null;

/** A figure of one row divided by that of another of the same section, round by round. */
const against =
  (id: string, other: string, figure: keyof SliceFigures = 'cpuMicros'): Read =>
  (results) =>
    ratioTo(rowOf(results, other), rowOf(results, id), figure);

const once = (value: number | undefined): Spread | null =>
  value === undefined || !Number.isFinite(value) ? null : spreadOf([value]);

const single =
  (name: SingleName): Read =>
  (results) =>
    once(singlesOf(results)[name]);

const share =
  (name: SingleName, of: SingleName): Read =>
  (results) => {
    const singles = singlesOf(results);
    return once((singles[name] ?? Number.NaN) / (singles[of] ?? Number.NaN));
  };

const growthRows = (results: Results) => sectionsOf(results).find(({ id }) => id === 'growth')?.rows ?? [];

/** The worst of the rows that differ from the smallest ledger only in their keys, compared with it. */
const moreKeys: Read = (results) => {
  const [base, ...rows] = growthRows(results).filter(({ id }) => id.endsWith('-0'));
  const ratios = rows.map((row) => ratioTo(base, row, 'cpuMicros')).filter((found) => found !== null);
  return ratios.sort((a, b) => b.median - a.median)[0] ?? null;
};

/** The row with stored calls compared with the one with as many keys and no calls. */
const moreCalls: Read = (results) => {
  const filled = growthRows(results).find(({ id }) => !id.endsWith('-0'));
  return filled === undefined ? null : against(filled.id, filled.id.replace(/-\d+$/, '-0'))(results);
};

interface Figure {
  what: string;
  read: Read;
  unit: string;
}

interface Bound extends Figure {
  atMost?: number;
  atLeast?: number;
  /** Better than the limit requires. */
  goal?: number;
}

const LIVE_CPU = against('sqlite-live', 'fast-billing');
const LIVE_PER_SECOND = against('sqlite-live', 'fast-billing', 'perSecond');

/** Goals are the same work's own figures. */
const OPEN_LOOP = RATES.flatMap((rate) =>
  KINDS.flatMap((kind): Bound[] => {
    const [id, other] = [openLoopId(rate, kind), openLoopId(rate, kind, true)];
    const what = `${rate} calls a second${kind === 'live-id' ? " with the caller's id" : ''}`;
    return [
      {
        what: `${what}: CPU against the same work`,
        read: against(id, other),
        unit: '×',
        atMost: 1.3,
        goal: 1,
      },
      {
        what: `${what}: p99 against the same work`,
        read: against(id, other, 'p99Ms'),
        unit: '×',
        atMost: 1.3,
      },
    ];
  }),
);

const BOUNDS: Bound[] = [
  { what: 'live, SQLite: CPU against the same work', read: LIVE_CPU, unit: '×', atMost: 0.8 },
  {
    what: 'live, SQLite: calls per second against the same work',
    read: LIVE_PER_SECOND,
    unit: '×',
    atLeast: 1.5,
  },
  {
    what: "live with the caller's id, SQLite: CPU against the same work",
    read: against('sqlite-live-id', 'fast-billing-id'),
    unit: '×',
    atMost: 1,
  },
  {
    what: "live with the caller's id, SQLite: calls per second against the same work",
    read: against('sqlite-live-id', 'fast-billing-id', 'perSecond'),
    unit: '×',
    atLeast: 1.5,
  },
  ...OPEN_LOOP,
  {
    what: 'the first 10,000 calls of a process: CPU against the same work',
    read: against('first-calls', 'first-calls-billing'),
    unit: '×',
    atMost: 0.9,
  },
  {
    what: 'live, PostgreSQL: CPU against SQLite',
    read: against('postgres-live', 'sqlite-live'),
    unit: '×',
    atMost: 1.3,
  },
  {
    what: 'get_video, SQLite: CPU against a live search',
    read: against('routes-get', 'routes-live'),
    unit: '×',
    atMost: 0.7,
  },
  {
    what: 'all over five platforms, SQLite: CPU against a live search',
    read: against('routes-all', 'routes-live'),
    unit: '×',
    atMost: 4,
  },
  {
    what: 'all, one of five after 20 ms: median against that one alone',
    read: against('routes-all-slow', 'routes-slow', 'p50Ms'),
    unit: '×',
    atMost: 1.5,
  },
  { what: 'CPU with many keys in turn, one = 1', read: moreKeys, unit: '×', atMost: 1.15 },
  { what: 'CPU with many stored calls, none = 1', read: moreCalls, unit: '×', atMost: 1.15 },
  { what: 'refusals at 3 × saturation, p99', read: single('overloadRefusalP99Ms'), unit: 'ms', atMost: 5 },
  {
    what: 'goodput at 3 × saturation, of peak',
    read: share('overloadGoodput', 'overloadPeak'),
    unit: '×',
    atLeast: 0.9,
  },
  { what: 'memory, idle after the start', read: single('idleMb'), unit: 'MB', atMost: 130 },
  { what: 'memory, 32 callers with live searches', read: single('callersMb'), unit: 'MB', atMost: 220 },
  { what: 'memory after 1 M calls', read: single('memoryLastMb'), unit: 'MB', atMost: 250 },
  {
    what: 'memory after 1 M calls, after 100 k = 1',
    read: share('memoryLastMb', 'memoryFirstMb'),
    unit: '×',
    atMost: 1.1,
  },
  { what: 'idle: wake-ups of the event loop a second', read: single('idleWakeups'), unit: '', atMost: 20 },
  { what: 'idle: CPU a second', read: single('idleCpuMs'), unit: 'ms', atMost: 3 },
  { what: '`reelgate --version`: CPU', read: single('versionCpuMs'), unit: 'ms', atMost: 150 },
  { what: '`reelgate --help`: CPU', read: single('helpCpuMs'), unit: 'ms', atMost: 150 },
  { what: 'launch to first answer', read: single('launchMs'), unit: 'ms', atMost: 700 },
  { what: 'ledger after the run, differences', read: single('ledgerDifferences'), unit: '', atMost: 0 },
];

export function judge(results: Results): Target[] {
  return BOUNDS.map((bound) => {
    const { what, unit, atMost = Infinity, atLeast = -Infinity, goal } = bound;
    const found = bound.read(results);
    const isMet = found === null ? null : found.median <= atMost && found.median >= atLeast;
    const isGoalReached = found === null || goal === undefined ? null : found.median <= goal;
    return { what, bound: boundText(bound), found, unit, isMet, isGoalReached };
  });
}

function boundText({ atMost, atLeast, goal, unit }: Bound): string {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return `${bound} ${unit}`.trim() + (goal === undefined ? '' : `, goal ${goal}`);
}

/** All are gateways that pass bytes on and bill nothing. */
const COMPARISONS: Figure[] = [
  ...['live', 'cached', 'replay', '401', '402', '429'].map((id) => ({
    what: `${id === 'replay' ? 'replayed' : id}, SQLite: CPU against Fastify`,
    read: against(`sqlite-${id}`, 'fast-fastify'),
    unit: '×',
  })),
  {
    what: 'live, SQLite: CPU against Fastify + insert',
    read: against('sqlite-live', 'fast-insert'),
    unit: '×',
  },
];

export function compareWithLess(results: Results): Comparison[] {
  return COMPARISONS.map(({ what, read, unit }) => ({ what, found: read(results), unit }));
}

/** A live search compared with the same work, as page, chart and README state it first. null when the run did not measure it. */
export function liveFigures(results: Results): { cpu: string; perSecond: string } | null {
  const [cpu, perSecond] = [LIVE_CPU(results), LIVE_PER_SECOND(results)];
  if (cpu === null || perSecond === null) return null;
  const [of, at] = [cpu.median.toFixed(2), perSecond.median.toFixed(2)];
  return { cpu: `${of} × the CPU`, perSecond: `${at} × the calls per second` };
}

export function leadSentence(results: Results): string | null {
  const live = liveFigures(results);
  if (live === null) return null;
  return `A live, billed search on SQLite takes ${live.cpu} and does ${live.perSecond} of a gateway that does the same work`;
}
