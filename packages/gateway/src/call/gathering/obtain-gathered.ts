// How a gathered call gets a page: from memory, or by asking a provider as any call does.
import type { Failure } from '../../domain/failure.ts';
import {
  type AnswerAtHand,
  findFresh,
  findShared,
  noteGiven,
  obtainedFrom,
} from '../answers/answer-memory.ts';
import type { CallDeps } from '../call-deps.ts';
import { obtain } from '../obtain.ts';
import type { ReadCall } from '../reading/read-call.ts';
import { refuseEarly } from '../refuse-early.ts';
import type { Obtained } from '../task.ts';

/** An answer in memory; null when a provider has to be asked; a failure when none could be asked now. */
export async function findAtHand(deps: CallDeps, call: ReadCall): Promise<AnswerAtHand | null | Failure> {
  const found = findFresh(deps, call) ?? (deps.sharedCache && (await findShared(deps, call)));
  return found ?? refuseEarly(deps, call);
}

/** The rate windows do not count the pages of gathered calls. */
const NOT_COUNTED = { add() {} };

export async function obtainGathered(
  deps: CallDeps,
  call: ReadCall,
  found: AnswerAtHand | null,
): Promise<Obtained> {
  if (found === null) return obtain(deps, call);
  noteGiven({ clock: deps.clock, uncountedPages: NOT_COUNTED as never }, found, call.holder);
  return obtainedFrom(found);
}
