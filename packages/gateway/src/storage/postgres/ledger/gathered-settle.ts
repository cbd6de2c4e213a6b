// The verb `gathered.settle`: settles the call of a page or a run, and moves its collection or watch on in the same transaction. The account
// is locked first, as everywhere, and the settled call proves the commit when the answer to COMMIT is lost.
import { keepableSoon } from '../../ledger/answers.ts';
import { settleCall } from '../../ledger/calls-resolve.ts';
import type { SettleGathered } from '../../nouns/gathered.ts';
import { assertAllSettled, moveOn, settledFor } from '../../nouns/move-on.ts';
import type { SettleCall, SettleResult } from '../../storage.ts';
import { wereWritten } from '../queues/batch.ts';
import { runSteps } from '../run-writing.ts';
import type { VerbContext } from '../verb-context.ts';
import { lockAccounts, readLedger } from './ledger-read.ts';
import { writeLedger } from './ledger-write.ts';

export const settleGathered = settlingWith(moveOn);

/** `move`: what is written beside the charge; tests have moves of their own. */
export function settlingWith(move: typeof moveOn) {
  return (context: VerbContext, input: SettleGathered): Promise<SettleResult> =>
    settleAndMove(context, input, move);
}

async function settleAndMove(
  context: VerbContext,
  input: SettleGathered,
  move: typeof moveOn,
): Promise<SettleResult> {
  const { db, node } = context;
  const { settle, further = [], found } = input;
  const { accountId } = settle.hold;
  const [first, ...others] = await Promise.all([settle, ...further].map(withKeepable));
  await lockAccounts(db, [accountId]);
  const wanted = { opens: [], calls: [settle, ...further].map(({ hold }) => hold), waitFor: accountId };
  const ledger = await readLedger(db, wanted, { clock: { nowMs: () => context.nowMs }, node });
  const settled = settleCall(ledger, first!);
  if (settled.kind !== 'settled') return settled;
  const rest = others.map((call) => settleCall(ledger, call));
  assertAllSettled(rest);
  const written = [...ledger.changedCalls];
  for (const query of writeLedger(ledger)) await db.query(query);
  await runSteps(context, move(found, settledFor(input), context));
  context.wasCommitted = (later) => wereWritten(later, written);
  context.charged = written[0];
  return rest.at(-1) ?? settled;
}

const withKeepable = async (call: SettleCall) => ({ ...call, answer: await keepableSoon(call.answer) });
