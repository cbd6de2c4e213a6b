// `ledger verify` on SQLite: the check runs in one snapshot, on a thread of its own, and reports progress through shared memory. Another
// verb stores the resulting checkpoint.

import { CHECKPOINT_NOW, checkpointQueries } from '../verifying/checkpoint.ts';
import type { LedgerReport, NextCheckpoint, VerifyInput } from '../verifying/ledger-report.ts';
import { verifyingLedger } from '../verifying/verify-ledger.ts';
import { runReading, spell } from './run-reading.ts';
import type { VerbContext } from './verb-context.ts';

export function verifyLedger(context: VerbContext, input: VerifyInput | undefined): LedgerReport {
  const { progress } = context;
  const onVerified = (done: number, total: number) => {
    if (progress === null) return;
    Atomics.store(progress, 0, BigInt(done));
    Atomics.store(progress, 1, BigInt(total));
  };
  const check = runReading((given: VerifyInput, _dialect, nowMs) =>
    verifyingLedger({ ...given, nowMs }, onVerified),
  );
  return check(context, input ?? { from: 'start' });
}

export function keepCheckpoint({ db }: VerbContext, next: NextCheckpoint): { kept: boolean } {
  if ((db.get(CHECKPOINT_NOW)?.digest ?? null) !== next.replaces) return { kept: false };
  for (const { sql, values } of checkpointQueries(next)) db.run(spell(sql), ...values);
  return { kept: true };
}
