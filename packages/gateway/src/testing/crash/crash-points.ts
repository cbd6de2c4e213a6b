// The named moments at which a test process can be killed, and counters of how often each is reached. Production code does not contain
// them: they wrap the storage port, the transport, the callers' sockets and the database drivers of a process that only tests start.

/**
 * In the sequence of a call. A "state" is where a search over many platforms stands. Before a complaint is filed it has been judged; after
 * it is filed its refund is committed. A commit of the writing thread or connection may be of any verb, including recovery and expiry. One on
 * the event loop is of calls that came while few were under way.
 */
export const CRASH_POINTS = [
  'before recovery',
  'after recovery',
  'before open',
  'after open',
  'before openSettled',
  'after openSettled',
  'before upstream',
  'after upstream',
  'before state',
  'after state',
  'before settle',
  'after settle',
  'before first byte',
  'mid-body',
  'after last byte',
  'before release',
  'after release',
  'before complaint',
  'after complaint',
  'before expiry',
  'after expiry',
  'before a statement',
  'before commit',
  'commit sent',
  'after commit',
  'before a statement on the loop',
  'before commit on the loop',
  'after commit on the loop',
] as const;
/**
 * Of a page of a collection, of a run of a watch, and of reading what they found: a list of items or an export. "begin" reserves what a page or
 * a run may cost; "gathered" is the commit that charges it and moves its collection or watch on.
 */
export const GATHER_POINTS = [
  'before begin',
  'after begin',
  'before gathered',
  'after gathered',
  'before found',
  'after found',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number] | (typeof GATHER_POINTS)[number];

/** Where a process dies while it collects and watches: inside a page, between pages, in a run, and in an export. */
export const GATHERING_POINTS: readonly CrashPoint[] = [
  'before open',
  'after open',
  'before upstream',
  'after upstream',
  ...GATHER_POINTS,
  'before commit',
  'after commit',
];

/**
 * SQLite commits in consecutive system calls, so there is no nameable moment between the request for a commit and its end. Only SQLite commits
 * on the event loop.
 */
export function pointsOf(backend: 'sqlite' | 'postgres'): (typeof CRASH_POINTS)[number][] {
  return CRASH_POINTS.filter((point) =>
    backend === 'postgres' ? !point.endsWith('on the loop') : point !== 'commit sent',
  );
}

export interface CrashPlan {
  point: CrashPoint;
  /** 1 kills the first time that the point is reached. */
  hit: number;
}

/** The environment variable that carries the plan to every thread of the process: threads inherit the environment and nothing else. */
export const PLAN_VARIABLE = 'REELGATE_TEST_CRASH';

export class CrashPoints {
  readonly #plan: CrashPlan | null;
  #hits = 0;

  constructor(plan: CrashPlan | null) {
    this.#plan = plan;
  }

  static ofEnvironment(): CrashPoints {
    return new CrashPoints(JSON.parse(process.env[PLAN_VARIABLE] ?? 'null'));
  }

  /** True when the planned hit is reached, for callers that have something to do before the process dies. */
  strikes(point: CrashPoint): boolean {
    return point === this.#plan?.point && ++this.#hits === this.#plan.hit;
  }

  reach(point: CrashPoint): void {
    if (this.strikes(point)) die();
  }
}

/** No handler, buffer or finally block runs: the process executes no further instruction. */
export function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
