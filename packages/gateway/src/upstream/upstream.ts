// Owns the way out: every exchange with a provider passes through `send`, which gives it a deadline and finds the
// transport of its URL scheme. Never parses an answer and never decides whether to try again.
import type { AttemptFailure, UpstreamRequest, UpstreamResponse } from '../connectors/connector.ts';

/** Carries one request of one scheme. Resolves to a typed failure instead of rejecting; obeys the signal. */
export type Transport = (
  request: UpstreamRequest,
  signal: AbortSignal,
) => Promise<UpstreamResponse | AttemptFailure>;

export interface Upstream {
  send(request: UpstreamRequest, timeoutMs: number): Promise<UpstreamResponse | AttemptFailure>;
}

/** `transports` maps a scheme with its colon (`library:`) to what carries it. */
export function createUpstream(transports: Record<string, Transport>): Upstream {
  return {
    async send(request, timeoutMs) {
      const transport = transports[new URL(request.url).protocol];
      if (transport === undefined) return { kind: 'unavailable', detail: `no transport for ${request.url}` };
      const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
      return transport(request, signal);
    },
  };
}
