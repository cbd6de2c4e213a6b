// ★ The path of one paid call, in order, and nothing else. Each step is a file beside this one. A step either hands over
// to the next or ends the call; only `settle` charges, and it charges before the answer is handed out.
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { authorizeCall, authorizeGroup } from '../domain/key-scope.ts';
import { hasTiers } from '../domain/tiered-terms.ts';
import { isOverAll, readAllCall } from './all-call.ts';
import { authenticate, type Credentials } from './authenticate.ts';
import { NO_PRICE_HEADERS, type PriceHeaders, takeBounds } from './bounds.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from './call-facts.ts';
import type { Answered, CallOutcome, Replayed } from './call-outcome.ts';
import { dryRun } from './dry-run.ts';
import { underFirstId } from './kept-page.ts';
import { locate, saysByAddress } from './locate.ts';
import { obtain } from './obtain.ts';
import { type LimitedFailure, type Opened, open, type Replay, type Twin } from './open.ts';
import { refuseUnpaid } from './paid-before.ts';
import { type CallTarget, type ReadCall, readCall } from './read-call.ts';
import { refuseEarly } from './refuse-early.ts';
import { type AnswerAtHand, attemptsBehind, findFresh, findShared, noteGiven } from './remember.ts';
import { answerFree, deprecationOf, release, settle, settleAtOnce } from './settle.ts';
import type { Obtained } from './task.ts';
import { hearOfTold } from './told-price.ts';

export interface Twins {
  ids: readonly string[];
  /** Told the id that the question is asked under from now on. */
  onFound(requestId: string): void;
  /** How often one was found. */
  turns?: number;
}

/** A further turn needs a call of somebody else that failed while another one began. */
const TWIN_TURNS_MAX = 4;

export interface CallRequest extends Credentials {
  target: CallTarget;
  requestId: string;
  /** Chosen by the caller: its answer is stored, so that it can be asked for again. */
  requestIdChosen: boolean;
  /** Other ids of the same question: one that is paid or under way answers instead. */
  twins?: Twins;
  /** What its headers say about the price. */
  priceHeaders?: PriceHeaders;
  /** The trace that it is a part of, as its caller says. */
  traceparent?: string | undefined;
  /** Asked once it is known who calls: a refusal when answers to this account wait unread. */
  roomFor?(accountId: string): Failure | null;
  /** Asked before the charge: false when the caller has cancelled the call. Without it a caller that hangs up still wants its answer. */
  isWanted?(): boolean;
}

export async function runCall(
  deps: CallDeps,
  request: CallRequest,
  facts: CallFacts | null,
): Promise<CallOutcome> {
  const holder = await authenticate(deps.keyring, deps.clock, request);
  if (isFailure(holder)) return holder;
  if (facts !== null) facts.holder = holder;
  const forbidden = authorizeGroup(holder, request.target.group);
  if (forbidden !== null) return forbidden;
  const full = request.roomFor?.(holder.account.id) ?? null;
  if (full !== null) return full;

  const bounded = takeBounds(request.target, request.priceHeaders ?? NO_PRICE_HEADERS);
  if (isFailure(bounded)) return bounded;
  const { requestId, requestIdChosen } = request;
  const trace = facts?.trace ?? null;
  const twins = request.twins?.ids ?? null;
  const caller = { holder, requestId, requestIdChosen, twins, bounds: bounded.bounds, trace };
  const target = saysByAddress(bounded.target) ? await locate(deps, caller, bounded.target) : bounded.target;
  if (isFailure(target)) return target;
  if (caller.bounds.quote !== null) await hearOfTold(deps, caller, target);
  const isOfSeveral = isOverAll(target);
  const read = isOfSeveral ? await readAllCall(deps, caller, target) : readCall(deps, caller, target);
  if (isFailure(read)) return read;
  if (facts !== null) facts.call = read;
  const closed = authorizeCall(holder, isOfSeveral ? null : read.platform, read.task.operation);
  if (closed !== null) return closed;
  const unpaid = read.isQuoteGood ? null : await refuseUnpaid(deps, read);
  if (unpaid !== null) return unpaid;
  if (read.bounds.isDryRun) return dryRun(deps, read);
  if (read.task.free !== null) return answerFree(deps, read, read.task.free);
  const call = read.task.freePage === undefined ? read : await underFirstId(deps, read);
  if (isFailure(call)) return call;

  const found = findFresh(deps, call) ?? (deps.sharedCache && (await findShared(deps, call)));
  if (isCancelled(request)) return cancelled;
  // What an allowance covers and which tier holds is known only to the ledger, and stands in the receipt: such a call is opened first. So is
  // one that is told as a live call: it holds what a live one would, and its receipt shows as much.
  if (found?.source === 'cache' && call.quote.allowance === null && !hasTiers(call.terms)) {
    noteObtained(facts, atHand(found));
    noteTime(deps, facts, 'endMs');
    const settled = await settleAtOnce(deps, call, found);
    if (settled.kind === 'twin') return runAsTwin(deps, request, settled, facts);
    return settled.kind === 'replay' ? replayed(call, settled) : settled;
  }

  const refusal = found === null ? refuseEarly(deps, call) : null;
  if (refusal !== null) return refusal;

  noteTime(deps, facts, 'holdMs');
  const opened = await open(deps, call);
  if (isFailure(opened)) return opened;
  if (opened.kind === 'twin') return runAsTwin(deps, request, opened, facts);
  if (opened.kind === 'replay') return replayed(call, opened);

  return deps.running.track(opened.hold, serveHeldCall(deps, call, opened, { found, facts, request }));
}

/** Nothing was opened: the question is asked again under the id that is paid or under way. */
function runAsTwin(
  deps: CallDeps,
  request: CallRequest,
  { requestId }: Twin,
  facts: CallFacts | null,
): Promise<CallOutcome> | Failure {
  const { ids, onFound, turns = 1 } = request.twins!;
  if (turns > TWIN_TURNS_MAX)
    return failure('REQUEST_IN_PROGRESS', 'Ask again; it will not be charged twice.');
  onFound(requestId);
  const others = [request.requestId, ...ids].filter((id) => id !== requestId);
  const twins = { ids: others, onFound, turns: turns + 1 };
  return runCall(deps, { ...request, requestId, twins }, facts);
}

/** From here on the caller may hang up: the call still ends in a charge or a release, and in a release when it was cancelled in time. */
async function serveHeldCall(
  deps: CallDeps,
  call: ReadCall,
  opened: Opened,
  { found, facts, request }: { found: AnswerAtHand | null; facts: CallFacts | null; request: CallRequest },
): Promise<Answered | LimitedFailure> {
  noteTime(deps, facts, 'workMs');
  try {
    const answer = found === null ? await (call.task.gather?.() ?? obtain(deps, call)) : atHand(found);
    const obtained = isCancelled(request) ? withoutBuyer(answer) : answer;
    noteObtained(facts, obtained);
    noteTime(deps, facts, 'endMs');
    const outcome: Answered | Failure =
      obtained.kind === 'good'
        ? await settle(deps, call, opened, obtained)
        : await release(deps, opened, obtained);
    if (isFailure(outcome)) return { ...outcome, rate: opened.rate };
    if (found !== null) noteGiven(deps, found, call.holder);
    return outcome;
  } catch (bug) {
    abandon(deps, opened);
    throw bug;
  }
}

const atHand = (found: AnswerAtHand): Obtained => ({
  kind: 'good',
  ...found,
  attempts: attemptsBehind(found),
});

const isCancelled = ({ isWanted }: CallRequest) => isWanted?.() === false;

const cancelled: Failure = failure('CANCELLED', 'The call was cancelled before it was charged.');

/** What the providers have done is written down all the same. */
const withoutBuyer = ({ attempts }: Obtained): Obtained => ({ kind: 'failed', failure: cancelled, attempts });

/** A bug, or a ledger that could not commit. Nobody waits for this: should it fail as well, it is tried again later. */
function abandon(deps: CallDeps, opened: Opened): void {
  const ending = { hold: opened.hold, failureCode: 'INTERNAL', attempts: [] };
  deps.storage.calls.release(ending).catch(() => deps.unended.add(ending));
}

function replayed(call: ReadCall, { answer, balanceMicros, rate, place }: Replay): Replayed {
  const [free, whenSent] = [place.rate, place.leave];
  return { kind: 'replayed', answer, balanceMicros, rate, free, deprecation: deprecationOf(call), whenSent };
}
