// Every exchange with a provider passes through `send`, which sets its deadline, finds the transport of its URL scheme and
// records when the answer came. It never parses an answer and never decides whether to retry.
import type { AttemptFailure, UpstreamRequest, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import type { ProxyServer } from '../domain/network/proxy-server.ts';
import type { OnBehalfOf } from './gate.ts';
import { type Cancel, TimeLimit } from './time-limit.ts';

export type { OnBehalfOf } from './gate.ts';
export { Parties, type Party } from './gate-parties.ts';
export type { TimeLimit } from './time-limit.ts';
export { Cancel } from './time-limit.ts';

/** What a provider's requests may do; from its settings and its connector's facts. */
export interface UpstreamPolicy {
  provider: string;
  /** The only origin that requests and credentials may go to; null for schemes without network access. */
  origin: string | null;
  /** Whether its address may be in loopback or a private range. */
  allowPrivate: boolean;
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  /** The part of the two above that collections and watches may use together; all of it where it is absent. */
  gatheringShare?: number;
  /** The limits of all nodes together, where the two above are this process's part; absent where the limits are not shared. */
  whole?: { requestsPerSecond: number | null; inFlightMax: number | null };
  /**
   * Whether redirects are followed: never, within the origin (a few), or within the host, also from http to https. `given`
   * returns the redirect like any other answer, for callers that must see its target.
   */
  redirects: 'never' | 'origin' | 'host' | 'given';
  /**
   * Only for the file of a track: hosts beside the origin that may be asked for it, and to which it may redirect; `*.example.org` is every
   * host below that name. Nothing but `accept` and `user-agent` is sent there.
   */
  fileHosts?: readonly string[];
  /** Whether a connection may carry a second request. */
  keepAlive: boolean;
  /** Whether the trace context is sent to the provider. */
  sendTraceparent?: boolean;
  /** Connections go through these in turn. */
  proxies: readonly ProxyServer[];
}

/**
 * Called when the turn of a request has come, before anything is sent: null lets it go, a failure becomes its result. A permit
 * that took something gives it back when the time limit has ended meanwhile.
 */
export type Permit = (timeLimit: Pick<TimeLimit, 'isOver'>) => Promise<AttemptFailure | null>;

/**
 * Sends one request of one scheme, within its time limit and once it is permitted. Resolves to a typed failure instead of
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
  /** Whether our own limits would refuse a request of this policy with this much time at once. */
  isFull(policy: UpstreamPolicy, leftMs: number, onBehalfOf: OnBehalfOf): boolean;
  /** The provider has answered another request: its connections are not reused. */
  distrust(policy: UpstreamPolicy): void;
  /** How often providers have sent unexpected bytes or answered another request. */
  alarms(): number;
}

const unwatched = { isFull: () => false, distrust: () => {}, alarms: () => 0 };

/** `transports` maps a scheme with its colon (`library:`) to its transport. */
export function createUpstream(
  transports: Record<string, Transport>,
  clock: Clock,
  watch: Pick<Upstream, 'isFull' | 'distrust' | 'alarms'> = unwatched,
): Upstream {
  return {
    isFull: watch.isFull,
    distrust: watch.distrust,
    alarms: watch.alarms,
    send(request, { timeoutMs, policy, cancel, onBehalfOf, permit = null }) {
      const transport = transports[schemeOf(request.url)];
      if (transport === undefined) return Promise.resolve(NO_TRANSPORT);
      const refusal = refusalOf(timeoutMs, cancel);
      if (refusal !== null) return Promise.resolve(refusal);
      const timeLimit = new TimeLimit(timeoutMs, cancel);
      return transport(request, timeLimit, policy, onBehalfOf, permit).then(
        (answer) => {
          timeLimit.close();
          return answer.kind === 'response' ? { ...answer, receivedAtMs: clock.nowMs() } : answer;
        },
        (bug: unknown) => {
          timeLimit.close();
          throw bug;
        },
      );
    },
  };
}

const NO_TRANSPORT: AttemptFailure = { kind: 'unavailable', detail: 'no transport for this scheme' };

function refusalOf(timeoutMs: number, cancel: Cancel | null): AttemptFailure | null {
  // A follow-up may begin after the first exchange has used up the time.
  if (timeoutMs <= 0) return { kind: 'timeout', detail: 'no time left' };
  return cancel?.isAborted === true ? { kind: 'timeout', detail: 'no longer wanted' } : null;
}

/** With its colon, as URL.parse would give it; without a full parse, because the transport makes one anyway. */
function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':') + 1).toLowerCase();
}
