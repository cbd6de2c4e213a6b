// Owns the named moments at which a test process can be killed, and the counting of how often each is reached. Production code
// knows nothing of them: they hang on the storage port, the transport, the sockets of callers and the database drivers of a
// process that only tests start.

/** In the order of a call. A state is where a search over many platforms stands. Before a complaint is filed it has been judged; after that its refund is committed. A commit of the writing thread or connection is one of any verb, recovery and expiry included. */
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
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** SQLite commits in one system call after another: between asking for it and its end there is no moment to name. */
export function pointsOf(backend: 'sqlite' | 'postgres'): CrashPoint[] {
  return CRASH_POINTS.filter((point) => backend === 'postgres' || point !== 'commit sent');
}

export interface CrashPlan {
  point: CrashPoint;
  /** 1 kills at the first time that the point is reached. */
  hit: number;
}

/** How a plan comes to every thread of the process: threads get the environment, and nothing else of their parent. */
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

  /** True when this is the hit of the plan, for those who have something to do before they die. */
  strikes(point: CrashPoint): boolean {
    return point === this.#plan?.point && ++this.#hits === this.#plan.hit;
  }

  reach(point: CrashPoint): void {
    if (this.strikes(point)) die();
  }
}

/** No handler, no buffer, no finally: the process does not run another instruction. */
export function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
