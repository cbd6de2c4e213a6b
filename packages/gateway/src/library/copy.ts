// Owns the way of a whole library from one place to another, when storage moves or is backed up. It can be begun again at any time:
// what has arrived is not touched.
import { hasLibrary, openWriter } from './open-store.ts';
import type { LibraryPlace } from './place.ts';
import { storedEntries } from './stored-entries.ts';

/** How many records went; null where there was no library. A database must have its tables already. */
export async function copyLibrary(from: LibraryPlace, to: LibraryPlace): Promise<number | null> {
  if (!(await hasLibrary(from))) return null;
  const writer = await openWriter(to, { hasTables: true });
  let records = 0;
  try {
    for await (const entries of storedEntries(from)) {
      await writer.write(entries);
      records += entries.length;
    }
    await writer.tidy();
  } finally {
    await writer.close();
  }
  return records;
}
