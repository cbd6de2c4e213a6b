// Opens the library in a file or in PostgreSQL. The PostgreSQL driver is loaded only when it is needed.
import { type Clock, systemClock } from '../domain/clock.ts';
import type { LibraryPlace } from './library-place.ts';
import type { LibraryReader, LibraryWriter } from './library-store.ts';
import type { ReaderSettings } from './postgres/reader.ts';
import { libraryPath } from './sqlite/database.ts';
import { SqliteReader } from './sqlite/reader.ts';
import { openSqliteWriter } from './sqlite/writer.ts';

export { libraryPath } from './sqlite/database.ts';

/** It opens nothing until the first question. */
export async function openReader(
  place: LibraryPlace,
  clock: Clock = systemClock,
  { onNoRoom = () => {} }: Partial<Pick<ReaderSettings, 'onNoRoom'>> = {},
): Promise<LibraryReader> {
  if (!('databaseUrl' in place)) return new SqliteReader(fileOf(place), clock, 'dataDir' in place);
  const { PostgresReader } = await import('./postgres/reader.ts');
  return new PostgresReader(place.databaseUrl, clock, { onNoRoom, indexDir: place.indexDir ?? null });
}

export function fileOf(place: Exclude<LibraryPlace, { databaseUrl: string }>): string {
  return 'file' in place ? place.file : libraryPath(place.dataDir);
}

/** False when no library was created there. */
export async function hasLibrary(place: LibraryPlace): Promise<boolean> {
  const reader = await openReader(place);
  try {
    return await reader.read(async (view) => view !== null);
  } finally {
    await reader.close();
  }
}

/** Creates the library if there is none. */
export async function openWriter(place: LibraryPlace): Promise<LibraryWriter> {
  if (!('databaseUrl' in place)) return openSqliteWriter(fileOf(place));
  return (await import('./postgres/store-writer.ts')).openPostgresWriter(place.databaseUrl);
}
