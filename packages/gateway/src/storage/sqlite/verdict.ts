// Owns the writing down of what a check of the ledger found.
import { verdictStatements } from '../reading/verdict.ts';
import type { LedgerVerdict } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

export function keepVerdict({ db }: VerbContext, input: LedgerVerdict): null {
  for (const { sql, values } of verdictStatements(input)) db.run(sql.replaceAll('$', '?'), ...values);
  return null;
}
