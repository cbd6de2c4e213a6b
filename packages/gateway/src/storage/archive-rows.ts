// Owns what the archive of a ledger consists of: entries with everything that they need to stand in a ledger again, in the columns that a
// move of the ledger has too. Words alone; files are in archive-files.ts.
import { TRANSFER_TABLES } from './transfer-tables.ts';

const columnsOf = (table: string) => Object.keys(TRANSFER_TABLES.find(({ name }) => name === table)!.columns);

/** Numbers that the database gives are given again. */
const entryColumns = columnsOf('entries').filter((name) => name !== 'id');

/** By table, in the order in which rows are put back: each after those that it refers to. */
export const ARCHIVE_COLUMNS = {
  accounts: ['id', 'name', 'currency', 'created_at_ms'],
  projects: columnsOf('projects'),
  keys: ['id', 'account_id', 'name', 'prefix', 'groups', 'status', 'created_at_ms', 'project_id'],
  catalogs: columnsOf('catalogs'),
  calls: columnsOf('calls'),
  entries: entryColumns,
} as const satisfies Record<string, readonly string[]>;

export type ArchiveTable = keyof typeof ARCHIVE_COLUMNS;

/** By the names of its columns. */
export type ArchivedRow = Record<string, string | number | null | Uint8Array>;

/** Entries are in the order of their numbers, account by account. Calls are those that were charged by them. */
export type ArchiveRows = Record<ArchiveTable, ArchivedRow[]>;

/** How far the entries of an account go. */
export interface EntryHead {
  accountId: string;
  entrySeq: number;
}

export interface ArchiveHeads {
  accounts: EntryHead[];
  catalogVersion: number;
}

/** Accounts in one question for entries. */
export const ARCHIVE_ACCOUNTS_MAX = 100;
/** Entries in one batch: half a megabyte, and a second or two of writing when they are put back. */
export const ARCHIVE_ENTRIES_MAX = 500;

/** An entry that only the archive has, or has otherwise. */
export interface MissingEntry {
  accountId: string;
  seq: number;
  kind: string;
  amountMicros: number;
  atMs: number;
  /** Of the call that it charged. */
  requestId: string | null;
  reference: string | null;
}

export interface CaughtUp {
  /** Entries that the ledger had already. */
  known: number;
  /** Entries that it lacked. They stand in it now, unless nothing was to be written. */
  missing: MissingEntry[];
  /** Entries that do not follow from what the ledger has: its account has gone on otherwise. They were left out. */
  diverged: MissingEntry[];
  /** How far the accounts of these rows go with them, written or not. */
  reached: ReachedAccount[];
}

/** An account as it is, or would be, behind a batch. */
export interface ReachedAccount {
  accountId: string;
  name: string;
  entrySeq: number;
  balanceMicros: number;
}

export interface CatchUp {
  rows: ArchiveRows;
  /** False: only says what is missing. */
  writes: boolean;
  /** Where earlier batches would have brought accounts, had they been written: a dry run must not be surprised by its own gaps. */
  ahead?: readonly ReachedAccount[];
  actor: string;
}
