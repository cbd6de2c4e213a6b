// Where batches run in tests that want each place, whatever the disk of the machine is like.
import { type BatchPlace, isFewCalls } from '../place.ts';

const placeWhere = (isHere: BatchPlace['isHere']): BatchPlace => ({ isHere, committed: () => {} });

export const always = (): BatchPlace => placeWhere(isFewCalls);
export const never = (): BatchPlace => placeWhere(() => false);

/** Of every three batches that may run on the event loop the third runs on the thread: so neither place gets only one kind of verb. */
export function inTurns(): BatchPlace {
  let turn = 0;
  return placeWhere((verbs) => isFewCalls(verbs) && ++turn % 3 !== 0);
}
