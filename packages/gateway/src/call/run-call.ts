// ★ The path of one paid call, in sequence, and nothing else. Each step hands over to the next one or ends the call. Only
// `settle` and `settleAtOnce` charge, and they charge before the answer is handed out.
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import {
  type AnswerAtHand,
  findFresh,
  findShared,
  isFinal,
  noteGiven,
  obtainedFrom,
  presentedFound,
} from './answers/answer-memory.ts';
import { authenticate } from './authenticate.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from './call-facts.ts';
import type { CallOutcome, LimitedFailure, Twin } from './call-outcome.ts';
import { answerFree, isFree } from './free/free-answer.ts';
import { obtain } from './obtain.ts';
import { type Opened, open } from './open.ts';
import { type CallRequest, type RequestWithTwins, readRequest } from './read-request.ts';
import type { ReadCall } from './reading/read-call.ts';
import { refuseEarly } from './refuse-early.ts';
import { isSettledAtOnce, noteMissed, release, settle, settleAtOnce } from './settle.ts';
import type { Obtained } from './task.ts';

export function runCall(
  deps: CallDeps,
  request: RequestWithTwins,
  facts: CallFacts | null,
): Promise<CallOutcome | Twin>;
export function runCall(deps: CallDeps, request: CallRequest, facts: CallFacts | null): Promise<CallOutcome>;
export async function runCall(
  deps: CallDeps,
  request: CallRequest,
  facts: CallFacts | null,
): Promise<CallOutcome | Twin> {
  const caller = authenticate(deps.keyring, deps.clock, request);
  const holder = caller instanceof Promise ? await caller : caller;
  if (isFailure(holder)) return holder;
  if (facts !== null) facts.holder = holder;
  const read = readRequest(deps, holder, request, facts);
  const call = read instanceof Promise ? await read : read;
  if (isFailure(call)) return call;
  if (isFree(call)) return answerFree(deps, call);

  const kept = findFresh(deps, call) ?? (deps.sharedCache && (await findShared(deps, call)));
  // A failure here is one of the call, not of the request: it comes after the replay of a paid id, and within rate and balance.
  const found = kept === null ? null : presentedFound(call.task, kept);
  const refusal = isCancelled(request) ? cancelled : found === null ? refuseEarly(deps, call) : null;
  if (refusal !== null) return refusal;
  if (isAtHand(found) && isSettledAtOnce(call, found)) return await settleAtOnce(deps, call, found, facts);

  noteTime(deps, facts, 'holdMs');
  const opened = await open(deps, call);
  if (opened.kind !== 'opened') return opened;
  // From here on the caller may disconnect: the call still ends in a charge or a release.
  const ended = deps.running.began(opened.hold);
  try {
    noteTime(deps, facts, 'workMs');
    const answer = found === null ? await obtain(deps, call) : answerFrom(found);
    const obtained = isCancelled(request) ? asCancelled(deps, call, answer) : answer;
    noteObtained(facts, obtained);
    noteTime(deps, facts, 'endMs');
    const isGood = obtained.kind === 'good';
    const outcome = await (isGood ? settle(deps, call, opened, obtained) : release(deps, opened, obtained));
    if (isFailure(outcome)) return failed(deps, call, opened, outcome);
    if (isAtHand(found)) noteGiven(deps, found, call.holder);
    return outcome;
  } catch (bug) {
    abandon(deps, opened);
    throw bug;
  } finally {
    ended();
  }
}

/** The failure of a call that was opened, with what remains of the caller's limits. */
function failed(deps: CallDeps, { holder }: ReadCall, { rate }: Opened, reason: Failure): LimitedFailure {
  const counts = isFinal(reason) || reason.isMisses === true;
  const misses = counts && { misses: deps.misses.rate(holder.account.id) };
  return { ...reason, isRecorded: true, rate, ...misses };
}

/** The answer in memory; a failure when it cannot be written as the call wants it. */
type Found = AnswerAtHand | Failure | null;

const isAtHand = (found: Found): found is AnswerAtHand => found !== null && !isFailure(found);

function answerFrom(found: AnswerAtHand | Failure): Obtained {
  return isFailure(found) ? { kind: 'failed', failure: found, attempts: [] } : obtainedFrom(found);
}

const isCancelled = ({ isWanted }: CallRequest) => isWanted?.() === false;

const cancelled: Failure = failure('CANCELLED', 'The call was cancelled before it was charged.');

/** The attempts that providers made are recorded all the same, and count for the account. */
function asCancelled(deps: CallDeps, call: ReadCall, answer: Obtained): Obtained {
  noteMissed(deps, call, answer);
  return { kind: 'failed', failure: cancelled, attempts: answer.attempts };
}

/**
 * Called after a bug, or when the ledger could not commit. The caller does not wait for this release. If the release fails too,
 * it is tried again later.
 */
export function abandon(deps: CallDeps, opened: Opened): void {
  const ending = { hold: opened.hold, failureCode: 'INTERNAL', attempts: [] };
  deps.storage.calls.release(ending).catch(() => deps.pendingReleases.add(ending));
}
