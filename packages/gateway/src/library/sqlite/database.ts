// Owns how the library's file is opened: for writing, for reading, and without touching it. The ledger and everything else of the gateway
// live in another file, so a broken or deleted library costs nobody a cent.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { BUSY_TIMEOUT_MS } from '../limits.ts';
import { isBehind, isEmptyFile, leadOn, understoodFormat } from './format.ts';

export function libraryPath(dataDir: string): string {
  return join(dataDir, 'library.db');
}

/** Opens the file for writing and creates it when there is none. Throws when it is no library that this release knows. */
export function openForWriting(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // 8 KiB pages import a fifth faster than 4 KiB ones. NORMAL: a power cut may lose the last batch, never the file.
    db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // Kibibytes. Holds the id and rank indexes of a few million records, which an import touches at random.
    db.exec('PRAGMA cache_size = -131072');
    inWriteTransaction(db, () => leadOn(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens an existing file for searching; null while there is none or its first import has not committed yet. */
export function openForReading(path: string): DatabaseSync | null {
  if (fileIdentity(path) === null) return null;
  return openedLibrary(new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
}

/**
 * Opens a file that is read once and belongs to somebody else: a backup, a copy, a library that another one takes over. Neither it nor
 * its folder changes, also where both are read-only. Without a write-ahead log beside it no process has it open, so nothing is locked;
 * whoever begins to import into it meanwhile spoils what is read.
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
 * Adds to a library of an earlier version what it lacks, where it may be written. One that may not stays as it is: it can be searched,
 * and what came later is not in it.
 */
export function bringUpToDate(path: string): void {
  const before = openForReading(path);
  const isOld = before !== null && isBehind(before);
  before?.close();
  if (!isOld) return;
  try {
    openForWriting(path).close();
  } catch {
    // Its folder or file is read-only, or another process writes for longer than anybody waits.
  }
}

/** Tells a file from another one put in its place. */
export function fileIdentity(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** All of the work, or none of it. */
export function inWriteTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, a full disk among them, have ended it already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
