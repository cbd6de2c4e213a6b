// Refuses a call that no provider could take right now, before anything is written for it: under overload a refusal must cost
// next to nothing. A call with an id that the caller chose goes on, because its answer may be stored already.
import type { Failure } from '../domain/failure.ts';
import { CALL_DEADLINE_MS } from '../domain/limits.ts';
import { findRejection, findStale } from './answers/answer-memory.ts';
import type { CallDeps } from './call-deps.ts';
import type { ReadCall } from './reading/read-call.ts';
import { isAttempted } from './task.ts';
import { queueFull } from './trying/attempt-failure.ts';

export function refuseEarly(deps: CallDeps, call: ReadCall): Failure | null {
  const { task } = call;
  const { providers, variant } = task;
  if (call.requestIdChosen || providers.length === 0) return null;
  if (isAttempted(task)) {
    const overdrawn = deps.misses.refusal(call.holder.account.id, 1);
    // An input that this account knows as absent is answered later, without a provider.
    const isKnown = findRejection(deps, task)?.isKnownTo(call.holder.account.id) === true;
    if (overdrawn !== null && !isKnown) return overdrawn;
  }
  // The time that a first attempt would get.
  const leftMs = variant === 'economy' ? CALL_DEADLINE_MS : CALL_DEADLINE_MS / 2;
  const onBehalfOf = call.party ?? call.holder.account.id;
  const isFull = providers.every(({ policy, provider }) =>
    deps.upstream.isFull(policy, Math.min(leftMs, provider.timeoutMs ?? leftMs), onBehalfOf),
  );
  return isFull && findStale(deps, call) === null ? queueFull() : null;
}
