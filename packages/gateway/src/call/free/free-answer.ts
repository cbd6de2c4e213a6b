// Calls that cost nothing by what they ask: a dry run, and the page after the last one. Both count against the limit on free answers.
import { isFailure } from '../../domain/failure.ts';
import { ZERO } from '../../domain/money.ts';
import type { CallDeps } from '../call-deps.ts';
import type { Answered, LimitedFailure } from '../call-outcome.ts';
import type { ReadCall } from '../reading/read-call.ts';
import { answered, receiptOf } from '../settle.ts';
import type { EndTask } from '../task.ts';
import { dryRun } from './dry-run.ts';

export function isFree({ bounds, task }: ReadCall): boolean {
  return bounds.isDryRun || task.kind === 'end';
}

export function answerFree(deps: CallDeps, call: ReadCall): Promise<Answered | LimitedFailure> {
  const { bounds, task } = call;
  return task.kind === 'end' && !bounds.isDryRun ? answerEnd(deps, call, task) : dryRun(deps, call);
}

async function answerEnd(
  deps: CallDeps,
  call: ReadCall,
  { write }: EndTask,
): Promise<Answered | LimitedFailure> {
  const place = deps.freeAnswers.take(call.holder.account.id);
  if (isFailure(place)) return place;
  const account = await deps.storage.accounts.find({ idOrName: call.holder.account.id }).catch((error) => {
    place.leave();
    throw error;
  });
  const paid = { chargedMicros: ZERO, delivered: { items: 0 }, source: 'live' as const };
  const bill = { content: write(receiptOf(call, paid)), ...paid, ageSeconds: null };
  const free = { free: place.rate, whenSent: place.leave };
  return { ...answered(call, bill, { balanceMicros: account!.balanceMicros, rate: null }), ...free };
}
