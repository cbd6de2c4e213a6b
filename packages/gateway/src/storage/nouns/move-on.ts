// Moves the owner of a gathered call on: a collection by a page, a watch by a run. It runs in the commit that settles the call.
import { toMicros } from '../../domain/money.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { movePage } from './collection-work.ts';
import type { PageFound, RunFound, SettledFor, SettleGathered } from './gathered.ts';
import { moveRun } from './watch-runs.ts';

export const settledFor = ({ settle, further = [] }: SettleGathered): SettledFor => ({
  accountId: settle.hold.accountId,
  requestId: settle.hold.requestId,
  chargedMicros: toMicros(
    further.reduce((sum, { chargedMicros }) => sum + chargedMicros, settle.chargedMicros as number),
  ),
});

/** Its hold was taken after that of the first page, so it cannot have ended before. The commit is rolled back. */
export function assertAllSettled(further: readonly { kind: string }[]): void {
  if (further.some(({ kind }) => kind !== 'settled'))
    throw new Error('a page of a run lost its hold before the first page did');
}

export function moveOn(found: PageFound | RunFound, settled: SettledFor, moment: WriteMoment): Writing<void> {
  return found.kind === 'page' ? movePage(found, settled, moment) : moveRun(found, settled, moment);
}
