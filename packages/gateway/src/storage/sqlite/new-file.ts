// Creates a new database file: it is written under another name and gets its final name when it is complete and on disk, so that an
// interrupted one is never mistaken for it.
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../process/make-folder.ts';

/** The name under which the file is written. */
export function unfinishedName(file: string): string {
  return `${file}.unfinished`;
}

/** Deletes what an interrupted run left, and returns the temporary name under which the new file is written. */
export function beginFile(file: string): string {
  makeFolder(path.dirname(file));
  const unfinished = unfinishedName(file);
  removeDatabase(unfinished);
  return unfinished;
}

/** After a power cut the file either has its final name and is complete, or does not have that name. */
export function giveName(file: string): void {
  const unfinished = unfinishedName(file);
  syncPath(unfinished);
  renameSync(unfinished, file);
  syncPath(path.dirname(file));
}

function syncPath(name: string): void {
  const handle = openSync(name, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Also removes the files that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
