// The contents of a ledger's archive, and how they are read: entries with all rows that they depend on, in the columns of
// transfer-tables.ts, and the collections and watches that they moved on. It proceeds by the number of each account's entries, which has no gap; ids and times are assigned before the commit
// and may be out of sequence.

import { COLLECTION_ID_PREFIX, gatheredUnit, WATCH_ID_PREFIX } from '../../domain/request-id.ts';
import { partsOf } from '../../domain/text/parts-of.ts';
import { one, type Reading, type Row, type Value } from '../steps/reading.ts';
import { TRANSFER_TABLES } from '../transfer/transfer-tables.ts';

const columnsOf = (table: string) => Object.keys(TRANSFER_TABLES.find(({ name }) => name === table)!.columns);

/** Without the id: the database assigns a new one when rows are put back. */
const entryColumns = columnsOf('entries').filter((name) => name !== 'id');

/** Its feeds have secrets, and its lease is of the moment. */
const NOT_ARCHIVED: readonly string[] = [
  ...['feed_hash', 'feed_key_id', 'lease', 'run_request_ids', 'paid_to', 'question_ends'],
];
const gatheredColumns = (table: string) => columnsOf(table).filter((name) => !NOT_ARCHIVED.includes(name));

/** By table, in the sequence in which rows are put back: a table comes after those that it refers to. */
export const ARCHIVE_COLUMNS = {
  accounts: ['id', 'name', 'currency', 'created_at_ms'],
  projects: columnsOf('projects'),
  keys: ['id', 'account_id', 'name', 'prefix', 'groups', 'status', 'created_at_ms', 'project_id'],
  catalogs: columnsOf('catalogs'),
  calls: columnsOf('calls'),
  entries: entryColumns,
  collections: gatheredColumns('collections'),
  watches: gatheredColumns('watches'),
} as const satisfies Record<string, readonly string[]>;

export type ArchiveTable = keyof typeof ARCHIVE_COLUMNS;

/** Values by the name of their column. */
export type ArchivedRow = Record<string, string | number | null | Uint8Array>;

type GatheredTable = 'collections' | 'watches';

/**
 * Entries are sorted by their number, account by account. Calls are those that the entries charged. Collections and watches are those of
 * these calls, as they were when they were archived; null in an archive of a release that did not keep them.
 */
export type ArchiveRows = Record<Exclude<ArchiveTable, GatheredTable>, ArchivedRow[]> &
  Record<GatheredTable, ArchivedRow[] | null>;

/** The last entry of an account. */
export interface EntryHead {
  accountId: string;
  entrySeq: number;
}

export interface ArchiveHeads {
  accounts: EntryHead[];
  catalogVersion: number;
}

/** Accounts per query for entries. */
export const ARCHIVE_ACCOUNTS_MAX = 100;
/** Entries per batch: half a megabyte, and a second or two of writing when they are put back. */
const ARCHIVE_ENTRIES_MAX = 500;

/** An entry that only the archive has, or that differs from the ledger's. */
export interface MissingEntry {
  accountId: string;
  seq: number;
  kind: string;
  amountMicros: number;
  atMs: number;
  /** Request id of the call that it charged. */
  requestId: string | null;
  reference: string | null;
}

export interface CaughtUp {
  /** Number of entries that the ledger already had. */
  known: number;
  /** Entries that the ledger lacked. They have been added, unless `writes` is false. */
  missing: MissingEntry[];
  /** Entries that do not follow from the ledger's, because the account has other entries since. They were not added. */
  diverged: MissingEntry[];
  /** Collections and watches that have pages or runs among the missing entries: these are asked again when the gateway serves. */
  gathered: string[];
  /** How far the accounts of these rows go with the added entries, even if nothing was written. */
  reached: ReachedAccount[];
}

/** An account as it is after a batch, or would be in a dry run. */
export interface ReachedAccount {
  accountId: string;
  name: string;
  entrySeq: number;
  balanceMicros: number;
}

export interface CatchUp {
  rows: ArchiveRows;
  /** False: a dry run that only reports what is missing. */
  writes: boolean;
  /**
   * In a dry run: where earlier batches would have brought accounts if they had been written. Without it, the dry run would report gaps
   * that the real run does not have.
   */
  ahead?: readonly ReachedAccount[];
  actor: string;
}

const HEAD_ROWS = 5_000;
const LISTED = 200;

/** The last entry of each account. */
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

/** The next entries after these heads, with all rows that they depend on. At most `ARCHIVE_ACCOUNTS_MAX` accounts at a time. */
export function* readArchiveRows(after: ArchiveHeads): Reading<ArchiveRows> {
  const entries = yield* entriesBehind(after.accounts);
  const calls = yield* rowsOf('calls', 'seq', distinct(entries.filter(isCharge), 'call_seq'));
  const gathered = yield* gatheredOf(calls);
  const payers = [...calls, ...gathered.collections, ...gathered.watches];
  const keys = yield* rowsOf('keys', 'id', distinct(payers, 'key_id'));
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
    ...gathered,
  };
}

/** Questions of this length are archived, so that a batch has 64 MB at most. A collection with longer ones that is lost is refunded. */
const QUESTIONS_CHARS_MAX = 131_072;

/** The collections and watches of these calls. The questions are archived once, with the first page. */
function* gatheredOf(calls: readonly Row[]): Reading<{ collections: Row[]; watches: Row[] }> {
  const units = calls
    .map(({ request_id }) => gatheredUnit(request_id as string))
    .filter((unit) => unit !== null);
  const begun = new Set(units.filter(({ before }) => before === 0).map(({ ownerId }) => ownerId));
  const owners = [...new Set(units.map(({ ownerId }) => ownerId))];
  const isFirst = ({ id }: Row) => begun.has(id as string);
  const collections = yield* rowsOf(
    'collections',
    'id',
    owners.filter((id) => id.startsWith(COLLECTION_ID_PREFIX)),
  );
  return {
    collections: collections.map((row) => (isFirst(row) ? row : { ...row, questions: null })),
    watches: yield* rowsOf(
      'watches',
      'id',
      owners.filter((id) => id.startsWith(WATCH_ID_PREFIX)),
    ),
  };
}

/** A column as it is archived. */
const archived = (name: string) =>
  name === 'questions'
    ? `CASE WHEN length(questions) <= ${QUESTIONS_CHARS_MAX} THEN questions END AS questions`
    : name;

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
  for (const values of partsOf(wanted, LISTED)) {
    const places = values.map((_, i) => `$${i + 1}`).join(', ');
    found.push(
      ...(yield {
        sql: `SELECT ${ARCHIVE_COLUMNS[table].map(archived).join(', ')} FROM ${table} WHERE ${key} IN (${places})`,
        values,
      }),
    );
  }
  return found;
}
