// Owns how the answer of a verb becomes a table of text: its head, its lines, and where the next page is.
import type { Static } from 'typebox';
import { type CsvCell, csvHead, csvLines } from './csv.ts';
import { entriesCsv } from './entries-csv.ts';
import type { EntryView } from './entry-view.ts';
import type { ReceiptView } from './receipt-view.ts';

export interface CsvForm {
  head(result: object): string;
  lines(result: object): string;
  /** The cursor of the next page; absent for verbs whose page is all that is asked for. */
  next?(result: object): string | null;
}

const RECEIPT_COLUMNS = [
  'request_id',
  'opened_at',
  'finished_at',
  'state',
  'path',
  'platform',
  'price',
  'charged',
  'refunded',
  'currency',
  'source',
  'failure',
  'duration_ms',
] as const satisfies readonly (keyof Static<typeof ReceiptView>)[];

type Receipts = { calls: Record<(typeof RECEIPT_COLUMNS)[number], CsvCell>[]; next_cursor: string | null };

/** Of the caller's account, by the name of the verb. */
export const accountCsv: Record<string, CsvForm> = {
  listEntries: {
    head: () => '',
    lines: (result) => entriesCsv((result as { entries: EntryView[] }).entries),
  },
  listRequests: {
    head: () => csvHead(RECEIPT_COLUMNS),
    lines: (result) => csvLines(RECEIPT_COLUMNS, (result as Receipts).calls),
    next: (result) => (result as Receipts).next_cursor,
  },
};
