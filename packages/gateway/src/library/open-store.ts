// Owns the opening of a library, for reading and for writing.
import { type Clock, systemClock } from '../domain/clock.ts';
import type { LibraryReader, LibraryWriter } from './library-store.ts';
import type { LibraryPlace } from './place.ts';
import { libraryPath } from './sqlite/database.ts';
import { SqliteReader } from './sqlite/reader.ts';
import { openSqliteWriter } from './sqlite/store-writer.ts';

export { libraryPath } from './sqlite/database.ts';

/** It reaches for nothing before it is asked. */
export async function openReader(place: LibraryPlace, clock: Clock = systemClock): Promise<LibraryReader> {
  return new SqliteReader(libraryPath(place.dataDir), clock);
}

/** False while nobody has made one. */
export async function hasLibrary(place: LibraryPlace): Promise<boolean> {
  const reader = await openReader(place);
  try {
    return await reader.read(async (view) => view !== null);
  } finally {
    await reader.close();
  }
}

/** Makes the library when there is none. */
export async function openWriter(place: LibraryPlace): Promise<LibraryWriter> {
  return openSqliteWriter(libraryPath(place.dataDir));
}
