// Owns which admin answers have a form as a table of text, and their columns.
import { type CsvCell, csvHead, csvLines } from '../account/csv.ts';
import type { CsvForm } from '../account/csv-form.ts';
import { statementCsv } from '../account/statement-view.ts';
import type { AdminCallView } from './call-view.ts';

const CALL_FIELDS = [
  'id',
  'request_id',
  'opened_at',
  'finished_at',
  'state',
  'account_id',
  'account_name',
  'key_id',
  'key_name',
  'project_id',
  'path',
  'platform',
  'variant',
  'provider',
  'attempts',
  'source',
  'failure',
  'price',
  'charged',
  'refunded',
  'cost',
  'margin',
  'currency',
  'catalog_version',
  'duration_ms',
  'providers',
] as const satisfies readonly (keyof AdminCallView)[];

interface Calls {
  calls: AdminCallView[];
  next_cursor: string | null;
}

interface Slices {
  by: string[];
  currency: string;
  rows: {
    groups: string[];
    names: (string | null)[];
    calls: number;
    failures: number;
    charged: string;
    cost: string;
    margin: string;
  }[];
}

const SUMS = ['calls', 'failures', 'charged', 'cost', 'margin', 'currency'];

const callRow = (call: AdminCallView): Record<string, CsvCell> => ({
  ...call,
  providers: call.providers.join(' '),
});

/** A column for each dimension and one for its names, then the sums. */
const sliceColumns = ({ by }: Slices) => [...by.flatMap((one) => [one, `${one}_name`]), ...SUMS];

function sliceRow({ by, currency }: Slices, row: Slices['rows'][number]): Record<string, CsvCell> {
  const cells: Record<string, CsvCell> = { ...row, groups: null, names: null, currency };
  for (const [i, one] of by.entries()) {
    cells[one] = row.groups[i] ?? '';
    cells[`${one}_name`] = row.names[i] ?? '';
  }
  return cells;
}

export const adminCsv: Record<string, CsvForm> = {
  adminGetStatement: statementCsv,
  adminListCalls: {
    head: () => csvHead(CALL_FIELDS),
    lines: (result) => csvLines(CALL_FIELDS, (result as Calls).calls.map(callRow)),
    next: (result) => (result as Calls).next_cursor,
  },
  adminSliceUsage: {
    head: (result) => csvHead(sliceColumns(result as Slices)),
    lines: (result) => {
      const slices = result as Slices;
      return csvLines(
        sliceColumns(slices),
        slices.rows.map((row) => sliceRow(slices, row)),
      );
    },
  },
};
