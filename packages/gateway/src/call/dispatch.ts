// Owns the work of a call between its hold and its end: run the plan's attempts in order until one is good. It moves no
// money; what it returns decides whether the hold becomes a charge or is given back.
import type { AttemptFailure, AttemptFailureKind, SearchInput } from '../connectors/connector.ts';
import type { Attempt } from '../domain/call.ts';
import { type Failure, type FailureCode, failure } from '../domain/failure.ts';
import { CALL_DEADLINE_MS } from '../domain/limits.ts';
import { attempt, type GoodAttempt, isGood } from './attempt.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import { plan } from './plan.ts';
import { invalidCursor, type ReadCall } from './read-call.ts';

export type Dispatched =
  | { kind: 'good'; good: GoodAttempt; by: ConnectedProvider; attempts: Attempt[] }
  | { kind: 'failed'; failure: Failure; attempts: Attempt[] };

export async function dispatch(deps: CallDeps, call: ReadCall): Promise<Dispatched> {
  const { variant, providers, cursor } = call;
  const planned = plan({ variant, providers, cursorProvider: cursor?.provider ?? null });
  // The walk's provider was taken out of the configuration: its cursors are of no use to the others.
  if (planned.length === 0) return { kind: 'failed', failure: invalidCursor(), attempts: [] };

  const beganMs = deps.clock.monotonicMs();
  const input = searchInput(call);
  const attempts: Attempt[] = [];
  let last: AttemptFailure = { kind: 'timeout', detail: 'no time was left for an attempt' };
  for (const by of planned) {
    const startedMs = deps.clock.monotonicMs() - beganMs;
    const leftMs = CALL_DEADLINE_MS - startedMs;
    if (leftMs <= 0) break;
    const { result, trace } = await attempt(deps, by, input, { startedMs, leftMs });
    attempts.push(trace);
    if (isGood(result)) return { kind: 'good', good: result, by, attempts };
    deps.log.warn({ provider: by.provider.name, kind: result.kind, detail: result.detail }, 'attempt failed');
    last = result;
    if (isFinal(result)) break;
  }
  return { kind: 'failed', failure: toFailure(last), attempts };
}

function searchInput(call: ReadCall): SearchInput {
  return {
    platform: call.platform,
    keyword: call.search.keyword,
    count: call.search.count,
    cursor: call.cursor?.upstream ?? null,
    position: call.cursor?.position ?? 0,
    wantsRaw: call.search.includeRaw,
  };
}

/** No other provider can do better with input that the platform itself rejects. */
function isFinal(result: AttemptFailure): boolean {
  return result.kind === 'input_rejected' || result.kind === 'not_found';
}

const CODES: Record<AttemptFailureKind, { code: FailureCode; detail: string }> = {
  timeout: { code: 'UPSTREAM_TIMEOUT', detail: 'The platform did not answer in time. Nothing was charged.' },
  unavailable: { code: 'UPSTREAM_ERROR', detail: 'The platform could not be reached. Nothing was charged.' },
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
