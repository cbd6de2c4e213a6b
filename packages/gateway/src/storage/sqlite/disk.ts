// What the disk of a SQLite ledger allows: whether it has room for the next calls, and how a ledger is read that nobody can write.
import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StorageUnavailable } from '../storage.ts';
import { LOG_BYTES } from './connection.ts';

/** A small commit may still find a place in the log when there is none for what calls write. */
export async function assertRoom(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(path.dirname(file));
  const free = bavail * bsize;
  // The whole log goes into the database inside one commit, which may have to grow by as much.
  if (free < LOG_BYTES)
    throw new StorageUnavailable(
      `${free} bytes are left on the disk of the ledger, of ${LOG_BYTES} that it may need`,
    );
}

/**
 * By which name SQLite opens a ledger on a disk that is mounted read-only; null on any other. Without a log the file is all there is and
 * cannot change: SQLite then needs no files beside it. With one, SQLite reads both.
 */
export function readOnlyName(file: string): string | null {
  try {
    accessSync(file, constants.W_OK);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EROFS') return null;
    return existsSync(`${file}-wal`) ? file : `${pathToFileURL(path.resolve(file)).href}?immutable=1`;
  }
}
