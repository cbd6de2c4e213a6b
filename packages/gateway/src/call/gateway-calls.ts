// Owns what surrounds every call: the memory that its answer is lent, its count in the metrics and its line in the log. It decides
// nothing about the call.
import type { Variant } from '../domain/call.ts';
import { isFailure } from '../domain/failure.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallFacts, collectFacts, logCall } from './call-line.ts';
import type { CallOutcome } from './call-outcome.ts';
import { variantOf } from './read-call.ts';
import { type CallRequest, runCall } from './run-call.ts';

export type SendOutcome = (outcome: CallOutcome) => Promise<void>;

export interface GatewayCalls {
  /**
   * `send` is given the outcome, and resolves when its bytes have left or never will. The pages that the outcome is made of are lent: they
   * stay as they are until then, and no longer. Rejects after a bug, or when the ledger could not commit; then nothing was sent.
   */
  run(request: CallRequest, send: SendOutcome): Promise<void>;
}

export function createCalls(deps: CallDeps): GatewayCalls {
  const { pages } = deps;
  return {
    async run(request, send) {
      const generation = pages.enter();
      try {
        const outcome = await runCounted(deps, request);
        await sendOutcome(outcome, send);
      } finally {
        pages.leave(generation);
      }
    },
  };
}

async function sendOutcome(outcome: CallOutcome, send: SendOutcome): Promise<void> {
  try {
    await send(outcome);
  } finally {
    if (!isFailure(outcome)) outcome.whenSent?.();
  }
}

async function runCounted(deps: CallDeps, request: CallRequest): Promise<CallOutcome> {
  const beganMs = deps.clock.monotonicMs();
  const facts = collectFacts(deps, request.requestId);
  const outcome = await (facts === null
    ? runCall(deps, request, null)
    : runWithLine(deps, request, facts, beganMs));
  count(deps, variantOf(request.target), outcome, beganMs);
  return outcome;
}

/** A call that breaks has its line too. */
async function runWithLine(
  deps: CallDeps,
  request: CallRequest,
  facts: CallFacts,
  beganMs: number,
): Promise<CallOutcome> {
  const tookMs = () => deps.clock.monotonicMs() - beganMs;
  try {
    const outcome = await runCall(deps, request, facts);
    logCall(deps, facts, outcome, tookMs());
    return outcome;
  } catch (error) {
    const code = error instanceof StorageUnavailable ? 'STORAGE_UNAVAILABLE' : 'INTERNAL';
    logCall(deps, facts, { kind: 'broke', code }, tookMs());
    throw error;
  }
}

function count(deps: CallDeps, variant: Variant, outcome: CallOutcome, beganMs: number): void {
  const name = { answered: 'ok', replayed: 'replayed', failure: '' }[outcome.kind];
  deps.metrics.callEnded({
    variant,
    outcome: isFailure(outcome) ? outcome.code : name,
    durationMs: deps.clock.monotonicMs() - beganMs,
    chargedMicros: outcome.kind === 'answered' ? outcome.chargedMicros : 0,
    traceId: null,
  });
}
