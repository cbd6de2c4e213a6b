// Owns pages of a search over many platforms for which no platform is asked: their items were paid for with an earlier page. Such a page
// costs nothing, so it is one stored answer of its account, whatever id it is asked under: without that, one cursor that is asked
// for again and again under new ids fills the ledger for nothing.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { WALK_PAGES_PER_STATE_MAX } from '../domain/limits.ts';
import type { CallDeps } from './call-deps.ts';
import type { ReadCall } from './read-call.ts';
import type { FreePage } from './task.ts';
import { claimPage } from './walk-state.ts';

/** The call under the id that its page was asked for first. Everybody runs and replays it under this id, so the ledger keeps one. */
export async function underFirstId(deps: CallDeps, call: ReadCall): Promise<ReadCall | Failure> {
  const { freePage } = call.task;
  // Without an id of the caller's nothing is stored.
  if (freePage === undefined || !call.requestIdChosen) return call;
  const requestId = freePage.firstIds.get(call.fingerprint) ?? (await claim(deps, call, freePage));
  return isFailure(requestId) ? requestId : { ...call, requestId };
}

/** Pages of one place differ in their size. A caller has no use for many of them, and each is stored. */
async function claim(
  deps: CallDeps,
  { holder, fingerprint, requestId }: ReadCall,
  { walkId, firstIds }: FreePage,
): Promise<string | Failure> {
  if (firstIds.size >= WALK_PAGES_PER_STATE_MAX)
    return invalid('count', `must be one of the ${firstIds.size} that this cursor was used with before`);
  return claimPage(deps, holder.key.id, { id: walkId, page: fingerprint, requestId });
}
