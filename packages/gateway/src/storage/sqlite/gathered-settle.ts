// The verb `gathered.settle`: settles the call of a page or a run, and moves its collection or watch on in the same transaction.
import { keepable } from '../ledger/answers.ts';
import type { SettleGathered } from '../nouns/gathered.ts';
import { assertAllSettled, moveOn, settledFor } from '../nouns/move-on.ts';
import type { SettleCall, SettleResult } from '../storage.ts';
import { runCalls } from './calls.ts';
import { runSteps } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';

export const settleGathered = settlingWith(moveOn);

/** `move`: what is written beside the charge; tests have moves of their own. */
export function settlingWith(move: typeof moveOn) {
  return (context: VerbContext, input: SettleGathered): SettleResult => settleAndMove(context, input, move);
}

function settleAndMove(context: VerbContext, input: SettleGathered, move: typeof moveOn): SettleResult {
  const settleAll = (calls: readonly SettleCall[]) =>
    runCalls(
      context,
      calls.map((call) => ({ name: 'settle', input: { ...call, answer: keepable(call.answer) } })),
    ) as SettleResult[];
  const { settle, further = [], found } = input;
  const [settled] = settleAll([settle]) as [SettleResult];
  if (settled.kind !== 'settled') return settled;
  const rest = further.length === 0 ? [] : settleAll(further);
  assertAllSettled(rest);
  runSteps(context, move(found, settledFor(input), context));
  return rest.at(-1) ?? settled;
}
