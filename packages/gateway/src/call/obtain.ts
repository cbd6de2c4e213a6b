// Owns how an opened call comes by its answer: what is known of this input, an equal call in flight, the plan, and at last
// an answer past its time. It moves no money.
import type { Attempt } from '../domain/call.ts';
import { isFailure } from '../domain/failure.ts';
import { ZERO } from '../domain/money.ts';
import { absentThing, forgetThings } from './about.ts';
import type { CallDeps } from './call-deps.ts';
import { dispatch } from './dispatch.ts';
import type { ReadCall } from './read-call.ts';
import { findRejection, findStale, isFinal, rememberGood, rememberRejection } from './remember.ts';
import type { Dispatched, Obtained, Task } from './task.ts';

/** As much of a call as it takes to come by an answer, so that one call can be made of several. */
export type Wanted = Pick<ReadCall, 'task' | 'path' | 'holder' | 'requestId' | 'trace'>;

export async function obtain(deps: CallDeps, call: Wanted): Promise<Obtained> {
  const rejection = findRejection(deps, call.task);
  if (rejection !== null) return { kind: 'failed', failure: rejection, attempts: [] };

  const dispatched = await shareWithinMisses(deps, call);
  if (dispatched.kind === 'good') {
    const { good, by, attempts } = dispatched;
    return { kind: 'good', good, by, attempts, source: 'live', ageMs: 0 };
  }

  // A rejection or an absence is newer than any stale answer, so it wins.
  if (isFinal(dispatched.failure)) return dispatched;
  const stale = findStale(deps, call);
  return stale === null ? dispatched : { kind: 'good', ...stale, attempts: dispatched.attempts };
}

/** What the call could miss is reserved before anybody is asked, and the rest given back however it ends. */
async function shareWithinMisses(deps: CallDeps, call: Wanted): Promise<Dispatched> {
  const { missesMax } = call.task;
  if (missesMax === undefined) return share(deps, call);
  const reserved = deps.misses.reserve(call.holder.account.id, missesMax());
  if (isFailure(reserved))
    return { kind: 'failed', failure: reserved, attempts: [], extraPages: 0, misses: 0 };
  let missed = 0;
  try {
    const dispatched = await share(deps, call);
    missed = dispatched.misses;
    return dispatched;
  } finally {
    reserved.end(missed);
  }
}

/** Equal calls at one time are one call to the platform; each is billed, and only the first made attempts. */
async function share(deps: CallDeps, call: Wanted): Promise<Dispatched> {
  const key = flightKey(call.task);
  if (key === null) return fetchAndRemember(deps, call);
  const { promise, isLeader } = deps.flights.join(key, () => fetchAndRemember(deps, call));
  const dispatched = await promise;
  if (isLeader) return dispatched;
  if (dispatched.kind !== 'good' || dispatched.kept == null)
    return { ...dispatched, attempts: [], misses: 0 };
  const account = call.holder.account.id;
  // A receipt must not tell that another account asked at the same time.
  const isOwn = dispatched.kept.knownTo(account) !== undefined;
  dispatched.kept.giveTo(account, null);
  return { ...dispatched, attempts: isOwn ? [] : dispatched.attempts.map(withoutCost), misses: 0 };
}

const withoutCost = (attempt: Attempt): Attempt => ({ ...attempt, costMicros: ZERO });

/** A call that wants a live answer joins nobody: that flight may have left before the call came. */
function flightKey({ providers, cacheKey, variant, maxAgeSeconds }: Task): string | null {
  const [first] = providers;
  if (first === undefined || maxAgeSeconds === 0) return null;
  const key = cacheKey(first);
  return key === null ? null : `${variant} ${key}`;
}

async function fetchAndRemember(deps: CallDeps, call: Wanted): Promise<Dispatched> {
  const alarms = deps.upstream.alarms();
  const { turn } = deps.gone;
  const dispatched = await dispatch(deps, call.task, call.holder.account.id, call);
  deps.pageDebts.add(call.holder.key.id, dispatched.extraPages);
  // Unexpected bytes arrived meanwhile, perhaps on this page's connection: the page may be the answer to another request.
  const isInDoubt = deps.upstream.alarms() !== alarms;
  if (isInDoubt) return dispatched;
  if (dispatched.kind === 'good') return { ...dispatched, kept: rememberGood(deps, call, dispatched, turn) };
  const { asks } = call.task;
  const absent = asks === undefined ? null : absentThing(deps, asks, dispatched.failure);
  if (absent !== null) forgetThings(deps, asks!.platform, [absent]);
  rememberRejection(deps, call, dispatched.failure);
  return dispatched;
}
