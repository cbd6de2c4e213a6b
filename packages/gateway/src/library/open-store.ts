// Owns the choice between the two places of a library. The driver of PostgreSQL is loaded only where it is used.
import { type Clock, systemClock } from '../domain/clock.ts';
import type { LibraryReader, LibraryWriter } from './library-store.ts';
import { SEARCH_BUDGET_MS } from './limits.ts';
import type { LibraryPlace } from './place.ts';
import { libraryPath } from './sqlite/database.ts';
import { SqliteReader } from './sqlite/reader.ts';
import { openSqliteWriter } from './sqlite/store-writer.ts';

export { libraryPath } from './sqlite/database.ts';

/** It reaches for nothing before it is asked. `searchMs` bounds what a database may take for a statement of a search. */
export async function openReader(
  place: LibraryPlace,
  clock: Clock = systemClock,
  searchMs: number = SEARCH_BUDGET_MS,
): Promise<LibraryReader> {
  if ('dataDir' in place) return new SqliteReader(libraryPath(place.dataDir), clock);
  const { PostgresReader } = await import('./postgres/reader.ts');
  return new PostgresReader(place.databaseUrl, searchMs);
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

/**
 * Makes the library when there is none. Whoever has the lock of every start, and has made the tables, says so: making them would wait
 * for it.
 */
export async function openWriter(place: LibraryPlace, { hasTables = false } = {}): Promise<LibraryWriter> {
  if ('dataDir' in place) return openSqliteWriter(libraryPath(place.dataDir));
  return (await import('./postgres/store-writer.ts')).openPostgresWriter(place.databaseUrl, hasTables);
}
