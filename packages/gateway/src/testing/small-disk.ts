// A small disk for tests that fill it or make it read-only: a mounted tmpfs. Where this user may not mount, there is no such disk, and the
// tests report that they were skipped.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  path: string;
  /** Fills all remaining bytes; the returned function frees them. */
  fill(): () => void;
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

const BLOCK = new Uint8Array(4_096);

/** null where this user may not mount. It prints that, because the tests are skipped then. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    console.warn(`skipped: this user may not mount a small disk (${(error as Error).message.trim()})`);
    return null;
  }
  return {
    path: folder,
    fill: () => fill(path.join(folder, 'filling')),
    setReadOnly: (isReadOnly) =>
      void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]),
    remove() {
      // A process that was just killed may still have a file open.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function fill(file: string): () => void {
  const handle = openSync(file, 'w');
  try {
    while (writeSync(handle, BLOCK) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
  return () => rmSync(file);
}
