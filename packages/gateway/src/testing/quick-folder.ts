// Owns where tests put files of theirs that are gone with them. A killed process loses nothing of what lies there; a crash of the machine does.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** All that the tests of a run have at a time takes less than one. */
const MEMORY_BYTES_MIN = 2 * 1024 ** 3;

/** Memory, where there is plenty: tests prove rules, and a disk that others use as well only makes them slow. */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize > MEMORY_BYTES_MIN) return MEMORY_FOLDER;
  } catch {
    // Not every system has it.
  }
  return tmpdir();
}
