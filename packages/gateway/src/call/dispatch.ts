// Owns the work of a call between its hold and its end: run the plan's attempts in order until one is good. It moves no
// money; what it returns decides whether the hold becomes a charge or is given back.
import type { AttemptFailure, AttemptFailureKind } from '../connectors/connector.ts';
import type { Attempt } from '../domain/call.ts';
import { type Failure, type FailureCode, failure } from '../domain/failure.ts';
import { CALL_DEADLINE_MS } from '../domain/limits.ts';
import type { CallDeps } from './call-deps.ts';
import type { Good, Task } from './task.ts';

export type Dispatched =
  | { kind: 'good'; good: Good; attempts: Attempt[] }
  | { kind: 'failed'; failure: Failure; attempts: Attempt[] };

export async function dispatch(deps: CallDeps, task: Task): Promise<Dispatched> {
  if (task.plan.length === 0) return { kind: 'failed', failure: task.nobody, attempts: [] };
  const beganMs = deps.clock.monotonicMs();
  const attempts: Attempt[] = [];
  let last: AttemptFailure = { kind: 'timeout', detail: 'no time was left for an attempt' };
  for (const by of task.plan) {
    const startedMs = deps.clock.monotonicMs() - beganMs;
    const leftMs = CALL_DEADLINE_MS - startedMs;
    if (leftMs <= 0) break;
    const { result, trace } = await task.attempt(by, { startedMs, leftMs });
    attempts.push(trace);
    if (result.kind === 'good') return { kind: 'good', good: result, attempts };
    if (result.kind === 'declined') return { kind: 'failed', failure: result.failure, attempts };
    deps.log.warn({ provider: by.provider.name, kind: result.kind, detail: result.detail }, 'attempt failed');
    last = result;
    if (isFinal(result)) break;
  }
  return { kind: 'failed', failure: toFailure(last), attempts };
}

/** No other provider can do better with input that the platform itself rejects. */
function isFinal(result: AttemptFailure): boolean {
  return result.kind === 'input_rejected' || result.kind === 'not_found';
}

const CODES: Record<AttemptFailureKind, { code: FailureCode; detail: string }> = {
  timeout: { code: 'UPSTREAM_TIMEOUT', detail: 'The platform did not answer in time. Nothing was charged.' },
  unavailable: {
    code: 'UPSTREAM_ERROR',
    detail: 'The platform could not be reached or is out of order. Nothing was charged.',
  },
  rate_limited: {
    code: 'UPSTREAM_BUSY',
    detail: "The platform's own quota is used up. Nothing was charged.",
  },
  refused: { code: 'UPSTREAM_REFUSED', detail: 'The platform refused this call. Nothing was charged.' },
  bad_response: {
    code: 'UPSTREAM_ERROR',
    detail: 'The platform sent an unusable answer. Nothing was charged.',
  },
  not_found: {
    code: 'UPSTREAM_ERROR',
    detail: 'The platform does not know this search. Nothing was charged.',
  },
  input_rejected: {
    code: 'INVALID_REQUEST',
    detail: 'The platform rejects this input. Nothing was charged.',
  },
};

function toFailure(last: AttemptFailure): Failure {
  const { code, detail } = CODES[last.kind];
  const wait = last.suspendMs === undefined ? {} : { retryAfterMs: last.suspendMs };
  return failure(code, detail, { ...wait, internal: last.detail });
}
