// Sends http and https requests: the only network access to platforms. It keeps one client per provider and policy; a changed
// policy gets a new client, while calls that began under the old one end on theirs. It resolves to typed failures, never rejects,
// and never sends anything to an origin that the provider's settings do not name.
import type { LookupFunction } from 'node:net';
import type { AttemptFailure } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import type { Answer } from './exchange.ts';
import { closing } from './failures.ts';
import type { GateLimits } from './gate.ts';
import { Lane, type LaneState } from './lane.ts';
import { LANES_MAX } from './limits.ts';
import { isRedirect, prepare, redirected } from './outgoing.ts';
import { type OnUnasked, UnaskedBytes } from './unasked-bytes.ts';
import type { Transport, Upstream, UpstreamPolicy } from './upstream.ts';

export interface HttpTransportOptions {
  clock: Clock;
  /** For requests without a user agent of their own. */
  userAgent?: string;
  /** Tests resolve names themselves. */
  lookup?: LookupFunction;
  /** Trusted instead of the system's certificates; for tests. */
  ca?: string;
  /** Called after unexpected bytes, when the provider's idle connections were closed. */
  onUnasked?: OnUnasked;
}

export interface HttpTransport extends Pick<Upstream, 'isFull' | 'distrust' | 'alarms'> {
  transport: Transport;
  /** The clients that were used recently, the latest last; a provider whose policy changed has more than one. */
  lanes(): LaneState[];
  /** The leased parts of limits, by provider; a provider that is not named keeps its configured limits. */
  allow(parts: ReadonlyMap<string, GateLimits>): void;
  /** Cuts all running requests; every later one fails with "unavailable". */
  close(): Promise<void>;
}

export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const lanes = new Lanes(options);
  const userAgent = options.userAgent ?? 'Reelgate';

  async function carry(
    ...[request, timeLimit, policy, onBehalfOf, permit = null]: Parameters<Transport>
  ): Promise<Answer | AttemptFailure> {
    const deadlineMs = options.clock.monotonicMs() + timeLimit.leftMs;
    let outgoing = prepare(request, policy, userAgent);
    for (let hop = 0; outgoing.kind === 'outgoing'; hop++) {
      const lane = lanes.of(policy);
      if (lane === null) return closing;
      // The request after a redirect belongs to the same exchange, which has its permit already.
      const turn = { timeLimit, deadlineMs, onBehalfOf, permit: hop === 0 ? permit : null };
      const answer = await lane.send(outgoing, turn);
      if (answer.kind !== 'response' || !isRedirect(answer.status) || policy.redirects === 'given')
        return answer;
      outgoing = redirected(outgoing, answer, { policy, hop });
    }
    return outgoing;
  }

  return {
    transport: carry,
    isFull: (policy, leftMs, onBehalfOf) => lanes.known(policy)?.turnsAway(leftMs, onBehalfOf) ?? false,
    distrust: ({ provider }) => lanes.unaskedBytes.failed(provider),
    alarms: () => lanes.unaskedBytes.alarms,
    lanes: () => lanes.states(),
    allow: (parts) => lanes.allow(parts),
    close: async () => lanes.close(),
  };
}

class Lanes {
  readonly #options: HttpTransportOptions;
  /** By provider and policy, the least recently used first. */
  readonly #lanes = new Map<string, Lane>();
  /** A faster look-up for current policies: each is one object for as long as it holds. */
  readonly #ofPolicy = new WeakMap<UpstreamPolicy, Lane>();
  readonly unaskedBytes: UnaskedBytes;
  #parts: ReadonlyMap<string, GateLimits> = new Map();
  #isClosed = false;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
    this.unaskedBytes = new UnaskedBytes((provider, isFirst) => {
      this.#closeIdle(provider);
      options.onUnasked?.(provider, isFirst);
    });
  }

  of(policy: UpstreamPolicy): Lane | null {
    if (this.#isClosed) return null;
    const known = this.known(policy);
    if (known !== null) return known;
    const { provider, origin, allowPrivate, requestsPerSecond, inFlightMax, keepAlive, proxies } = policy;
    const key = JSON.stringify([
      provider,
      origin,
      allowPrivate,
      requestsPerSecond,
      inFlightMax,
      keepAlive,
      proxies,
    ]);
    const lane = this.#lanes.get(key) ?? this.#create(policy);
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
    this.#ofPolicy.set(policy, lane);
    return lane;
  }

  /** The client of this policy, if a request has created it. */
  known(policy: UpstreamPolicy): Lane | null {
    const lane = this.#ofPolicy.get(policy);
    return lane === undefined || lane.isRetired ? null : lane;
  }

  allow(parts: ReadonlyMap<string, GateLimits>): void {
    this.#parts = parts;
    for (const lane of this.#lanes.values()) {
      const part = parts.get(lane.provider);
      if (part !== undefined) lane.allow(part);
    }
  }

  states(): LaneState[] {
    return [...this.#lanes.values()].map((lane) => lane.state);
  }

  close(): void {
    this.#isClosed = true;
    for (const lane of this.#lanes.values()) lane.close();
    this.#lanes.clear();
  }

  #create(policy: UpstreamPolicy): Lane {
    // After a reload: calls under the old policy may still need its client, but no idle connection has to stay open.
    this.#closeIdle(policy.provider);
    const [oldest] = this.#lanes;
    if (oldest !== undefined && this.#lanes.size >= LANES_MAX) this.#retire(...oldest);
    const { clock, lookup, ca } = this.#options;
    const lane = new Lane(policy, clock, {
      unaskedBytes: this.unaskedBytes,
      ...(lookup === undefined ? {} : { lookup }),
      ...(ca === undefined ? {} : { ca }),
    });
    const part = this.#parts.get(policy.provider);
    if (part !== undefined) lane.allow(part);
    return lane;
  }

  #closeIdle(provider: string): void {
    for (const lane of this.#lanes.values()) if (lane.provider === provider) lane.closeIdle();
  }

  #retire(key: string, lane: Lane): void {
    this.#lanes.delete(key);
    lane.retire();
  }
}
