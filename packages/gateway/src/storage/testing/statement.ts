// The statement of one account, for tests that leave other accounts without one.
import { toMicros } from '../../domain/money.ts';
import { StatementSums } from '../../domain/statement.ts';
import type { ClosedMonth, NewStatement, Storage } from '../storage.ts';

const SELLER = { name: 'Seller', address: null, taxId: null, taxNote: null };

/** Of the entries before `endMs` that are in no statement yet. It is not kept. */
export async function statementOf(
  { statements }: Storage,
  accountId: string,
  { month, endMs }: Omit<ClosedMonth, 'startMs'>,
): Promise<NewStatement> {
  const { accounts } = await statements.due({ month, endMs, after: null });
  const due = accounts.find((one) => one.accountId === accountId);
  if (due === undefined) throw new Error(`expected ${accountId} to be due a statement`);
  const { fromSeq, toSeq, openingMicros, digest } = due;
  const sums = new StatementSums({ digest, closingMicros: openingMicros });
  for (const entry of await statements.entries({ accountId, afterSeq: fromSeq - 1, toSeq })) sums.add(entry);
  return {
    ...{ accountId, month, fromSeq, toSeq, openingMicros, seller: SELLER },
    ...{ closingMicros: toMicros(sums.closingMicros), digest: sums.digest, lines: sums.lines() },
  };
}

// Ends a property test by its time, between two draws. The option of fast-check for this ends it in the middle of a draw, and a slow machine
// that has not finished the first one then fails.

/** Plays what is drawn until the time is over; draws after it pass unplayed. The first is always played. */
export function whileTime<Drawn extends unknown[]>(
  msMax: number,
  play: (...drawn: Drawn) => Promise<void>,
): (...drawn: Drawn) => Promise<void> {
  let untilMs = Number.POSITIVE_INFINITY;
  return async (...drawn) => {
    if (performance.now() > untilMs) return;
    if (untilMs === Number.POSITIVE_INFINITY) untilMs = performance.now() + msMax;
    await play(...drawn);
  };
}
