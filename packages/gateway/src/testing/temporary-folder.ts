// The folder for temporary files of tests. Its files survive a killed process, but not a crash of the machine.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** The tests of one run need less than 1 GiB at a time. */
const MEMORY_BYTES_MIN = 2 * 1024 ** 3;

/** Memory, where there is plenty: tests prove rules, and a shared disk would only make them slow. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize > MEMORY_BYTES_MIN) return MEMORY_FOLDER;
  } catch {
    // Not every system has this folder.
  }
  return tmpdir();
}
