// Owns everything that one provider under one policy shares: its gate, its memory for bodies and its connections, of
// which there are never more than requests in flight. Only a connection whose last answer was whole and in order, and
// which has been quiet since, is used again. Lanes share nothing, so that a stuck provider delays nobody else.
import type { AttemptFailure } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { ByteBudget } from './body.ts';
import { Connection } from './connection.ts';
import { type Answer, type Ending, exchange } from './exchange.ts';
import { closing, localLimit } from './failures.ts';
import { Gate, type GateState } from './gate.ts';
import type { LoadSign } from './gate-limit.ts';
import { type Connect, type ConnectSettings, createConnect } from './guarded-connect.ts';
import { IN_FLIGHT_DEFAULT, LANE_BYTES_MIN, LANE_BYTES_PER_CALL } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import type { UpstreamPolicy } from './upstream.ts';

export interface LaneState extends GateState {
  provider: string;
}

export interface LaneTime {
  signal: AbortSignal;
  /** On the monotonic clock; the signal fires then at the latest. */
  deadlineMs: number;
}

export class Lane {
  readonly provider: string;
  readonly #gate: Gate;
  readonly #budget: ByteBudget;
  readonly #connect: Connect;
  readonly #clock: Clock;
  readonly #connectionsMax: number;
  readonly #open = new Set<Connection>();
  /** Used last, taken first: the rest can time out. */
  #idle: Connection[] = [];
  #isRetired = false;
  #isClosed = false;

  constructor(policy: UpstreamPolicy, clock: Clock, settings: Omit<ConnectSettings, 'allowPrivate'>) {
    this.provider = policy.provider;
    this.#clock = clock;
    this.#connectionsMax = policy.inFlightMax ?? IN_FLIGHT_DEFAULT;
    this.#gate = new Gate(policy, clock);
    this.#budget = new ByteBudget(Math.max(LANE_BYTES_MIN, this.#connectionsMax * LANE_BYTES_PER_CALL));
    this.#connect = createConnect({ ...settings, allowPrivate: policy.allowPrivate });
  }

  get state(): LaneState {
    return { provider: this.provider, ...this.#gate.state };
  }

  turnsAway(leftMs: number): boolean {
    return this.#gate.turnsAway(leftMs);
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Waits for its turn. Not getting one before the deadline is the gateway's own doing and costs nothing. */
  async send(outgoing: Outgoing, { signal, deadlineMs }: LaneTime): Promise<Answer | AttemptFailure> {
    const cameMs = this.#clock.monotonicMs();
    const hasToWait = !this.#gate.hasRoom;
    const leave = await this.#gate.enter(signal, deadlineMs - cameMs);
    if (leave === null) return localLimit(this.#gate.expectedWaitMs());
    const waitedMs = this.#clock.monotonicMs() - cameMs;
    let sign: LoadSign = 'unknown';
    try {
      if (this.#isClosed) return closing;
      const ending = await this.#exchange(outgoing, signal);
      sign = signOf(ending, signal);
      return hasToWait ? { ...ending.result, waitedMs } : ending.result;
    } finally {
      leave(sign);
    }
  }

  closeIdle(): void {
    for (const connection of this.#idle) this.#drop(connection);
  }

  /** Running exchanges end in peace; nothing stays open after them. */
  retire(): void {
    this.#isRetired = true;
    this.closeIdle();
  }

  /** Cuts running exchanges; who still waits for a turn gets none. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) this.#drop(connection);
  }

  /**
   * A GET that met a connection which the peer had just closed is sent once more, on a fresh one. The peer closed
   * before it answered a single byte, so it had not taken the request up. Nothing else is ever repeated here: anything
   * later may have been done, and billed.
   */
  async #exchange(outgoing: Outgoing, signal: AbortSignal): Promise<Ending> {
    const used = this.#takeIdle(outgoing.url.origin);
    if (used !== null) {
      await lookAtSocket();
      const ending = await this.#run(used, outgoing, signal);
      if (!ending.isStale || outgoing.method !== 'GET') return ending;
    }
    return this.#run(this.#fresh(outgoing.url.origin), outgoing, signal);
  }

  async #run(connection: Connection, outgoing: Outgoing, signal: AbortSignal): Promise<Ending> {
    const ending = await exchange({ connection, outgoing, signal, budget: this.#budget });
    if (ending.result.kind === 'response' && connection.isOpen && !this.#isRetired)
      this.#idle.push(connection);
    else this.#drop(connection);
    return ending;
  }

  #takeIdle(origin: string): Connection | null {
    const isUsable = (idle: Connection) => idle.origin === origin && idle.isOpen && idle.isQuiet;
    const connection = this.#idle.findLast(isUsable) ?? null;
    this.#idle = this.#idle.filter((idle) => idle !== connection);
    return connection;
  }

  #fresh(origin: string): Connection {
    const [oldest] = this.#idle;
    if (oldest !== undefined && this.#open.size >= this.#connectionsMax) this.#drop(oldest);
    // One that is at work learns of its loss through its exchange.
    const onLost = (lost: Connection) => {
      if (this.#idle.includes(lost)) this.#drop(lost);
    };
    const connection = new Connection(origin, { connect: this.#connect, clock: this.#clock, onLost });
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection): void {
    this.#idle = this.#idle.filter((idle) => idle !== connection);
    this.#open.delete(connection);
    connection.destroy();
  }
}

/** What a provider says when it has too much to do, or does not say any more. */
function signOf({ result, wasSent }: Ending, signal: AbortSignal): LoadSign {
  if (result.kind === 'response') return signOfStatus(result.status);
  const isCancelled = signal.aborted && (signal.reason as Error).name !== 'TimeoutError';
  if (isCancelled) return 'unknown';
  return result.kind === 'timeout' || (result.kind === 'unavailable' && wasSent) ? 'overloaded' : 'unknown';
}

function signOfStatus(status: number): LoadSign {
  if (status === 429 || status === 503) return 'overloaded';
  return status >= 500 ? 'unknown' : 'good';
}

/**
 * Before undici writes on a used socket it waits for the end of the event loop's turn, so that bytes nobody asked for
 * are found first. Started from here, that turn is a whole one with its own look at every socket; started from within
 * another socket's event it would not be.
 */
function lookAtSocket(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
