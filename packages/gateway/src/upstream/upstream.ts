// Owns the way out: every exchange with a provider passes through `send`, which gives it a deadline, finds the transport
// of its URL scheme and notes when the answer came. Never parses an answer and never decides whether to try again.
import type { AttemptFailure, UpstreamRequest, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import type { ProxyServer } from '../domain/proxy-server.ts';
import type { Cancel } from './cancel.ts';
import type { OnBehalfOf } from './gate.ts';
import { TimeLimit } from './time-limit.ts';

export { Cancel } from './cancel.ts';
export type { OnBehalfOf } from './gate.ts';
export { Parties, type Party } from './gate-parties.ts';
export type { TimeLimit } from './time-limit.ts';

/** What a provider may do on the way out; from its settings and its connector's facts. */
export interface UpstreamPolicy {
  provider: string;
  /** The only origin that requests, and with them credentials, may go to; null for schemes that reach no network. */
  origin: string | null;
  /** May its address lie in loopback or a private range? */
  allowPrivate: boolean;
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  /** These of all nodes together, where the two above are a part; absent where nobody shares them. */
  whole?: { requestsPerSecond: number | null; inFlightMax: number | null };
  /**
   * Followed never, within the origin (a few), or within the host, there also from http to https. `given` is for who must see
   * where one leads: it is handed over like any other answer.
   */
  redirects: 'never' | 'origin' | 'host' | 'given';
  /** May a connection carry a second request? */
  keepAlive: boolean;
  /** Is it told which trace a request is a part of? */
  sendTraceparent?: boolean;
  /** Connections go through these in turn. */
  proxies: readonly ProxyServer[];
}

/**
 * Asked when the turn of a request has come, before anything of it leaves: null lets it go, a failure is its answer. Who takes something
 * for it gives it back when the time limit is over meanwhile.
 */
export type Permit = (timeLimit: Pick<TimeLimit, 'isOver'>) => Promise<AttemptFailure | null>;

/**
 * Carries one request of one scheme, within its time limit and once it is permitted. Resolves to a typed failure instead of
 * rejecting.
 */
export type Transport = (
  request: UpstreamRequest,
  timeLimit: TimeLimit,
  policy: UpstreamPolicy,
  onBehalfOf: OnBehalfOf,
  permit?: Permit | null,
) => Promise<Omit<UpstreamResponse, 'receivedAtMs'> | AttemptFailure>;

export interface Upstream {
  send(
    request: UpstreamRequest,
    options: {
      timeoutMs: number;
      policy: UpstreamPolicy;
      cancel: Cancel | null;
      onBehalfOf: OnBehalfOf;
      permit?: Permit | null;
    },
  ): Promise<UpstreamResponse | AttemptFailure>;
  /** A request of this policy with so much time would be turned away at once, by our own limits. */
  isFull(policy: UpstreamPolicy, leftMs: number, onBehalfOf: OnBehalfOf): boolean;
  /** The provider has answered another question: its connections are not used again. */
  distrust(policy: UpstreamPolicy): void;
  /** How often a provider has sent what nobody asked for, or answered another question. */
  alarms(): number;
}

const unwatched = { isFull: () => false, distrust: () => {}, alarms: () => 0 };

/** `transports` maps a scheme with its colon (`library:`) to what carries it. */
export function createUpstream(
  transports: Record<string, Transport>,
  clock: Clock,
  watch: Pick<Upstream, 'isFull' | 'distrust' | 'alarms'> = unwatched,
): Upstream {
  return {
    isFull: watch.isFull,
    distrust: watch.distrust,
    alarms: watch.alarms,
    async send(request, { timeoutMs, policy, cancel, onBehalfOf, permit = null }) {
      const transport = transports[schemeOf(request.url)];
      if (transport === undefined) return { kind: 'unavailable', detail: 'no transport for this scheme' };
      // A follow-up may begin after the first exchange has used up the time.
      if (timeoutMs <= 0) return { kind: 'timeout', detail: 'no time left' };
      if (cancel?.isSaid) return { kind: 'timeout', detail: 'no longer wanted' };
      const timeLimit = new TimeLimit(timeoutMs, cancel);
      try {
        const answer = await transport(request, timeLimit, policy, onBehalfOf, permit);
        return answer.kind === 'response' ? { ...answer, receivedAtMs: clock.nowMs() } : answer;
      } finally {
        timeLimit.close();
      }
    },
  };
}

/** With its colon, in the form that URL.parse gives it; not a whole parse, because the transport makes one anyway. */
function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':') + 1).toLowerCase();
}
