// Opens the library's file: for writing, for reading, or without touching it. The ledger is in another file, so a damaged or deleted
// library costs no money.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../process/make-folder.ts';
import { BUSY_TIMEOUT_MS } from '../limits.ts';
import { indexWords, isBehind, isEmptyFile, leadOn, understoodFormat } from './format.ts';

export function libraryPath(dataDir: string): string {
  return join(dataDir, 'library.db');
}

/** Creates the file when there is none. Throws when it is not a library that this release supports. */
export function openForWriting(path: string): DatabaseSync {
  const db = openLedOn(path);
  try {
    while (inWriteTransaction(db, () => indexWords(db)));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The words of its records may not be indexed yet. */
function openLedOn(path: string): DatabaseSync {
  makeFolder(dirname(path));
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // 8 KiB pages import a fifth faster than 4 KiB ones. With NORMAL, a power failure may lose the last batch, never the file.
    db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // In KiB. Holds the id and rank indexes of a few million records, which an import accesses at random.
    db.exec('PRAGMA cache_size = -131072');
    inWriteTransaction(db, () => leadOn(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens an existing file for searching; null when there is none, or its first import has not committed yet. */
export function openForReading(path: string): DatabaseSync | null {
  if (fileIdentity(path) === null) return null;
  return openedLibrary(new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
}

/**
 * Opens a file that is read once and must not change: a backup, a copy, a library that is being imported. Neither it nor its folder
 * changes, also where both are read-only. Without a write-ahead log beside it no process has it open, so nothing is locked. If an import
 * into that file starts meanwhile, the read data is inconsistent.
 */
export function openUntouched(path: string): DatabaseSync | null {
  if (fileIdentity(path) === null) return null;
  const url = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
  return openedLibrary(new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS }));
}

function openedLibrary(db: DatabaseSync): DatabaseSync | null {
  try {
    db.exec('PRAGMA query_only = 1; PRAGMA cache_size = -65536');
    if (!isEmptyFile(db)) {
      understoodFormat(db);
      return db;
    }
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  return null;
}

/**
 * Adds what a library of an earlier version lacks, if the file is writable, and indexes the words of a limited number of its records. True
 * when words of more are left to index. If the file is not writable, it stays as it is: it can be searched, without the newer data.
 */
export function bringUpToDate(path: string): boolean {
  const before = openForReading(path);
  const isOld = before !== null && isBehind(before);
  before?.close();
  if (!isOld) return false;
  try {
    const db = openLedOn(path);
    try {
      return inWriteTransaction(db, () => indexWords(db));
    } finally {
      db.close();
    }
  } catch {
    // The folder or the file is read-only, or another process held the write lock beyond the timeout.
    return false;
  }
}

/** Distinguishes a file from another one that replaced it. */
export function fileIdentity(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** Commits all of the work, or none of it. */
export function inWriteTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, such as a full disk, have already ended the transaction.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
