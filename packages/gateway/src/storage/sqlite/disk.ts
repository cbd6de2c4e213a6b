// What the disk of a SQLite ledger allows: whether it has space for the next calls, and how to open a ledger that cannot be written.
import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StorageUnavailable } from '../storage.ts';
import { LOG_BYTES } from './connection.ts';

/** A small commit may still fit into the log when there is no space for what calls write. */
export async function assertRoom(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(path.dirname(file));
  const free = bavail * bsize;
  // The whole log is copied into the database inside one commit, and the database may grow by as much.
  if (free < LOG_BYTES)
    throw new StorageUnavailable(
      `${free} bytes are left on the disk of the ledger, of ${LOG_BYTES} that it may need`,
    );
}

/**
 * The file name by which SQLite opens a ledger on a read-only disk; null on any other disk. Without a log the file is complete and cannot
 * change, so SQLite needs no files beside it. With a log, SQLite reads both.
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
