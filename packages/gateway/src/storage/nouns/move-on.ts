// Moves the owner of a gathered call on: a collection by a page, a watch by a run. It runs in the commit that settles the call.
import type { SettleCall } from '../ledger/call-verb-types.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { movePage } from './collection-work.ts';
import type { PageFound, RunFound, SettledFor } from './gathered.ts';
import { moveRun } from './watch-runs.ts';

export const settledFor = ({ hold, chargedMicros }: SettleCall): SettledFor => ({
  accountId: hold.accountId,
  requestId: hold.requestId,
  chargedMicros,
});

export function moveOn(found: PageFound | RunFound, settled: SettledFor, moment: WriteMoment): Writing<void> {
  return found.kind === 'page' ? movePage(found, settled, moment) : moveRun(found, settled, moment);
}
