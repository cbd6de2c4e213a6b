// Leases this process's part of the limits of providers, when several nodes call the same ones. The parts are leased
// from the ledger once a second, according to the demand of the second before. A node that is alone leases nothing
// and uses the whole limit. While the ledger is unavailable, a node uses an equal part.
import type { Clock } from '../domain/clock.ts';
import { reservedShare } from '../domain/limiting/fair-share.ts';
import type { LimitPart, LimitWanted, Storage } from '../storage/storage.ts';
import type { GateLimits } from '../upstream/gate.ts';
import type { ClientState } from '../upstream/provider-client.ts';

/** Three renewals may fail before other nodes may take this lease. */
const LEASE_MS = 3_000;
/**
 * A node that was silent for this long no longer counts: it has missed two signs of life and a lease. The other nodes
 * take over its part with their next renewals, five to seven seconds after it was killed. Otherwise its part would be
 * kept until its holds expire.
 */
const SILENT_MS_MAX = 5_000;
/** More than the demand of the last second, so that a growing demand is not delayed. */
const GROWTH = 1.5;
const MILLI = 1_000;

/** The limits of a provider, for all nodes together. */
interface ProviderLimits {
  name: string;
  requestsPerSecond: number | null;
  inFlightMax: number | null;
}

export interface LeaseDeps {
  storage: Pick<Storage, 'leases' | 'nodes'>;
  clock: Clock;
  http: {
    clients(): Pick<ClientState, 'provider' | 'entered' | 'inFlight' | 'waiting'>[];
    allow(parts: ReadonlyMap<string, GateLimits>): void;
  };
  providers(): readonly ProviderLimits[];
  /** Processes that certainly serve, including this one: workers start one after the other. */
  processes: number;
}

interface Demand {
  entered: number;
  inFlight: number;
  waiting: number;
}

export class LimitLeases {
  readonly #deps: LeaseDeps;
  /** The count of attempts at the last renewal, by provider. */
  #before = new Map<string, number>();
  #beforeMs: number;
  #nodes: number;
  #renewedMs: number;
  /** Until then the nodes that served before an outage of the ledger are assumed to serve still. */
  #remembersUntilMs = 0;

  constructor(deps: LeaseDeps) {
    this.#deps = deps;
    this.#beforeMs = deps.clock.monotonicMs();
    this.#renewedMs = this.#beforeMs;
    this.#nodes = deps.processes;
  }

  /** Rejects when the ledger is unavailable; until the next success an equal part applies. */
  async renew(): Promise<void> {
    const { storage, http, providers } = this.#deps;
    const limited = providers().filter((one) => one.requestsPerSecond !== null || one.inFlightMax !== null);
    if (limited.length === 0) return;
    const wanted = this.#wanted(limited);
    try {
      const serving = await storage.nodes();
      const least = this.#leastNodes();
      const heard = serving.filter(({ silentMs }) => silentMs < SILENT_MS_MAX);
      this.#nodes = Math.max(least, heard.length);
      // Decided by all nodes, also those whose sign of life is late, because the sign of this node may be late too.
      const isAlone = Math.max(least, serving.length) === 1;
      const parts = isAlone
        ? []
        : await storage.leases.renew({ nodes: this.#nodes, lastsMs: LEASE_MS, wanted });
      http.allow(
        new Map(limited.map((one, i) => [one.name, isAlone ? one : partOf(one, parts[i]!, this.#nodes)])),
      );
      this.#renewedMs = this.#deps.clock.monotonicMs();
    } catch (error) {
      http.allow(new Map(limited.map((one) => [one.name, equalPart(one, this.#nodes)])));
      throw error;
    }
  }

  /** After an outage of the ledger no node has shown a sign of life for a while, although all of them serve. */
  #leastNodes(): number {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#renewedMs >= LEASE_MS) this.#remembersUntilMs = nowMs + SILENT_MS_MAX;
    return nowMs < this.#remembersUntilMs ? this.#nodes : this.#deps.processes;
  }

  #wanted(limited: readonly ProviderLimits[]): LimitWanted[] {
    const demands = demandsOf(this.#deps.http.clients());
    const nowMs = this.#deps.clock.monotonicMs();
    const seconds = Math.max(nowMs - this.#beforeMs, 1) / MILLI;
    const wanted = limited.map(({ name, requestsPerSecond, inFlightMax }) => {
      const { entered, inFlight, waiting } = demands.get(name) ?? NOTHING;
      const asked = (entered - (this.#before.get(name) ?? 0)) / seconds + waiting;
      return {
        provider: name,
        rateMost: requestsPerSecond && Math.round(requestsPerSecond * MILLI),
        rateWanted: Math.ceil(asked * GROWTH * MILLI),
        placesMost: inFlightMax,
        // At least one, for the next call.
        placesWanted: Math.max(1, Math.ceil((inFlight + waiting) * GROWTH)),
        placesHeld: inFlight,
      };
    });
    this.#before = new Map([...demands].map(([name, { entered }]) => [name, entered]));
    this.#beforeMs = nowMs;
    return wanted;
  }
}

const NOTHING: Demand = { entered: 0, inFlight: 0, waiting: 0 };

/** A provider whose settings changed has more than one client for a while. */
function demandsOf(clients: ReturnType<LeaseDeps['http']['clients']>): Map<string, Demand> {
  const demands = new Map<string, Demand>();
  for (const { provider, ...client } of clients) {
    const sum = demands.get(provider) ?? NOTHING;
    demands.set(provider, {
      entered: sum.entered + client.entered,
      inFlight: sum.inFlight + client.inFlight,
      waiting: sum.waiting + client.waiting,
    });
  }
  return demands;
}

/** Never zero: a node that has just started may call a little before the others have given up their parts. */
function partOf(limits: ProviderLimits, { ratePart, placesPart }: LimitPart, nodes: number): GateLimits {
  const { requestsPerSecond, inFlightMax } = limits;
  return {
    requestsPerSecond:
      requestsPerSecond && Math.max(ratePart / MILLI, reservedShare(requestsPerSecond, nodes)),
    inFlightMax: inFlightMax && Math.max(placesPart, 1),
  };
}

function equalPart({ requestsPerSecond, inFlightMax }: ProviderLimits, nodes: number): GateLimits {
  return {
    requestsPerSecond: requestsPerSecond && requestsPerSecond / nodes,
    inFlightMax: inFlightMax && Math.max(1, Math.floor(inFlightMax / nodes)),
  };
}
