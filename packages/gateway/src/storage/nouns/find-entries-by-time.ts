// Finds entries by time with a binary search over their numbers: entries are numbered without gaps in the sequence of their time, by `id`
// over all accounts and by `seq` within an account. An index by time would have to be written by every paid call.
import { one, type Reading, type Value } from '../steps/reading.ts';

/** Which numbers to search: `id` over all accounts, or `seq` of one account. */
interface EntryScope {
  column: 'id' | 'seq';
  accountId: string | undefined;
}

export function entryScopeOf({ accountId }: { accountId?: string }): EntryScope {
  return { column: accountId === undefined ? 'id' : 'seq', accountId };
}

/**
 * Corrections of the clock are smaller than this. The range is wider by it on both sides, and the reader then checks the time of each
 * row.
 */
const CLOCK_STEP_MS = 600_000;

function ofAccount({ accountId }: EntryScope, place: number): { sql: string; values: Value[] } {
  return accountId === undefined
    ? { sql: 'TRUE', values: [] }
    : { sql: `account_id = $${place}`, values: [accountId] };
}

/** The first entry with this number or a higher one. */
function* entryAt(scope: EntryScope, place: number): Reading<{ place: number; atMs: number } | null> {
  const { column } = scope;
  const own = ofAccount(scope, 2);
  const row = yield* one(
    `SELECT ${column} AS place, at_ms FROM entries WHERE ${column} >= $1 AND ${own.sql} ORDER BY ${column} LIMIT 1`,
    place,
    ...own.values,
  );
  return row === undefined ? null : { place: row.place as number, atMs: row.at_ms as number };
}

/** The time of the first entry with this number or a higher one. */
export function* entryTimeAt(scope: EntryScope, place: number): Reading<number | null> {
  return (yield* entryAt(scope, place))?.atMs ?? null;
}

/** The number after the last entry. */
function* numberAfterLast(scope: EntryScope): Reading<number> {
  const own = ofAccount(scope, 1);
  const { column } = scope;
  const row = yield* one(
    `SELECT ${column} AS place FROM entries WHERE ${own.sql} ORDER BY ${column} DESC LIMIT 1`,
    ...own.values,
  );
  return row === undefined ? 1 : (row.place as number) + 1;
}

/** The lowest number of an entry of this time or later, between `first` and `behind`. */
function* numberAt(scope: EntryScope, atMs: number, first: number, behind: number): Reading<number> {
  let low = first;
  let high = behind;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found: { place: number; atMs: number } | null = yield* entryAt(scope, middle);
    if (found === null || found.atMs >= atMs) high = middle;
    else low = found.place + 1;
  }
  return low;
}

/** A range of numbers that contains all entries of this time: from `first` to before `behind`. */
export function* entryRangeOf(
  scope: EntryScope,
  { fromMs, toMs }: { fromMs?: number; toMs?: number },
): Reading<{ first: number; behind: number }> {
  const end = yield* numberAfterLast(scope);
  const first = fromMs === undefined ? 1 : yield* numberAt(scope, fromMs - CLOCK_STEP_MS, 1, end);
  const behind = toMs === undefined ? end : yield* numberAt(scope, toMs + CLOCK_STEP_MS, first, end);
  return { first, behind };
}
