// What PostgreSQL needs around catching up a ledger: partitions for the months of the added rows, and a sequence of call numbers that
// continues after theirs. It may take longer than other transactions.
import { utcDay } from '../../../domain/clock.ts';
import { monthOf } from '../../ledger/spend-caps.ts';
import type { CatchUp, CaughtUp } from '../../nouns/archive.ts';
import { catchUp } from '../../nouns/catch-up.ts';
import type { SqlConnection } from '../connection.ts';
import { nowQuery } from '../database-clock.ts';
import type { BatchContext } from '../queues/batch.ts';
import { runSteps } from '../run-writing.ts';

/** Never lowers the sequence: higher numbers may already be in use. */
const NEXT_CALLS = `
  SELECT setval('calls_seq', greatest((SELECT max(seq) FROM calls), (SELECT last_value FROM calls_seq))) AS seq`;

export async function catchUpLedger(
  db: SqlConnection,
  input: CatchUp,
  { clock, node, database }: Pick<BatchContext, 'clock' | 'node' | 'database'>,
): Promise<CaughtUp> {
  const nowMs = (await db.query(nowQuery(clock))).rows[0]!.now_ms as number;
  if (input.writes) await makeMonthsOf(db, input);
  const context = { db, nowMs, sync: database.sync, node, auditId: null };
  const result = await runSteps(context, catchUp(input, context));
  if (input.writes && input.rows.calls.length > 0) await db.get(NEXT_CALLS);
  return result;
}

async function makeMonthsOf(db: SqlConnection, { rows }: CatchUp): Promise<void> {
  const months = new Set(rows.entries.map(({ at_ms }) => monthOf(utcDay(at_ms as number))));
  for (const month of months)
    await db.get('SELECT reelgate_make_months($1, 1) AS until_ms', Date.parse(`${month}-01`));
}
