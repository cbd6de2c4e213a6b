// Invariants of collections and watches that change: a new budget that was acknowledged stays, a time limit ends a collection and nothing
// else does in its name, and each end and each run with items is told once.
import type { Ledger, LedgerEvent } from '../ledger.ts';
import { type Case, groupBy, isUnknown, type Operation } from './evidence.ts';
import type { Findings } from './verdict.ts';

const ENDED = ['done', 'stopped', 'failed'];

export function checkChanges(found: Findings, kase: Case): void {
  const { ledger, checkpoints } = kase.evidence;
  checkNewBudgets(found, kase);
  for (const each of [...checkpoints, ledger]) {
    checkTimes(found, each);
    checkTold(found, each);
  }
}

/** G11: the budget is the last one that was acknowledged, or one whose outcome is unknown since then. A caller sends them one by one. */
function checkNewBudgets(found: Findings, { operations, evidence: { ledger } }: Case): void {
  const changes = groupBy(
    operations.filter(({ begin }) => begin.op === 'rebudget'),
    ({ begin }) => begin.owner,
  );
  for (const { id, budget } of ledger.gathered.collections) {
    const own = changes.get(id) ?? [];
    const last = own.findLastIndex(({ end }) => end?.type === 'ok');
    if (last < 0) continue;
    const mayBe = own.slice(last).flatMap((each, i) => (i === 0 || isOpen(each) ? [each.begin.amount] : []));
    found.expect('G11', mayBe.includes(budget), () => `has ${budget}, acknowledged was ${mayBe[0]}`, id);
  }
}

const isOpen = (operation: Operation): boolean => isUnknown(operation) || (operation.end?.status ?? 0) >= 500;

/** G11: only a collection with a time limit ends by it, and not before. */
function checkTimes(found: Findings, { gathered }: Ledger): void {
  for (const { id, end, untilMs, endedMs } of gathered.collections) {
    if (end !== 'time' && untilMs === null) continue;
    const isDue = end !== 'time' || (untilMs !== null && endedMs !== null && endedMs >= untilMs);
    found.expect('G11', isDue, () => `ended by its time at ${endedMs}, which is ${untilMs}`, id);
  }
}

/** E2: the end of a collection and each run that delivered items have exactly one event each, in the same commit. */
function checkTold(found: Findings, { gathered, events, taken }: Ledger): void {
  const told = groupBy(events, ({ owner, run }) => `${owner} ${run ?? ''}`);
  const times = (name: string, types: readonly string[]) =>
    (told.get(name) ?? []).filter(({ type }: LedgerEvent) => types.includes(type)).length;
  for (const { id, state } of gathered.collections) {
    const seen = times(`${id} `, ['collection.done', 'collection.stopped']);
    const due = ENDED.includes(state) ? 1 : 0;
    found.expect('E2', seen === due, () => `${state}, and its end was told ${seen} times (${taken})`, id);
  }
  for (const { watchId, number, items } of gathered.runs) {
    const seen = times(`${watchId} ${number}`, ['watch.items']);
    const due = items > 0 ? 1 : 0;
    found.expect('E2', seen === due, () => `run ${number} was told ${seen} times (${taken})`, watchId);
  }
}
