// Owns what can be told about a library at a glance, for use without a running gateway.
import type { LibraryStats } from './library-store.ts';
import { openReader } from './open-store.ts';
import type { LibraryPlace } from './place.ts';

export type { LibraryStats } from './library-store.ts';

/** A library that does not exist yet is an empty one. */
export async function libraryStats(place: LibraryPlace): Promise<LibraryStats> {
  const reader = await openReader(place);
  try {
    return await reader.stats();
  } finally {
    await reader.close();
  }
}
