// Makes the spans of an ended call: the call itself, its hold, each attempt at a provider with its HTTP exchanges, its end. Pure. Names
// follow OpenTelemetry's conventions for HTTP spans; everything that they do not define is in the namespace `reelgate`.
import { type Attempt, hasFailed } from '../domain/call.ts';
import { type CallStep, type EndedCall, isOurFailure } from './ended-call.ts';
import { childSpanId, exchangeSpanId, type TracedExchange, type TraceIdentity } from './trace-identity.ts';

export interface CallSpan {
  name: string;
  kind: 'server' | 'client' | 'internal';
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  /** Wall clock, in milliseconds with fractions. */
  startMs: number;
  endMs: number;
  isFailed: boolean;
  attributes: Record<string, string | number | boolean>;
}

/** Attributes for the address of a server, by the URL under which it is reached. */
export function serverOf(url: string): Record<string, string | number> {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return {
    'url.scheme': scheme,
    // An IPv6 address is given without its brackets.
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    'server.port': port === '' ? (PORTS[scheme] ?? 0) : Number(port),
  };
}

const PORTS: Record<string, number> = { http: 80, https: 443 };

/** The span of the call comes first. `server`: the address under which callers reach the gateway. */
export function spansOf(call: EndedCall, server: ReturnType<typeof serverOf>): CallSpan[] {
  const trace = call.trace!;
  const steps = call.steps.map((step, i) => stepSpan(call, trace, step, i + 1));
  // Attempts are timed from the end of the hold.
  const hold = call.steps.find(({ name }) => name === 'hold');
  const admittedMs = hold === undefined ? 0 : hold.startedMs + hold.durationMs;
  const attempts = call.attempts.map((attempt, i) =>
    attemptSpan(trace, attempt, { beganMs: call.beganAtMs + admittedMs, number: steps.length + i + 1 }),
  );
  const exchanges = call.exchanges.flatMap((exchange, i) =>
    exchange === null ? [] : [exchangeSpan(call, exchange, { spanId: exchangeSpanId(trace, i), attempts })],
  );
  return [callSpan(call, trace, server), ...steps, ...attempts, ...exchanges];
}

function callSpan(call: EndedCall, trace: TraceIdentity, server: ReturnType<typeof serverOf>): CallSpan {
  const isHttp = call.method !== null;
  const isFailed = isOurFailure(call);
  return {
    ...nameOf(
      trace,
      isHttp ? `${call.method} ${call.route}` : (call.operation ?? 'call'),
      isHttp ? 'server' : 'internal',
    ),
    spanId: trace.spanId,
    parentSpanId: trace.parentSpanId,
    startMs: call.beganAtMs,
    endMs: call.beganAtMs + call.durationMs,
    isFailed,
    attributes: given({
      ...(isHttp && httpOf(call, server)),
      'error.type': isFailed ? call.code : null,
      'reelgate.request_id': call.requestId,
      'reelgate.code': call.code,
      'reelgate.path': call.path,
      'reelgate.account': call.account,
      'reelgate.key': call.key,
      'reelgate.platform': call.platform,
      'reelgate.operation': call.operation,
      'reelgate.variant': call.variant,
      'reelgate.source': call.source,
      'reelgate.provider': call.provider,
      'reelgate.keyword': call.keyword,
      'reelgate.charged_micros': call.chargedMicros,
    }),
  };
}

/** A path is shown once its call was read: before that it may contain anything, for example a key that was pasted into it. */
const httpOf = ({ method, route, path, status }: EndedCall, server: ReturnType<typeof serverOf>) => ({
  'http.request.method': method,
  'http.route': route,
  'http.response.status_code': status,
  'url.path': route?.includes(':') ? (path ?? route) : route,
  ...server,
});

function stepSpan(call: EndedCall, trace: TraceIdentity, step: CallStep, number: number): CallSpan {
  return {
    ...nameOf(trace, step.name, 'internal'),
    spanId: childSpanId(trace, number),
    parentSpanId: trace.spanId,
    startMs: call.beganAtMs + step.startedMs,
    endMs: call.beganAtMs + step.startedMs + step.durationMs,
    isFailed: false,
    attributes: {},
  };
}

function attemptSpan(
  trace: TraceIdentity,
  attempt: Attempt,
  { beganMs, number }: { beganMs: number; number: number },
): CallSpan {
  const startMs = beganMs + attempt.startedMs;
  const isFailed = hasFailed(attempt);
  return {
    ...nameOf(trace, `ask ${attempt.provider}`, 'internal'),
    spanId: childSpanId(trace, number),
    parentSpanId: trace.spanId,
    startMs,
    endMs: startMs + attempt.durationMs,
    isFailed,
    attributes: given({
      'error.type': isFailed ? attempt.outcome : null,
      'reelgate.provider': attempt.provider,
      'reelgate.outcome': attempt.outcome,
      'reelgate.leg': attempt.leg ?? null,
      'reelgate.bytes': attempt.bytes,
      'reelgate.cost_micros': attempt.costMicros,
    }),
  };
}

/** For a client every status from 400 is an error, also one that answers the question. */
const CLIENT_ERROR = 400;

/** An exchange that still ran at the end of the call was cancelled. */
function exchangeSpan(
  call: EndedCall,
  exchange: TracedExchange,
  { spanId, attempts }: { spanId: string; attempts: readonly CallSpan[] },
): CallSpan {
  const { method, url, status, endedMs } = exchange;
  const startMs = call.beganAtMs + exchange.startedMs;
  const isRefused = status !== null && status >= CLIENT_ERROR;
  const failure = exchange.failure ?? (endedMs === null ? 'cancelled' : isRefused ? String(status) : null);
  const { 'url.scheme': _, ...server } = serverOf(url);
  return {
    ...nameOf(call.trace!, method, 'client'),
    spanId,
    parentSpanId: attemptOf(exchange, startMs, attempts)?.spanId ?? call.trace!.spanId,
    startMs,
    endMs: call.beganAtMs + Math.max(endedMs ?? call.durationMs, exchange.startedMs),
    isFailed: failure !== null,
    attributes: given({
      'http.request.method': method,
      'http.response.status_code': status,
      'url.full': url,
      ...server,
      'error.type': failure,
      'reelgate.provider': exchange.provider,
    }),
  };
}

/** Times of attempts are whole milliseconds. */
export const ROUNDED_MS = 1;

/** The attempt during which the exchange began. */
const attemptOf = ({ provider }: TracedExchange, startMs: number, attempts: readonly CallSpan[]) =>
  attempts.find(
    (attempt) =>
      attempt.attributes['reelgate.provider'] === provider &&
      attempt.startMs - ROUNDED_MS <= startMs &&
      startMs <= attempt.endMs + ROUNDED_MS,
  );

const nameOf = ({ traceId }: TraceIdentity, name: string, kind: CallSpan['kind']) => ({
  name,
  kind,
  traceId,
});

function given(attributes: Record<string, string | number | null>): CallSpan['attributes'] {
  const known = Object.entries(attributes).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as CallSpan['attributes'];
}
