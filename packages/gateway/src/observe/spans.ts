// Makes the spans of an ended call: the call itself, its hold, each attempt at a provider, its end. Pure. Attribute
// names follow OpenTelemetry where it defines them.
import { type Attempt, hasFailed } from '../domain/call.ts';
import { type CallStep, type EndedCall, isOurFailure } from './ended-call.ts';
import { childSpanId, type TraceIdentity } from './trace-identity.ts';

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

/** The span of the call comes first. */
export function spansOf(call: EndedCall): CallSpan[] {
  const trace = call.trace!;
  const steps = call.steps.map((step, i) => stepSpan(call, trace, step, i + 1));
  // Attempts are timed from the end of the hold.
  const hold = call.steps.find(({ name }) => name === 'hold');
  const beganMs = call.beganAtMs + (hold === undefined ? 0 : hold.startedMs + hold.durationMs);
  const attempts = call.attempts.map((attempt, i) =>
    attemptSpan(trace, attempt, { beganMs, number: steps.length + i + 1 }),
  );
  return [callSpan(call, trace), ...steps, ...attempts];
}

function callSpan(call: EndedCall, trace: TraceIdentity): CallSpan {
  return {
    ...nameOf(trace, call.path ?? 'call', 'server'),
    spanId: trace.spanId,
    parentSpanId: trace.parentSpanId,
    startMs: call.beganAtMs,
    endMs: call.beganAtMs + call.durationMs,
    isFailed: isOurFailure(call),
    attributes: given({
      'http.response.status_code': call.status,
      'error.type': call.code,
      'reelgate.request_id': call.requestId,
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
    ...nameOf(trace, `ask ${attempt.provider}`, 'client'),
    spanId: childSpanId(trace, number),
    parentSpanId: trace.spanId,
    startMs,
    endMs: startMs + attempt.durationMs,
    isFailed,
    attributes: given({
      'peer.service': attempt.provider,
      'error.type': isFailed ? attempt.outcome : null,
      'reelgate.outcome': attempt.outcome,
      'reelgate.leg': attempt.leg ?? null,
      'reelgate.bytes': attempt.bytes,
      'reelgate.cost_micros': attempt.costMicros,
    }),
  };
}

const nameOf = ({ traceId }: TraceIdentity, name: string, kind: CallSpan['kind']) => ({
  name,
  kind,
  traceId,
});

function given(attributes: Record<string, string | number | null>): CallSpan['attributes'] {
  const known = Object.entries(attributes).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as CallSpan['attributes'];
}
