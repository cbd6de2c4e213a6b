// Sends http and https requests: the only network access to platforms. It keeps one client per provider and policy; a changed
// policy gets a new client, while calls that began under the old one end on theirs. It resolves to typed failures, never rejects,
// and never sends anything to an origin that the provider's settings do not name.
import type { LookupFunction } from 'node:net';
import type { AttemptFailure } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import type { Answer } from './exchange.ts';
import { closing } from './failures.ts';
import type { GateLimits } from './gate.ts';
import { CLIENTS_MAX } from './limits.ts';
import { isRedirect, type Outgoing, prepare, redirected } from './outgoing-request.ts';
import { type ClientState, type ClientTurn, ProviderClient } from './provider-client.ts';
import { type OnUnexpectedBytes, UnexpectedBytes } from './unexpected-bytes.ts';
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
  onUnexpectedBytes?: OnUnexpectedBytes;
}

export interface HttpTransport extends Pick<Upstream, 'isFull' | 'distrust' | 'alarms'> {
  transport: Transport;
  /** The clients that were used recently, the latest last; a provider whose policy changed has more than one. */
  clients(): ClientState[];
  /** The leased parts of limits, by provider; a provider that is not named keeps its configured limits. */
  allow(parts: ReadonlyMap<string, GateLimits>): void;
  /** Cuts all running requests; every later one fails with "unavailable". */
  close(): Promise<void>;
}

export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const clients = new ProviderClients(options);
  const userAgent = options.userAgent ?? 'Reelgate';

  function carry(
    outgoing: Outgoing | AttemptFailure,
    policy: UpstreamPolicy,
    turn: ClientTurn,
    hop = 0,
  ): Promise<Answer | AttemptFailure> {
    if (outgoing.kind !== 'outgoing') return Promise.resolve(outgoing);
    const client = clients.of(policy);
    if (client === null) return Promise.resolve(closing);
    return client.send(outgoing, turn).then((answer) => {
      if (answer.kind !== 'response' || !isRedirect(answer.status) || policy.redirects === 'given')
        return answer;
      // The request after a redirect belongs to the same exchange, which has its permit already.
      const next = redirected(outgoing, answer, { policy, hop });
      return carry(next, policy, { ...turn, permit: null }, hop + 1);
    });
  }

  return {
    transport: (request, timeLimit, policy, onBehalfOf, permit = null) => {
      const deadlineMs = options.clock.monotonicMs() + timeLimit.leftMs;
      const turn = { timeLimit, deadlineMs, onBehalfOf, permit };
      return carry(prepare(request, policy, userAgent), policy, turn);
    },
    isFull: (policy, leftMs, onBehalfOf) => clients.known(policy)?.turnsAway(leftMs, onBehalfOf) ?? false,
    distrust: ({ provider }) => clients.unexpectedBytes.failed(provider),
    alarms: () => clients.unexpectedBytes.alarms,
    clients: () => clients.states(),
    allow: (parts) => clients.allow(parts),
    close: async () => clients.close(),
  };
}

class ProviderClients {
  readonly #options: HttpTransportOptions;
  /** By provider and policy, the least recently used first. */
  readonly #clients = new Map<string, ProviderClient>();
  /** A faster look-up for current policies: each is one object for as long as it holds. */
  readonly #ofPolicy = new WeakMap<UpstreamPolicy, ProviderClient>();
  readonly unexpectedBytes: UnexpectedBytes;
  #parts: ReadonlyMap<string, GateLimits> = new Map();
  #isClosed = false;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
    this.unexpectedBytes = new UnexpectedBytes((provider, isFirst) => {
      this.#closeIdle(provider);
      options.onUnexpectedBytes?.(provider, isFirst);
    });
  }

  of(policy: UpstreamPolicy): ProviderClient | null {
    if (this.#isClosed) return null;
    const known = this.known(policy);
    if (known !== null) return known;
    const key = keyOf(policy);
    const client = this.#clients.get(key) ?? this.#create(policy);
    this.#clients.delete(key);
    this.#clients.set(key, client);
    this.#ofPolicy.set(policy, client);
    return client;
  }

  /** The client of this policy, if a request has created it. */
  known(policy: UpstreamPolicy): ProviderClient | null {
    const client = this.#ofPolicy.get(policy);
    return client === undefined || client.isRetired ? null : client;
  }

  allow(parts: ReadonlyMap<string, GateLimits>): void {
    this.#parts = parts;
    for (const client of this.#clients.values()) {
      const part = parts.get(client.provider);
      if (part !== undefined) client.allow(part);
    }
  }

  states(): ClientState[] {
    return [...this.#clients.values()].map((client) => client.state);
  }

  close(): void {
    this.#isClosed = true;
    for (const client of this.#clients.values()) client.close();
    this.#clients.clear();
  }

  #create(policy: UpstreamPolicy): ProviderClient {
    // After a reload: calls under the old policy may still need its client, but no idle connection has to stay open.
    this.#closeIdle(policy.provider);
    const [oldest] = this.#clients;
    if (oldest !== undefined && this.#clients.size >= CLIENTS_MAX) this.#retire(...oldest);
    const { clock, lookup, ca } = this.#options;
    const client = new ProviderClient(policy, clock, {
      unexpectedBytes: this.unexpectedBytes,
      ...(lookup === undefined ? {} : { lookup }),
      ...(ca === undefined ? {} : { ca }),
    });
    const part = this.#parts.get(policy.provider);
    if (part !== undefined) client.allow(part);
    return client;
  }

  #closeIdle(provider: string): void {
    for (const client of this.#clients.values()) if (client.provider === provider) client.closeIdle();
  }

  #retire(key: string, client: ProviderClient): void {
    this.#clients.delete(key);
    client.retire();
  }
}

/** A client serves all policies that differ only in what one request may do: a mounted path and a track's file share limits with the rest. */
function keyOf({ redirects: _, fileHosts: __, sendTraceparent: ___, ...ofClient }: UpstreamPolicy): string {
  return JSON.stringify(Object.entries(ofClient).sort());
}
