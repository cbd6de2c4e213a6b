// Closes months: every account with movements gets its monthly statement, also for months that were missed while no node ran. The runner
// of duties lets one node do it; a second one beside it would change nothing. It moves no money.
import type { DutyWork } from '../domain/gathering/duty.ts';
import type { Micros } from '../domain/money.ts';
import { CLOSING_EVERY_MS, type Seller, StatementSums } from '../domain/statement.ts';
import type { DueAccount, Storage } from '../storage/storage.ts';

interface ClosingDeps {
  statements: Storage['statements'];
  seller(): Seller;
}

/** Months of one turn: ten missed years are closed within a day. */
const MONTHS_MAX = 24;

export function closingWork(
  deps: ClosingDeps & { duties: Pick<Storage['duties'], 'postpone'>; onClosed(statements: number): void },
): DutyWork {
  return {
    ...{ kind: 'statements', atOnceMax: 1, perPartyMax: 1, isOn: () => true },
    async run({ kind, id, lease }, isStopping) {
      const made = await closeDueMonths(deps, isStopping);
      if (made > 0) deps.onClosed(made);
      if (isStopping()) return;
      await deps.duties.postpone({ kind, id, lease, dueInMs: CLOSING_EVERY_MS, isFailure: false });
    },
  };
}

/** Returns how many statements were made. */
export async function closeDueMonths(
  deps: ClosingDeps,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let made = 0;
  let due = await deps.statements.closedMonth();
  for (let months = 0; due !== null && months < MONTHS_MAX && !isStopping(); months++) {
    made += await closeMonth(deps, due);
    due = await deps.statements.endMonth({ startMs: due.startMs });
  }
  return made;
}

async function closeMonth(deps: ClosingDeps, { month, endMs }: { month: string; endMs: number }) {
  let made = 0;
  let after: string | null = null;
  do {
    const page = await deps.statements.due({ month, endMs, after });
    for (const account of page.accounts) made += await makeStatement(deps, month, account);
    after = page.next;
  } while (after !== null);
  return made;
}

async function makeStatement(
  { statements, seller }: ClosingDeps,
  month: string,
  due: DueAccount,
): Promise<number> {
  const { accountId, fromSeq, toSeq, openingMicros } = due;
  const sums = new StatementSums({ digest: due.digest, closingMicros: openingMicros });
  for (let afterSeq = fromSeq - 1; afterSeq < toSeq; ) {
    const entries = await statements.entries({ accountId, afterSeq, toSeq });
    for (const entry of entries) sums.add(entry);
    afterSeq = entries.at(-1)?.seq ?? toSeq;
  }
  const kept = await statements.keep({
    ...{ accountId, month, fromSeq, toSeq, openingMicros, seller: seller() },
    ...{ closingMicros: sums.closingMicros as Micros, digest: sums.digest, lines: sums.lines() },
  });
  return kept.kind === 'kept' ? 1 : 0;
}
