// Owns a small disk for tests that fill it or make it read-only: memory that is mounted as one. Where this user may not mount, there is
// none, and the tests say that they were left out.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  path: string;
  /** Takes every byte that is left; the returned function gives them back. */
  fill(): () => void;
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

const BLOCK = new Uint8Array(4_096);

/** null where this user may not mount; said aloud, because the tests are skipped then. */
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
      // Whatever was killed a moment ago may still have it open.
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
