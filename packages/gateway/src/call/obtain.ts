// How an opened call gets its answer: a remembered failure for this input, an equal call in flight, the plan, and at last a stale
// answer. It moves no money.
import type { Attempt } from '../domain/call.ts';
import { isFailure } from '../domain/failure.ts';
import { ZERO } from '../domain/money.ts';
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
  isAttempted,
  type Obtained,
  presentedGood,
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
  if (rejection !== null) return { kind: 'failed', failure: rejection, attempts: [] };

  const dispatched = await share(deps, call);
  if (dispatched.kind === 'good') {
    const { good, by, attempts } = dispatched;
    return { kind: 'good', good, by, attempts, source: 'live', ageMs: 0 };
  }

  // A rejection or an absence is newer than any stale answer, so it wins.
  if (isFinal(dispatched.failure)) return dispatched;
  const stale = findStale(deps, call);
  if (stale === null) return dispatched;
  const good = presentedGood(call.task, stale.good);
  const { attempts } = dispatched;
  return isFailure(good)
    ? { kind: 'failed', failure: good, attempts }
    : { kind: 'good', ...stale, good, attempts };
}

/**
 * The answer as the call wants it written. Nothing is charged for one that cannot be written so. It counts as a miss: a provider was asked
 * in vain.
 */
function presented(task: Task, dispatched: Dispatched): Dispatched {
  if (dispatched.kind !== 'good') return dispatched;
  const good = presentedGood(task, dispatched.good);
  if (!isFailure(good)) return good === dispatched.good ? dispatched : { ...dispatched, good };
  const { attempts, extraPages } = dispatched;
  return { kind: 'failed', failure: good, attempts, extraPages, misses: 1 };
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

/**
 * Equal concurrent calls share one set of attempts. Each call is billed, and only the first one made the attempts. The misses
 * that a call could make are reserved before a provider is asked, and the rest is given back.
 */
async function share(deps: CallDeps, call: Attempting): Promise<Dispatched> {
  const { task } = call;
  const most = task.missesMax();
  const reserved = most === 0 ? null : deps.misses.reserve(call.holder.account.id, most);
  if (reserved !== null && isFailure(reserved))
    return { kind: 'failed', failure: reserved, attempts: [], extraPages: 0, misses: 0 };
  let missed = 0;
  try {
    const key = flightKey(call);
    if (key === null) {
      const alone = presented(task, await fetchAndRemember(deps, call));
      missed = alone.misses;
      return alone;
    }
    const { promise, isLeader } = deps.flights.join(key, () => fetchAndRemember(deps, call));
    if (!isLeader) return presented(task, sharedWith(call.holder.account.id, await promise));
    const dispatched = presented(task, await promise);
    missed = dispatched.misses;
    return dispatched;
  } finally {
    reserved?.end(missed);
  }
}

/**
 * The result for a call that made no attempts itself. Its receipt must not reveal that another account asked at the same time.
 */
function sharedWith(account: string, dispatched: Dispatched): Dispatched {
  if (dispatched.kind !== 'good' || dispatched.kept == null)
    return { ...dispatched, attempts: [], misses: 0 };
  const isOwn = dispatched.kept.knownTo(account) !== undefined;
  dispatched.kept.giveTo(account, null);
  return { ...dispatched, attempts: isOwn ? [] : dispatched.attempts.map(withoutCost), misses: 0 };
}

const withoutCost = (attempt: Attempt): Attempt => ({ ...attempt, costMicros: ZERO });

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

async function fetchAndRemember(deps: CallDeps, call: Attempting): Promise<Dispatched> {
  const alarms = deps.upstream.alarms();
  const { turn } = deps.gone;
  const { party } = call;
  const dispatched = await new Dispatch(deps, call.task, party ?? call.holder.account.id, call).run();
  // The rate windows do not count gathered calls.
  if (party === undefined) deps.uncountedPages.add(call.holder.key.id, dispatched.extraPages);
  // Unexpected bytes arrived meanwhile, perhaps on this page's connection: the page may answer another request.
  const isInDoubt = deps.upstream.alarms() !== alarms;
  if (isInDoubt) return dispatched;
  if (dispatched.kind === 'good') return { ...dispatched, kept: rememberGood(deps, call, dispatched, turn) };
  const { task } = call;
  if (task.kind === 'page' || task.kind === 'record') forgetIfAbsent(deps, task.asks, dispatched.failure);
  rememberRejection(deps, call, dispatched.failure);
  return dispatched;
}
