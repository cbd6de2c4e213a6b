// `ledger verify` on PostgreSQL: the check reads one snapshot, by the database's clock. The resulting checkpoint is stored in a
// transaction of its own, which may take longer than others: an installation may have many accounts.

import { CHECKPOINT_NOW, checkpointQueries } from '../verifying/checkpoint.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from '../verifying/ledger-report.ts';
import { verifyingLedger } from '../verifying/verify-ledger.ts';
import type { SqlConnection } from './connection.ts';
import { type DatabaseClock, nowQuery } from './database-clock.ts';
import { runReading } from './run-reading.ts';

export async function verifyLedger(
  db: SqlConnection,
  input: VerifyInput = { from: 'start' },
  { clock = null, onVerified = () => {} }: { clock?: DatabaseClock; onVerified?: OnVerified } = {},
): Promise<LedgerReport> {
  const nowMs = (await db.query(nowQuery(clock))).rows[0]!.now_ms as number;
  const check = runReading((given: VerifyInput) => verifyingLedger({ ...given, nowMs }, onVerified));
  return check({ db, nowMs }, input);
}

export async function keepCheckpoint(db: SqlConnection, next: NextCheckpoint): Promise<{ kept: boolean }> {
  // If two checks end at the same time, the second one finds the row of the first.
  await db.query({ text: 'LOCK TABLE ledger_checkpoint IN EXCLUSIVE MODE' });
  if (((await db.get(CHECKPOINT_NOW))?.digest ?? null) !== next.replaces) return { kept: false };
  for (const { sql, values } of checkpointQueries(next)) await db.run(sql, ...values);
  return { kept: true };
}
