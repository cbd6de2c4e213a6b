// Collects facts about a call while it runs, for its log line and its trace. While neither is on, nothing is collected. It
// decides nothing about the call.
import type { Attempt, Source } from '../domain/call.ts';
import { type FailureCode, isFailure } from '../domain/failure.ts';
import { type Micros, ZERO } from '../domain/money.ts';
import type { CallStep, EndedCall } from '../observe/ended-call.ts';
import type { TracedExchange, TraceIdentity } from '../observe/trace-identity.ts';
import type { KeyHolder } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallOutcome } from './call-outcome.ts';
import { type CallTarget, type ReadCall, variantOf } from './reading/read-call.ts';
import type { Obtained } from './task.ts';

/** What is known of a call so far; its steps fill it in. Times are on the monotonic clock, and null before their moment. */
export interface CallFacts {
  beganMs: number;
  trace: TraceIdentity | null;
  holder: KeyHolder | null;
  call: ReadCall | null;
  source: Source | null;
  /** The provider that answered, or failed last. */
  provider: string | null;
  attempts: readonly Attempt[];
  /** When the ledger was asked for the hold. */
  holdMs: number | null;
  /** When the hold was there and the work of providers began. */
  workMs: number | null;
  /** When the ledger was asked to end the call. */
  endMs: number | null;
}

/** How a call ended, also when it threw. `gathered`: what it found is stored, and no caller waits for an answer. */
export type CallEnd =
  | CallOutcome
  | { kind: 'gathered'; chargedMicros: Micros }
  | { kind: 'broke'; code: FailureCode };

/** What the request and its call contribute to the facts. */
export interface Observed {
  requestId: string;
  target: CallTarget;
  /** The method and the pattern of the HTTP route; absent for a call that no caller waits for. */
  method?: string | undefined;
  route?: string | undefined;
  /** As the caller sent it. */
  traceparent?: string | undefined;
}

type FactDeps = Pick<CallDeps, 'callLog' | 'traces'>;

/** null when neither log line nor trace is on. */
export function collectFacts(
  { callLog, traces }: FactDeps,
  { traceparent }: Partial<Observed>,
  beganMs: number,
): CallFacts | null {
  const trace = traces.identify(traceparent);
  if (trace === null && !callLog.isOn()) return null;
  return {
    beganMs,
    trace,
    holder: null,
    call: null,
    source: null,
    provider: null,
    attempts: NONE,
    holdMs: null,
    workMs: null,
    endMs: null,
  };
}

const NONE: readonly Attempt[] = [];

/** Notes that a part of the call begins now, which ends the part before. */
export function noteTime(
  { clock }: Pick<CallDeps, 'clock'>,
  facts: CallFacts | null,
  part: 'holdMs' | 'workMs' | 'endMs',
): void {
  if (facts !== null) facts[part] = clock.monotonicMs();
}

export function noteObtained(facts: CallFacts | null, obtained: Obtained): void {
  if (facts === null) return;
  const isGood = obtained.kind === 'good';
  // The true source, which operators read: the caller may be told `live` for a cached answer of another account.
  facts.source = isGood ? (obtained.isKept && obtained.source === 'live' ? 'cache' : obtained.source) : null;
  facts.provider = (isGood ? obtained.by?.provider.name : obtained.attempts.at(-1)?.provider) ?? null;
  // Attempts of another account's call are in the log line of that call.
  facts.attempts = obtained.attempts.filter(({ sparedMs }) => sparedMs === undefined);
}

/** Writes the call's log line and trace. Returns the trace id when the trace is kept. */
export function reportCall(
  deps: Pick<CallDeps, 'callLog' | 'traces' | 'statusOf' | 'settings' | 'clock'>,
  observed: Observed,
  facts: CallFacts,
  end: CallEnd,
  durationMs: number,
): string | null {
  const { callLog, traces } = deps;
  const ending = endingOf(deps, facts, end);
  const isKept = traces.wants({ ...ending, trace: facts.trace, attempts: facts.attempts, durationMs });
  const isLogged = callLog.isOn();
  if (!isKept && !isLogged) return null;
  const call = endedCall(deps, observed, facts, { ...ending, durationMs });
  if (isLogged) callLog.write(call);
  return isKept ? traces.keep(call) : null;
}

type Ending = Pick<EndedCall, 'status' | 'code' | 'source' | 'chargedMicros'>;

function endingOf({ statusOf }: Pick<CallDeps, 'statusOf'>, { source }: CallFacts, end: CallEnd): Ending {
  if (end.kind === 'answered') {
    const status = end.content.kind === 'bytes' ? end.content.status : OK;
    return { status, code: null, source, chargedMicros: end.chargedMicros };
  }
  if (end.kind === 'gathered') return { status: OK, code: null, source, chargedMicros: end.chargedMicros };
  if (end.kind === 'replayed') {
    // An answer that was passed on has its upstream's status.
    const status = end.answer.passedOn?.status ?? OK;
    return { status, code: null, source: 'replay', chargedMicros: ZERO };
  }
  return { status: statusOf(end.code), code: end.code, source: null, chargedMicros: ZERO };
}

const OK = 200;

function endedCall(
  { settings, clock }: Pick<CallDeps, 'settings' | 'clock'>,
  { requestId, target, method, route }: Observed,
  facts: CallFacts,
  ending: Ending & Pick<EndedCall, 'durationMs'>,
): EndedCall {
  const { holder, call } = facts;
  return {
    requestId,
    account: holder?.account.id ?? null,
    key: holder?.key.id ?? null,
    method: method ?? null,
    route: route ?? null,
    path: call?.path ?? null,
    platform: call?.platform ?? null,
    operation: call?.task.operation ?? null,
    variant: variantOf(target),
    provider: facts.provider,
    keyword: settings().logsKeywords ? keywordOf(target) : null,
    beganAtMs: clock.nowMs() - ending.durationMs,
    steps: stepsOf(facts, ending),
    attempts: facts.attempts,
    exchanges: exchangesOf(facts),
    trace: facts.trace,
    ...ending,
  };
}

function exchangesOf({ trace, beganMs }: CallFacts): EndedCall['exchanges'] {
  const since = (exchange: TracedExchange): TracedExchange => ({
    ...exchange,
    startedMs: exchange.startedMs - beganMs,
    endedMs: exchange.endedMs === null ? null : exchange.endedMs - beganMs,
  });
  return trace?.exchanges.map((exchange) => exchange && since(exchange)) ?? [];
}

/** The spans of the ledger's steps; the attempts have spans of their own. */
function stepsOf(
  { beganMs, holdMs, workMs, endMs }: CallFacts,
  { code, durationMs }: Pick<EndedCall, 'code' | 'durationMs'>,
): CallStep[] {
  const step = (name: CallStep['name'], fromMs: number, toMs: number): CallStep => ({
    name,
    startedMs: fromMs - beganMs,
    durationMs: toMs - fromMs,
  });
  const overMs = beganMs + durationMs;
  const hold = holdMs === null ? [] : [step('hold', holdMs, workMs ?? endMs ?? overMs)];
  return endMs === null ? hold : [...hold, step(code === null ? 'settle' : 'release', endMs, overMs)];
}

function keywordOf(target: CallTarget): string | null {
  if (target.kind === 'pass' || isFailure(target.query)) return null;
  return target.query.keyword ?? null;
}
