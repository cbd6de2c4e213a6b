// What surrounds every call: the page memory that its answer uses, its count in the metrics, its log line and its trace. It
// decides nothing about the call.
import { isFailure } from '../domain/failure.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallEnd, type CallFacts, collectFacts, type Observed, reportCall } from './call-facts.ts';
import type { CallOutcome } from './call-outcome.ts';
import type { CallRequest } from './read-request.ts';
import { variantOf } from './reading/read-call.ts';
import { runCall } from './run-call.ts';

export type SendOutcome = (outcome: CallOutcome, sent: () => void) => Promise<void> | undefined;

export interface GatewayCalls {
  /**
   * `send` gets the outcome, and calls `sent` when its bytes were sent or never will be. Until then the page memory of the outcome
   * stays unchanged; afterwards it may be reused. Rejects after a bug, or when the ledger could not commit; then nothing was
   * sent.
   */
  run(request: CallRequest, send: SendOutcome, runWith?: RunCall): Promise<void>;
}

/** Turns a request into an outcome: `runCall`, or a wrapper around it that tools for agents use. */
export type RunCall = (deps: CallDeps, request: CallRequest, facts: CallFacts | null) => Promise<CallOutcome>;

export function createCalls(deps: CallDeps): GatewayCalls {
  const { pages } = deps;
  return {
    async run(request, send, runWith = runCall) {
      const beganMs = deps.clock.monotonicMs();
      const facts = collectFacts(deps, request, beganMs);
      const generation = pages.enter();
      let outcome: CallOutcome | null = null;
      let isSent = false;
      const sent = () => {
        if (isSent) return;
        isSent = true;
        pages.leave(generation);
        if (outcome !== null && !isFailure(outcome)) outcome.whenSent?.();
      };
      try {
        outcome = await runWith(deps, request, facts);
        countCall(deps, request, outcome, { beganMs, facts });
        const sending = send(outcome, sent);
        if (sending !== undefined) await sending;
      } catch (error) {
        // Every call is counted, also one that throws.
        if (outcome === null) countCall(deps, request, brokenBy(error), { beganMs, facts });
        sent();
        throw error;
      }
    },
  };
}

function brokenBy(error: unknown): CallEnd {
  return { kind: 'broke', code: error instanceof StorageUnavailable ? 'STORAGE_UNAVAILABLE' : 'INTERNAL' };
}

export function countCall(
  deps: CallDeps,
  request: Observed,
  end: CallEnd,
  { beganMs, facts }: { beganMs: number; facts: CallFacts | null },
): void {
  const durationMs = deps.clock.monotonicMs() - beganMs;
  deps.metrics.callEnded({
    variant: variantOf(request.target),
    outcome: nameOf(end),
    durationMs,
    chargedMicros: end.kind === 'answered' || end.kind === 'gathered' ? end.chargedMicros : 0,
    traceId: facts === null ? null : reportCall(deps, request, facts, end, durationMs),
  });
}

function nameOf(end: CallEnd): string {
  if (end.kind === 'answered' || end.kind === 'gathered') return 'ok';
  return end.kind === 'replayed' ? 'replayed' : end.code;
}
