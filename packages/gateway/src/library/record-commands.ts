// The operator's commands for single records: list them, show one, remove some, export all into a file that an import reads. They work
// while a gateway serves, which sees the change with its next question, because nothing of the library is cached. They never touch the
// ledger.
import { exportLine } from './files/export-line.ts';
import type { LibraryPlace } from './library-place.ts';
import type { LibraryView, StoredRecord } from './library-store.ts';
import { LINE_BYTES_MAX } from './limits.ts';
import { openReader, openWriter } from './open-store.ts';
import type { LibraryComment, LibraryRecord } from './record.ts';
import { storedRecords } from './stored-entries.ts';

export interface RecordList {
  records: LibraryRecord[];
  /** The id after which the list continues; null at its end. */
  next: string | null;
}

/** The newest first, as in search results. null when there is no record `after`. */
export function listRecords(
  place: LibraryPlace,
  { limit, after }: { limit: number; after: string | null },
): Promise<RecordList | null> {
  return reading(place, async (view) => {
    if (view === null) return { records: [], next: null };
    const found = await view.newest(after, limit + 1);
    if (found === null) return null;
    const records = found.slice(0, limit).map((body) => parsed<LibraryRecord>(body));
    return { records, next: found.length > limit ? (records.at(-1)?.id ?? null) : null };
  });
}

export function findRecord(place: LibraryPlace, id: string): Promise<LibraryRecord | null> {
  return reading(place, async (view) => {
    const body = (await view?.record(id)) ?? null;
    return body === null ? null : parsed<LibraryRecord>(body);
  });
}

/** Removes all of them or, when it throws, none. Returns how many existed. */
export async function removeRecords(place: LibraryPlace, ids: readonly string[]): Promise<number> {
  const writer = await openWriter(place);
  try {
    return await writer.remove(ids);
  } finally {
    await writer.close();
  }
}

export interface ExportedLines {
  text: string;
  records: number;
  /** How many of these were exported without comments, because they have more than an import reads in one line. */
  withoutComments: number;
  /** Even without comments, the transcripts of these have more. */
  withoutTranscripts: number;
}

/** JSON Lines in chunks, in the sequence in which the records arrived. Importing them gives the same records. */
export async function* exportLines(place: LibraryPlace): AsyncGenerator<ExportedLines> {
  for await (const rows of storedRecords(place)) yield linesOf(rows);
}

function linesOf(rows: readonly StoredRecord[]): ExportedLines {
  let [withoutComments, withoutTranscripts] = [0, 0];
  const fits = (line: string) => Buffer.byteLength(line) <= LINE_BYTES_MAX;
  const lines = rows.map(({ body, comments, tracks }) => {
    const record = parsed<LibraryRecord>(body);
    const said = comments?.map((comment) => parsed<LibraryComment>(comment)) ?? null;
    const whole = exportLine(record, said, tracks);
    if (fits(whole)) return whole;
    withoutComments += said === null ? 0 : 1;
    const spoken = exportLine(record, null, tracks);
    if (fits(spoken)) return spoken;
    withoutTranscripts += 1;
    return exportLine(record, null, []);
  });
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    records: rows.length,
    withoutComments,
    withoutTranscripts,
  };
}

function parsed<T>(body: string): T {
  return JSON.parse(body) as T;
}

async function reading<T>(place: LibraryPlace, read: (view: LibraryView | null) => Promise<T>): Promise<T> {
  const reader = await openReader(place);
  try {
    return await reader.read(read);
  } finally {
    await reader.close();
  }
}
