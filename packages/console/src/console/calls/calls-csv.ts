// Owns the file of the calls that are filtered: read page by page to the end of the list, or to a number that a spreadsheet can hold.
import type { AdminCall, AdminListCallsAnswer } from '../../api/api-types.ts';
import { csvText } from '../../money/csv.ts';
import { admin } from '../api.ts';
import type { CallFilters } from './filters.ts';

const PAGE = 200;
/** A hundred requests at most, one after another. */
const PAGES_MAX = 100;

const COLUMNS = [
  'id',
  'request_id',
  'account_id',
  'account_name',
  'key_id',
  'state',
  'path',
  'platform',
  'operation',
  'variant',
  'catalog_version',
  'price',
  'charged',
  'refunded',
  'cost',
  'margin',
  'currency',
  'source',
  'failure',
  'provider',
  'attempts',
  'opened_at',
  'finished_at',
  'duration_ms',
] as const satisfies (keyof AdminCall)[];

export function csvOf(calls: readonly AdminCall[]): string {
  return csvText(
    COLUMNS,
    calls.map((call) => COLUMNS.map((name) => call[name] ?? null)),
  );
}

export async function readCallsCsv({ open: _, ...filters }: CallFilters): Promise<string> {
  const calls = new Map<string, AdminCall>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { ...filters, limit: PAGE, cursor };
    const answer: AdminListCallsAnswer = await admin<AdminListCallsAnswer>('/calls', { query });
    // What ends while this reads may come twice.
    for (const call of answer.calls) calls.set(call.id, call);
    cursor = answer.next_cursor;
    if (cursor === null) break;
  }
  return csvOf([...calls.values()]);
}
