// Owns the question whether this machine has records that a search will not find: versions before kept a library in a file on each
// machine, also beside PostgreSQL. It only looks.
import { existsSync } from 'node:fs';
import { libraryPath } from './open-store.ts';
import { type LibrarySettings, libraryPlaceOf } from './place.ts';
import { libraryStats } from './stats.ts';

/** A file that nobody reads, because the library is in PostgreSQL; null when there is none. */
export function unreadLibraryFile({ dataDir, storage }: LibrarySettings): string | null {
  const file = libraryPath(dataDir);
  return storage.kind === 'postgres' && existsSync(file) ? file : null;
}

/** That file, while the library in PostgreSQL is empty; null otherwise. */
export async function leftLibraryFile(settings: LibrarySettings): Promise<string | null> {
  const file = unreadLibraryFile(settings);
  if (file === null) return null;
  const { records } = await libraryStats(libraryPlaceOf(settings));
  return records === 0 ? file : null;
}
