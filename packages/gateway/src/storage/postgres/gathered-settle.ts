// The verb `gathered.settle`: settles the call of a page or a run, and moves its collection or watch on in the same transaction. The account
// is locked first, as everywhere, and the settled call proves the commit when the answer to COMMIT is lost.
import { keepableSoon } from '../ledger/answers.ts';
import { settleCall } from '../ledger/calls-resolve.ts';
import type { SettleGathered } from '../nouns/gathered.ts';
import { moveOn, settledFor } from '../nouns/paid-before.ts';
import type { SettleResult } from '../storage.ts';
import { wereWritten } from './batch.ts';
import { lockAccounts, readLedger } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';
import { runSteps } from './run-writing.ts';
import type { VerbContext } from './verb-context.ts';

export const settleGathered = settlingWith(moveOn);

/** `move`: what is written beside the charge; tests have moves of their own. */
export function settlingWith(move: typeof moveOn) {
  return (context: VerbContext, input: SettleGathered): Promise<SettleResult> =>
    settleAndMove(context, input, move);
}

async function settleAndMove(
  context: VerbContext,
  { settle, found }: SettleGathered,
  move: typeof moveOn,
): Promise<SettleResult> {
  const { db, node } = context;
  const answer = await keepableSoon(settle.answer);
  await lockAccounts(db, [settle.hold.accountId]);
  const wanted = { opens: [], calls: [settle.hold], waitFor: settle.hold.accountId };
  const ledger = await readLedger(db, wanted, { clock: { nowMs: () => context.nowMs }, node });
  const settled = settleCall(ledger, { ...settle, answer });
  if (settled.kind !== 'settled') return settled;
  const written = [...ledger.changedCalls];
  for (const query of writeLedger(ledger)) await db.query(query);
  await runSteps(context, move(found, settledFor(settle), context));
  context.wasCommitted = (later) => wereWritten(later, written);
  context.charged = written[0];
  return settled;
}
