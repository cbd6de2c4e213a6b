// Counts of a library, for commands without a running gateway.

import type { LibraryPlace } from './library-place.ts';
import type { LibraryStats } from './library-store.ts';
import { openReader } from './open-store.ts';

export type { LibraryStats } from './library-store.ts';

/** A library that does not exist yet counts as empty. */
export async function libraryStats(place: LibraryPlace): Promise<LibraryStats> {
  const reader = await openReader(place);
  try {
    return await reader.stats();
  } finally {
    await reader.close();
  }
}
