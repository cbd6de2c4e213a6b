// Reads a whole library from any place: as it is stored, or prepared for writing into another one.

import type { LibraryPlace } from './library-place.ts';
import type { StoredRecord } from './library-store.ts';
import { EXPORT_ROWS_MAX } from './limits.ts';
import { openReader } from './open-store.ts';
import { type IndexEntry, type LibraryComment, type LibraryRecord, toEntry } from './record.ts';

/** In the sequence of arrival. Each chunk is a snapshot; a record that is written meanwhile may come later or not at all. */
export async function* storedRecords(place: LibraryPlace): AsyncGenerator<StoredRecord[]> {
  const reader = await openReader(place);
  try {
    for (let seq = 0; ; ) {
      const rows = await reader.read(async (view) => (await view?.arrived(seq, EXPORT_ROWS_MAX)) ?? []);
      if (rows.length === 0) return;
      yield rows;
      seq = rows.at(-1)!.seq;
    }
  } finally {
    await reader.close();
  }
}

/** The same records with their comments, prepared for writing. */
export async function* storedEntries(place: LibraryPlace): AsyncGenerator<IndexEntry[]> {
  for await (const rows of storedRecords(place)) yield rows.map(entryOf);
}

function entryOf({ body, comments, tracks }: StoredRecord): IndexEntry {
  const said = comments?.map((comment) => JSON.parse(comment) as LibraryComment);
  return toEntry(JSON.parse(body) as LibraryRecord, said, tracks);
}
