// Owns how a new database file comes into being: it grows under another name and gets its own when it is whole and on disk, so that one
// that was cut short is never mistaken for it.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where it grows. */
export function unfinishedName(file: string): string {
  return `${file}.unfinished`;
}

/** Where it grows from now on, without what a run that was cut short left there. */
export function beginFile(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = unfinishedName(file);
  removeDatabase(unfinished);
  return unfinished;
}

/** The name is there after a power cut, or it is not: then the file is not either. */
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

/** With everything that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
