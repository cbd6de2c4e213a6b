// Notes the HTTP exchanges of a traced call with its providers, so that each can become a span. The query of an address is never noted,
// because it may contain what was asked, and neither is a credential in its path.
import type { AttemptFailure, UpstreamRequest, UpstreamResponse } from '../../connectors/connector.ts';
import type { Clock } from '../../domain/clock.ts';
import {
  exchangeSpanId,
  type TracedExchange,
  type TraceIdentity,
  traceparentOf,
} from '../../observe/trace-identity.ts';
import type { UpstreamPolicy } from '../../upstream/upstream.ts';

/** A call over many platforms and pages makes some dozens; further ones have no span. */
const EXCHANGES_MAX = 128;
export interface ExchangeOf {
  policy: Pick<UpstreamPolicy, 'provider' | 'origin' | 'sendTraceparent'>;
  /** The provider's credential. */
  token: string | null;
  /** The address with names in place of what was asked, where that is known. */
  template?: string;
}

type Answer = UpstreamResponse | AttemptFailure;

/** Sends a request and notes the exchange. A provider that takes part in the trace is told the span of the exchange. */
export function tracedExchange(
  { clock, trace }: { clock: Clock; trace: TraceIdentity | null },
  by: ExchangeOf,
  request: UpstreamRequest,
  send: (request: UpstreamRequest) => Promise<Answer>,
): Promise<Answer> {
  return trace === null ? send(request) : notedExchange({ clock, trace }, by, request, send);
}

async function notedExchange(
  { clock, trace }: { clock: Clock; trace: TraceIdentity },
  by: ExchangeOf,
  request: UpstreamRequest,
  send: (request: UpstreamRequest) => Promise<Answer>,
): Promise<Answer> {
  const noted = trace.exchanges.length;
  const hasSpan = by.policy.origin !== null && noted < EXCHANGES_MAX;
  const spanId = hasSpan ? exchangeSpanId(trace, noted) : trace.spanId;
  const told =
    by.policy.sendTraceparent === true ? withTraceparent(request, traceparentOf(trace, spanId)) : request;
  if (!hasSpan) return send(told);
  const exchange = begun(by, request, clock.monotonicMs());
  trace.exchanges.push(exchange);
  const answer = await send(told);
  if (answer.kind !== 'response' && answer.isLocal === true) {
    trace.exchanges[noted] = null;
    return answer;
  }
  exchange.startedMs += answer.waitedMs ?? 0;
  exchange.endedMs = clock.monotonicMs();
  if (answer.kind === 'response') exchange.status = answer.status;
  else exchange.failure = answer.kind;
  return answer;
}

function begun(
  { policy, token, template }: ExchangeOf,
  request: UpstreamRequest,
  nowMs: number,
): TracedExchange {
  const { origin, pathname } = new URL(request.url);
  const url = template ?? origin + withoutSecret(pathname, token);
  const { provider } = policy;
  return {
    provider,
    method: request.method,
    url,
    startedMs: nowMs,
    endedMs: null,
    status: null,
    failure: null,
  };
}

function withoutSecret(path: string, token: string | null): string {
  if (token === null || token === '') return path;
  return path.replaceAll(token, 'REDACTED').replaceAll(encodeURIComponent(token), 'REDACTED');
}

const withTraceparent = (request: UpstreamRequest, traceparent: string): UpstreamRequest => ({
  ...request,
  headers: { ...request.headers, traceparent },
});
