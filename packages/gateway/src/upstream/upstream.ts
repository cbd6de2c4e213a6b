// Owns the way out: every exchange with a provider passes through `send`, which gives it a deadline, finds the transport
// of its URL scheme and notes when the answer came. Never parses an answer and never decides whether to try again.
import type { AttemptFailure, UpstreamRequest, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';

/** What a provider may do on the way out; from its settings and its connector's facts. */
export interface UpstreamPolicy {
  provider: string;
  /** The only origin that requests, and with them credentials, may go to; null for schemes that reach no network. */
  origin: string | null;
  /** May its address lie in loopback or a private range? */
  allowPrivate: boolean;
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  redirects: boolean;
}

/**
 * Carries one request of one scheme. Resolves to a typed failure instead of rejecting; obeys the signal. `leftMs` tells
 * when the signal will fire at the latest: what cannot begin by then need not wait.
 */
export type Transport = (
  request: UpstreamRequest,
  signal: AbortSignal,
  policy: UpstreamPolicy,
  leftMs?: number,
) => Promise<Omit<UpstreamResponse, 'receivedAtMs'> | AttemptFailure>;

export interface Upstream {
  send(
    request: UpstreamRequest,
    options: { timeoutMs: number; policy: UpstreamPolicy; signal: AbortSignal | null },
  ): Promise<UpstreamResponse | AttemptFailure>;
  /** A request of this policy with so much time would be turned away at once, by our own limits. */
  isFull(policy: UpstreamPolicy, leftMs: number): boolean;
}

/** `transports` maps a scheme with its colon (`library:`) to what carries it. */
export function createUpstream(
  transports: Record<string, Transport>,
  clock: Clock,
  isFull: Upstream['isFull'] = () => false,
): Upstream {
  return {
    isFull,
    async send(request, { timeoutMs, policy, signal: cancelled }) {
      const transport = transports[URL.parse(request.url)?.protocol ?? ''];
      if (transport === undefined) return { kind: 'unavailable', detail: 'no transport for this scheme' };
      // A follow-up may begin after the first exchange has used up the time.
      if (timeoutMs <= 0) return { kind: 'timeout', detail: 'no time left' };
      if (cancelled?.aborted) return { kind: 'timeout', detail: 'no longer wanted' };
      const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
      const signal = cancelled === null ? timeout : AbortSignal.any([timeout, cancelled]);
      const answer = await transport(request, signal, policy, timeoutMs);
      return answer.kind === 'response' ? { ...answer, receivedAtMs: clock.nowMs() } : answer;
    },
  };
}
