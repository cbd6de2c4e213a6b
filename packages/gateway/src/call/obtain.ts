// How an opened call gets its answer: a remembered failure for this input, an equal call in flight, the plan, and at last a stale
// answer. It moves no money.
import { sharedAttempts } from '../domain/call.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import {
  findRejection,
  findStale,
  isFinal,
  rememberGood,
  rememberRejection,
} from './answers/answer-memory.ts';
import { forgetIfAbsent } from './answers/answered-things.ts';
import type { CallDeps } from './call-deps.ts';
import type { ReadCall } from './reading/read-call.ts';
import {
  type AttemptedTask,
  type Dispatched,
  type Flown,
  isAttempted,
  type Obtained,
  presentedGood,
  type Spent,
  type Task,
} from './task.ts';
import { Dispatch } from './trying/dispatch.ts';

/** The part of a call that is needed to get an answer. A search over many platforms makes one for each leg. */
export type Wanted = Pick<ReadCall, 'task' | 'path' | 'holder' | 'requestId' | 'trace' | 'party'>;

/** A call that is carried out by attempts. */
type Attempting = Wanted & { task: AttemptedTask };

export async function obtain(deps: CallDeps, call: Wanted): Promise<Obtained> {
  if (!isAttempting(call)) return obtainOtherwise(call.task);
  const rejection = findRejection(deps, call.task);
  const account = call.holder.account.id;
  if (rejection !== null)
    return { kind: 'failed', failure: rejection.failure, attempts: rejection.giveTo(account) };

  // Before a provider is asked: what is not missed is given back.
  const { misses } = deps;
  const reserved = misses.reserve(account, call.task.missesMax());
  if (isFailure(reserved)) return withStale(deps, call, { failure: reserved, ...NOTHING_ASKED });
  let missed = 0;
  try {
    const joinedMs = deps.clock.monotonicMs();
    const { promise, isLeader } = share(deps, call);
    const flown = await promise;
    const own = isLeader ? flown.dispatched : sharedWith(call.holder.account.id, flown, joinedMs);
    const dispatched = presented(call.task, own);
    const obtained = dispatched.kind === 'good' ? live(dispatched) : withStale(deps, call, dispatched);
    missed = missesOf(dispatched, obtained);
    return obtained;
  } finally {
    reserved.end(missed);
  }
}

const NOTHING_ASKED: Spent = { attempts: [], extraPages: 0, answered: 0, misses: 0 };

function live({ good, by, attempts, ...asked }: Extract<Dispatched, { kind: 'good' }>): Obtained {
  // Misses count in any case.
  const answered = Math.max(0, asked.answered - asked.misses);
  return { kind: 'good', good, by, attempts, answered, source: 'live', ageMs: 0 };
}

/** A rejection or an absence is newer than any stale answer, so it wins. */
function withStale(deps: CallDeps, call: Attempting, failed: { failure: Failure } & Spent): Obtained {
  const { failure, attempts, answered } = failed;
  const stale = isFinal(failure) ? null : findStale(deps, call);
  if (stale === null) return { kind: 'failed', failure, attempts };
  const good = presentedGood(call.task, stale.good);
  return isFailure(good)
    ? { kind: 'failed', failure: good, attempts }
    : { kind: 'good', ...stale, good, attempts, answered };
}

/**
 * What counts for the account: each request that a provider answered, when nothing can be charged for it. Things that are not there always
 * count, because an answer with some of them is charged for the others only.
 */
function missesOf({ answered, misses }: Spent, { kind }: Obtained): number {
  return kind === 'failed' ? Math.max(answered, misses) : misses;
}

/** The answer as the call wants it written. Nothing is charged for one that cannot be written so. */
function presented(task: Task, dispatched: Dispatched): Dispatched {
  if (dispatched.kind !== 'good') return dispatched;
  const good = presentedGood(task, dispatched.good);
  if (!isFailure(good)) return good === dispatched.good ? dispatched : { ...dispatched, good };
  const { attempts, extraPages, answered, misses } = dispatched;
  return { kind: 'failed', failure: good, attempts, extraPages, answered, misses };
}

function isAttempting(call: Wanted): call is Attempting {
  return isAttempted(call.task);
}

/**
 * Tasks without attempts of their own: the legs of a search over many platforms are calls themselves, and a lost task has failed
 * already.
 */
async function obtainOtherwise(task: Task): Promise<Obtained> {
  if (task.kind === 'all') return task.gather();
  if (task.kind === 'lost') return { kind: 'failed', failure: task.failure, attempts: [] };
  throw new Error(`a task of kind ${task.kind} was opened`);
}

/** Equal concurrent calls share one set of attempts. Each call is billed, and only the first one made the attempts. */
function share(deps: CallDeps, call: Attempting): { promise: Promise<Flown>; isLeader: boolean } {
  const key = flightKey(call);
  const land = remembering(deps, call);
  const start = () => new Dispatch(deps, call.task, call.party ?? call.holder.account.id, call).run();
  return key === null ? { promise: start().then(land), isLeader: true } : deps.flights.join(key, start, land);
}

/**
 * The result for a call that made no attempts itself. Its receipt must not reveal that another account asked at the same time, so it tells
 * that account's attempts.
 */
function sharedWith(
  account: string,
  { dispatched, beganMs, ...leader }: Flown,
  joinedMs: number,
): Dispatched {
  const kept = dispatched.kind === 'good' ? dispatched.kept : null;
  const isOwn = leader.account === account || kept?.knownTo(account) !== undefined;
  kept?.giveTo(account, null);
  const attempts = isOwn ? [] : sharedAttempts(dispatched.attempts, Math.round(joinedMs - beganMs));
  return { ...dispatched, ...NOTHING_ASKED, attempts };
}

/**
 * null for a call that wants a live answer: the running call may have been sent before this one came. Gathered calls share with each other
 * only: their requests wait longer, and an interactive call must not.
 */
function flightKey({ task, party }: Attempting): string | null {
  const { providers, cacheKey, variant, maxAgeSeconds } = task;
  const [first] = providers;
  if (first === undefined || maxAgeSeconds === 0) return null;
  const key = cacheKey(first);
  return key === null ? null : `${party === undefined ? variant : `gathered ${variant}`} ${key}`;
}

/** Called before the attempts begin; the returned function takes their result. */
function remembering(deps: CallDeps, call: Attempting): (dispatched: Dispatched) => Flown {
  const beganMs = deps.clock.monotonicMs();
  const alarms = deps.upstream.alarms();
  const { turn } = deps.gone;
  const { party } = call;
  const { account, key } = call.holder;
  return (dispatched) => {
    // The rate windows do not count gathered calls.
    if (party === undefined) deps.uncountedPages.add(key.id, dispatched.extraPages);
    // Unexpected bytes arrived meanwhile, perhaps on this page's connection: the page may answer another request.
    const isInDoubt = deps.upstream.alarms() !== alarms;
    const kept = isInDoubt ? dispatched : remembered(deps, call, dispatched, turn);
    return { dispatched: kept, account: account.id, beganMs };
  };
}

/** Remembers this result, and gives a good one together with what is kept of it. */
function remembered(deps: CallDeps, call: Attempting, dispatched: Dispatched, turn: number): Dispatched {
  if (dispatched.kind === 'good') return { ...dispatched, kept: rememberGood(deps, call, dispatched, turn) };
  const { task } = call;
  if (task.kind === 'page' || task.kind === 'record') forgetIfAbsent(deps, task.asks, dispatched.failure);
  const account = call.holder.account.id;
  rememberRejection(deps, { task, path: call.path, account }, dispatched.failure, dispatched.attempts);
  return dispatched;
}
