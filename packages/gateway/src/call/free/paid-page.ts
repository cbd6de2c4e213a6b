// Pages of a search over many platforms whose items were all paid for with an earlier page, so that no platform is asked. Such a
// page costs nothing. The ledger keeps one answer for it, whatever id the account uses. Otherwise one cursor, asked for under
// ever new ids, would fill the ledger at no cost.
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { WALK_PAGES_PER_STATE_MAX } from '../../domain/limits.ts';
import { claimPage } from '../all/walk-state.ts';
import type { CallDeps } from '../call-deps.ts';
import type { ReadCall } from '../reading/read-call.ts';
import type { PaidPage, Task } from '../task.ts';

/** null for every other call. */
export function paidPageOf(task: Task): PaidPage | null {
  return task.kind === 'all' ? task.paidPage : null;
}

/**
 * Returns such a page under the id that it was first asked for, so that all uses run and replay as one call. Every other call is
 * returned unchanged.
 */
export function underFirstId(deps: CallDeps, call: ReadCall): ReadCall | Promise<ReadCall | Failure> {
  const page = paidPageOf(call.task);
  // Without a caller's own id nothing is stored, and a dry run stores nothing either.
  if (page === null || !call.requestIdChosen || call.bounds.isDryRun) return call;
  return claimFirst(deps, call, page);
}

async function claimFirst(deps: CallDeps, call: ReadCall, page: PaidPage): Promise<ReadCall | Failure> {
  const requestId = page.firstIds.get(call.fingerprint) ?? (await claim(deps, call, page));
  return isFailure(requestId) ? requestId : { ...call, requestId };
}

/**
 * Pages of one position differ in their size and in the fields of their records. A caller has no use for many such pages, and each is
 * stored, so their number is limited.
 */
async function claim(
  deps: CallDeps,
  { holder, fingerprint, requestId }: ReadCall,
  { walkId, firstIds }: PaidPage,
): Promise<string | Failure> {
  if (firstIds.size >= WALK_PAGES_PER_STATE_MAX)
    return invalid(
      'count',
      `must be one that this cursor was used with before, with the same fields: it was used for ${firstIds.size} different pages`,
    );
  return claimPage(deps, holder.key.id, { id: walkId, page: fingerprint, requestId });
}
