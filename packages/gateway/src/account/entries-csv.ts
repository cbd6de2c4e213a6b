// Owns the CSV form of ledger entries.
import { csvHead, csvLines } from './csv.ts';
import type { EntryView } from './entry-view.ts';

const COLUMNS = [
  'id',
  'seq',
  'at',
  'kind',
  'amount',
  'balance_after',
  'currency',
  'request_id',
  'reference',
  'reason',
] as const satisfies readonly (keyof EntryView)[];

export function entriesCsv(rows: readonly EntryView[]): string {
  return csvHead(COLUMNS) + csvLines(COLUMNS, rows);
}
