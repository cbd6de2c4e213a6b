// The HTTP client of one provider under one policy: its gate, its memory for bodies and its connections. Busy connections never
// outnumber the requests in flight; others rest, up to a bound. Only a connection whose last answer was complete and correct, and
// which has been quiet since, is reused. Clients share nothing, so that a stuck provider delays no other.
import type { AttemptFailure } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { BodyMemory } from './body.ts';
import { Connection } from './connection.ts';
import { type Answer, type Ending, exchange, exchangeAfterPoll } from './exchange.ts';
import { closing, localLimit } from './failures.ts';
import { Gate, type GateLimits, type GateState, type Leave, type OnBehalfOf } from './gate.ts';
import type { LoadSign } from './gate-limit.ts';
import { type Connect, type ConnectSettings, createConnect } from './guarded-connect.ts';
import { IdleConnections } from './idle-connections.ts';
import {
  BODIES_BYTES_MIN,
  BODIES_BYTES_PER_CALL,
  IN_FLIGHT_DEFAULT,
  RESTING_MAX,
  RESTING_PER_PLACE,
} from './limits.ts';
import type { Outgoing } from './outgoing-request.ts';
import type { TimeLimit } from './time-limit.ts';
import type { UnexpectedBytes } from './unexpected-bytes.ts';
import type { Permit, UpstreamPolicy } from './upstream.ts';

export interface ClientState extends GateState {
  provider: string;
  /** How often the provider has sent unexpected bytes. */
  unasked: number;
  /** Requests since the client was created. */
  entered: number;
}

type LaneSettings = Omit<ConnectSettings, 'allowPrivate' | 'proxies'> & {
  unexpectedBytes: UnexpectedBytes;
};

export interface ClientTurn {
  timeLimit: TimeLimit;
  /** On the monotonic clock; the time limit ends then at the latest. */
  deadlineMs: number;
  onBehalfOf: OnBehalfOf;
  permit: Permit | null;
}

export class ProviderClient {
  readonly provider: string;
  readonly #gate: Gate;
  readonly #memory: BodyMemory;
  readonly #connect: Connect;
  readonly #clock: Clock;
  readonly #connectionsMax: number;
  readonly #keepAlive: boolean;
  readonly #unexpectedBytes: UnexpectedBytes;
  readonly #open = new Set<Connection>();
  readonly #idle = new IdleConnections<Connection>();
  #isRetired = false;
  #isClosed = false;

  constructor(policy: UpstreamPolicy, clock: Clock, { unexpectedBytes, ...settings }: LaneSettings) {
    this.provider = policy.provider;
    this.#clock = clock;
    this.#keepAlive = policy.keepAlive;
    this.#unexpectedBytes = unexpectedBytes;
    // A part of the limit that is leased later may be as large as the whole.
    const places = policy.whole?.inFlightMax ?? policy.inFlightMax ?? IN_FLIGHT_DEFAULT;
    this.#connectionsMax = places + Math.min(RESTING_MAX, places * RESTING_PER_PLACE);
    this.#gate = new Gate(policy, clock);
    this.#memory = new BodyMemory(Math.max(BODIES_BYTES_MIN, places * BODIES_BYTES_PER_CALL));
    this.#connect = createConnect({
      ...settings,
      allowPrivate: policy.allowPrivate,
      proxies: policy.proxies,
    });
  }

  get state(): ClientState {
    const { provider } = this;
    const { state, entered } = this.#gate;
    return { provider, unasked: this.#unexpectedBytes.unaskedOf(provider), entered, ...state };
  }

  /** Never where the settings forbid it, nor with a provider that has ever sent unexpected bytes. */
  get #mayReuse(): boolean {
    return this.#keepAlive && this.#unexpectedBytes.unaskedOf(this.provider) === 0;
  }

  /** Sets the part of the provider's limits that this process has leased. */
  allow(part: GateLimits): void {
    this.#gate.allow(part);
  }

  turnsAway(leftMs: number, onBehalfOf: OnBehalfOf): boolean {
    return this.#gate.turnsAway(leftMs, onBehalfOf);
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Waits for its turn. Getting none before the deadline is a local failure: the provider was not asked. */
  send(outgoing: Outgoing, turn: ClientTurn): Promise<Answer | AttemptFailure> {
    const { timeLimit, onBehalfOf, permit } = turn;
    const atOnce = timeLimit.isOver ? null : this.#gate.enterAtOnce(onBehalfOf);
    if (atOnce !== null) return this.#serve(atOnce, outgoing, timeLimit, permit);
    return this.#sendInTurn(outgoing, turn);
  }

  async #sendInTurn(
    outgoing: Outgoing,
    { timeLimit, deadlineMs, onBehalfOf, permit }: ClientTurn,
  ): Promise<Answer | AttemptFailure> {
    const cameMs = this.#clock.monotonicMs();
    const leave = await this.#gate.enter(timeLimit, deadlineMs - cameMs, onBehalfOf);
    if (leave === null) return localLimit(this.#gate.expectedWaitMs(onBehalfOf));
    const waitedMs = this.#clock.monotonicMs() - cameMs;
    return { ...(await this.#serve(leave, outgoing, timeLimit, permit)), waitedMs };
  }

  closeIdle(): void {
    for (const connection of this.#idle.all()) this.#drop(connection);
  }

  /** Running exchanges may end; afterwards no connection stays open. */
  retire(): void {
    this.#isRetired = true;
    this.closeIdle();
  }

  /** Cuts running exchanges and refuses waiting ones. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) this.#drop(connection);
  }

  #serve(
    leave: Leave,
    outgoing: Outgoing,
    timeLimit: TimeLimit,
    permit: Permit | null,
  ): Promise<Answer | AttemptFailure> {
    return permit === null || this.#isClosed
      ? this.#ask(leave, outgoing, timeLimit)
      : this.#askIfPermitted(leave, outgoing, timeLimit, permit);
  }

  async #askIfPermitted(
    leave: Leave,
    outgoing: Outgoing,
    timeLimit: TimeLimit,
    permit: Permit,
  ): Promise<Answer | AttemptFailure> {
    let refusal: AttemptFailure | null = closing; // Of a permit that throws, nobody sees it.
    try {
      refusal = await permit(timeLimit);
    } finally {
      if (refusal !== null) leave('unknown');
    }
    return refusal ?? this.#ask(leave, outgoing, timeLimit);
  }

  #ask(leave: Leave, outgoing: Outgoing, timeLimit: TimeLimit): Promise<Answer | AttemptFailure> {
    return new Promise((resolve) => {
      if (this.#isClosed) {
        leave('unknown');
        return resolve(closing);
      }
      this.#exchange(outgoing, timeLimit, (ending) => {
        leave(signOf(ending, timeLimit));
        resolve(ending.result);
      });
    });
  }

  /**
   * A GET on a connection that the peer had just closed is sent once more, on a fresh one. The peer closed before it answered a
   * single byte, so it had not begun the request. Nothing else is ever repeated here: anything later may have been executed, and
   * billed. A request that was never sent may be sent, whatever its method.
   */
  #exchange(outgoing: Outgoing, timeLimit: TimeLimit, end: (ending: Ending) => void): void {
    const { origin, method } = outgoing;
    const memory = this.#memory;
    const isKept = this.#mayReuse;
    const onFresh = () => {
      const connection = this.#fresh(origin);
      exchange({ connection, outgoing, timeLimit, memory, isKept }, (ending) => {
        this.#putBack(connection, ending);
        end(ending);
      });
    };
    const used = isKept ? this.#idle.take(origin, this.#clock.monotonicMs()) : null;
    if (used === null) onFresh();
    else
      exchangeAfterPoll({ connection: used, outgoing, timeLimit, memory, isKept }, (ending) => {
        this.#putBack(used, ending);
        const mayRepeat = ending.isStale && (!ending.wasSent || method === 'GET');
        if (mayRepeat && !this.#isClosed) onFresh();
        else end(ending);
      });
  }

  #putBack(connection: Connection, { result }: Ending): void {
    const isGood = result.kind === 'response' && connection.isOpen;
    if (isGood && this.#mayReuse && !this.#isRetired) this.#idle.put(connection);
    else this.#drop(connection);
  }

  #fresh(origin: string): Connection {
    const spare = this.#open.size < this.#connectionsMax ? null : this.#idle.leastNeeded;
    if (spare !== null) this.#drop(spare);
    // A busy connection reports its loss through its exchange.
    const onLost = (lost: Connection) => {
      if (lost.hasUnexpectedBytes) this.#unexpectedBytes.failed(this.provider);
      if (this.#idle.has(lost)) this.#drop(lost);
    };
    const connection = new Connection(origin, { connect: this.#connect, clock: this.#clock, onLost });
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection): void {
    this.#idle.delete(connection);
    this.#open.delete(connection);
    connection.destroy();
  }
}

/** Whether the end of an exchange shows overload: the provider says so, or does not answer in time. */
function signOf({ result, wasSent }: Ending, timeLimit: TimeLimit): LoadSign {
  if (result.kind === 'response') return signOfStatus(result.status);
  if (timeLimit.end === 'cancelled') return 'unknown';
  return result.kind === 'timeout' || (result.kind === 'unavailable' && wasSent) ? 'overloaded' : 'unknown';
}

function signOfStatus(status: number): LoadSign {
  if (status === 429 || status === 503) return 'overloaded';
  return status >= 500 ? 'unknown' : 'good';
}
