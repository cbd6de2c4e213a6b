// Owns the reading of a whole library, wherever it lies: as it is stored, or made ready to be written into another one.
import type { StoredRecord } from './library-store.ts';
import { SHELF_ROWS_MAX } from './limits.ts';
import { openReader } from './open-store.ts';
import type { LibraryPlace } from './place.ts';
import { type IndexEntry, type LibraryComment, type LibraryRecord, toEntry } from './record.ts';

/** In the order in which they came. Each piece is of one moment; one that is written meanwhile may come later or not at all. */
export async function* storedRecords(place: LibraryPlace): AsyncGenerator<StoredRecord[]> {
  const reader = await openReader(place);
  try {
    for (let seq = 0; ; ) {
      const rows = await reader.read(async (view) => (await view?.arrived(seq, SHELF_ROWS_MAX)) ?? []);
      if (rows.length === 0) return;
      yield rows;
      seq = rows.at(-1)!.seq;
    }
  } finally {
    await reader.close();
  }
}

/** The same records again, comments and all. */
export async function* storedEntries(place: LibraryPlace): AsyncGenerator<IndexEntry[]> {
  for await (const rows of storedRecords(place)) yield rows.map(entryOf);
}

function entryOf({ body, comments }: StoredRecord): IndexEntry {
  const said = comments?.map((comment) => JSON.parse(comment) as LibraryComment);
  return toEntry(JSON.parse(body) as LibraryRecord, said);
}
