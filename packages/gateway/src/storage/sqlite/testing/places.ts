// Where batches run in tests that want each place, whatever the disk of the machine is like.
import { isFewCalls, type Place } from '../place.ts';

const placeWhere = (isHere: Place['isHere']): Place => ({ isHere, committed: () => {} });

export const always = (): Place => placeWhere(isFewCalls);
export const never = (): Place => placeWhere(() => false);

/** Of every three batches that may run on the event loop the third runs on the thread: so neither place gets only one kind of verb. */
export function inTurns(): Place {
  let turn = 0;
  return placeWhere((verbs) => isFewCalls(verbs) && ++turn % 3 !== 0);
}
