// Closes months: every account with movements gets its monthly statement, also for months that were missed while no node ran. One
// node has the turn; a second one running beside it changes nothing. It moves no money.
import type { Micros } from '../domain/money.ts';
import { type Seller, StatementSums } from '../domain/statement.ts';
import type { DueAccount, Storage } from '../storage/storage.ts';

export interface ClosingDeps {
  statements: Storage['statements'];
  seller(): Seller;
}

/** One of all nodes looks every ten minutes; if a node dies during its turn, another takes the next one. */
export const CLOSING_EVERY_MS = 600_000;
/** Months of one turn: ten missed years are closed within a day. */
const MONTHS_MAX = 24;

/** Returns how many statements were made. */
export async function closeDueMonths(deps: ClosingDeps): Promise<number> {
  let made = 0;
  let due = await deps.statements.claimMonth({ everyMs: CLOSING_EVERY_MS });
  for (let months = 0; due !== null && months < MONTHS_MAX; months++) {
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
