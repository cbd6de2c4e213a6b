// Owns the CSV form of ledger entries (RFC 4180). Request ids and references are other people's text: no cell may
// start in a way that a spreadsheet would run as a formula.
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

/** The full-width forms count too: some spreadsheets fold them to ASCII before they look. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Always quoted, so that a `;` or `,` inside cannot open a second cell in any locale. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  // A negative amount starts like a formula but is only a number, and must stay one.
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function entriesCsv(rows: readonly EntryView[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}
