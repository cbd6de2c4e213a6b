// Where charges lie in time. Entries are numbered without gaps, those of all accounts by id and those of one account by seq, and written once. So a
// time is found by halving, without an index that every paid call would have to write.
import { one, type Reading, type Value } from '../steps/reading.ts';

/** The numbers that a list of charges goes by. */
export interface EntryScope {
  column: 'id' | 'seq';
  accountId: string | undefined;
}

export function entryScopeOf({ accountId }: { accountId?: string }): EntryScope {
  return { column: accountId === undefined ? 'id' : 'seq', accountId };
}

/** A clock that is set right steps by less; what lies in between is looked at, and judged by its own time. */
const CLOCK_STEP_MS = 600_000;

function ofAccount({ accountId }: EntryScope, place: number): { sql: string; values: Value[] } {
  return accountId === undefined
    ? { sql: 'TRUE', values: [] }
    : { sql: `account_id = $${place}`, values: [accountId] };
}

/** The first entry at this place or behind it. */
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

/** The time of the first entry at this place or behind it. */
export function* entryTimeAt(scope: EntryScope, place: number): Reading<number | null> {
  return (yield* entryAt(scope, place))?.atMs ?? null;
}

/** Behind the last entry. */
export function* numberAfterLast(scope: EntryScope): Reading<number> {
  const own = ofAccount(scope, 1);
  const { column } = scope;
  const row = yield* one(
    `SELECT ${column} AS place FROM entries WHERE ${own.sql} ORDER BY ${column} DESC LIMIT 1`,
    ...own.values,
  );
  return row === undefined ? 1 : (row.place as number) + 1;
}

/** The first place of an entry that was made at this time or later, between two places. */
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

/** Where charges of these times lie, at most: from the first place up to one behind the last. */
export function* entryRangeOf(
  scope: EntryScope,
  { fromMs, toMs }: { fromMs?: number; toMs?: number },
): Reading<{ first: number; behind: number }> {
  const end = yield* numberAfterLast(scope);
  const first = fromMs === undefined ? 1 : yield* numberAt(scope, fromMs - CLOCK_STEP_MS, 1, end);
  const behind = toMs === undefined ? end : yield* numberAt(scope, toMs + CLOCK_STEP_MS, first, end);
  return { first, behind };
}
