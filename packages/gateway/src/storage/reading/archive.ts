// Owns what the archive reads of a ledger: how far the entries of each account go, and the entries behind a given number with all that
// they need to stand in a ledger again. It goes by the numbers of accounts, which have no gap, and by nothing else: ids and times of
// entries are drawn before they are committed.
import {
  ARCHIVE_COLUMNS,
  ARCHIVE_ENTRIES_MAX,
  type ArchiveHeads,
  type ArchiveRows,
  type ArchiveTable,
  type EntryHead,
} from '../archive-rows.ts';
import type { Row } from '../rows.ts';
import { one, type Reading, type Value } from './reading.ts';

const HEAD_ROWS = 5_000;
const LISTED = 200;

export function* readArchiveHeads(): Reading<ArchiveHeads> {
  const accounts: EntryHead[] = [];
  const catalog = yield* one('SELECT max(version) AS version FROM catalogs');
  const catalogVersion = (catalog?.version as number | null) ?? 0;
  for (let after = ''; ; ) {
    const rows = yield {
      sql: `SELECT id, entry_seq FROM accounts WHERE id > $1 ORDER BY id LIMIT ${HEAD_ROWS}`,
      values: [after],
    };
    for (const { id, entry_seq } of rows)
      accounts.push({ accountId: id as string, entrySeq: entry_seq as number });
    if (rows.length < HEAD_ROWS) return { accounts, catalogVersion };
    after = rows.at(-1)!.id as string;
  }
}

/** Of `ARCHIVE_ACCOUNTS_MAX` accounts at most: the first entries behind their heads. */
export function* readArchiveRows(after: ArchiveHeads): Reading<ArchiveRows> {
  const entries = yield* entriesBehind(after.accounts);
  const calls = yield* rowsOf('calls', 'seq', distinct(entries.filter(isCharge), 'call_seq'));
  const keys = yield* rowsOf('keys', 'id', distinct(calls, 'key_id'));
  return {
    accounts: yield* rowsOf('accounts', 'id', distinct(entries, 'account_id')),
    projects: yield* rowsOf('projects', 'id', distinct([...keys, ...calls], 'project_id')),
    keys,
    catalogs: yield {
      sql: `SELECT ${ARCHIVE_COLUMNS.catalogs.join(', ')} FROM catalogs WHERE version > $1 ORDER BY version`,
      values: [after.catalogVersion],
    },
    calls,
    entries,
  };
}

const isCharge = ({ kind }: Row) => kind === 'charge';

function* entriesBehind(heads: readonly EntryHead[]): Reading<Row[]> {
  if (heads.length === 0) return [];
  const places = heads.map((_, i) => `(CAST($${2 * i + 1} AS text), CAST($${2 * i + 2} AS bigint))`);
  return yield {
    sql: `SELECT ${ARCHIVE_COLUMNS.entries.map((name) => `e.${name}`).join(', ')}
            FROM (SELECT column1 AS account_id, column2 AS seq FROM (VALUES ${places.join(', ')}) AS given) AS a
           CROSS JOIN entries e WHERE e.account_id = a.account_id AND e.seq > a.seq
           ORDER BY e.account_id, e.seq LIMIT ${ARCHIVE_ENTRIES_MAX}`,
    values: heads.flatMap(({ accountId, entrySeq }) => [accountId, entrySeq]),
  };
}

function distinct(rows: readonly Row[], column: string): Value[] {
  const found = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  return [...new Set(found as Value[])];
}

function* rowsOf(table: ArchiveTable, key: string, wanted: readonly Value[]): Reading<Row[]> {
  const found: Row[] = [];
  for (let first = 0; first < wanted.length; first += LISTED) {
    const values = wanted.slice(first, first + LISTED);
    const places = values.map((_, i) => `$${i + 1}`).join(', ');
    found.push(
      ...(yield {
        sql: `SELECT ${ARCHIVE_COLUMNS[table].join(', ')} FROM ${table} WHERE ${key} IN (${places})`,
        values,
      }),
    );
  }
  return found;
}
