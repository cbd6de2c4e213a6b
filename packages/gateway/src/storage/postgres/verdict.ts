// Owns the writing down of what a check of the ledger found, and when it was backed up.

import { backupStatements, drillStatements, verdictStatements } from '../reading/verdict.ts';
import type { SqlQuestion } from '../steps/reading.ts';
import type { LedgerVerdict, StorageDrill } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

export function keepVerdict(context: VerbContext, input: LedgerVerdict): Promise<null> {
  return runAll(context, verdictStatements(input));
}

export function noteBackup(context: VerbContext, input: { atMs: number }): Promise<null> {
  return runAll(context, backupStatements(input));
}

export function noteDrill(context: VerbContext, input: StorageDrill): Promise<null> {
  return runAll(context, drillStatements(input));
}

async function runAll({ db }: VerbContext, statements: SqlQuestion[]): Promise<null> {
  for (const { sql, values } of statements) await db.run(sql, ...values);
  return null;
}
