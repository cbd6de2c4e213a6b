// The verb `gathered.settle`: settles the call of a page or a run, and moves its collection or watch on in the same transaction.
import { keepable } from '../ledger/answers.ts';
import type { SettleGathered } from '../nouns/gathered.ts';
import { moveOn, settledFor } from '../nouns/paid-before.ts';
import type { SettleResult } from '../storage.ts';
import { runCalls } from './calls.ts';
import { runSteps } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';

export const settleGathered = settlingWith(moveOn);

/** `move`: what is written beside the charge; tests have moves of their own. */
export function settlingWith(move: typeof moveOn) {
  return (context: VerbContext, input: SettleGathered): SettleResult => settleAndMove(context, input, move);
}

function settleAndMove(
  context: VerbContext,
  { settle, found }: SettleGathered,
  move: typeof moveOn,
): SettleResult {
  const [settled] = runCalls(context, [
    { name: 'settle', input: { ...settle, answer: keepable(settle.answer) } },
  ]) as [SettleResult];
  if (settled.kind === 'settled') runSteps(context, move(found, settledFor(settle), context));
  return settled;
}
