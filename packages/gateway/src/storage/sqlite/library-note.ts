// Owns what a backup's ledger says of the library that belongs to it, so that a restore misses a library that was left behind, and knows
// one that is another. A ledger that is served says nothing: its library lives on.
import type { LibraryNote } from '../transfer/transfer.ts';
import { SqliteConnection } from './connection.ts';

const RECORDS = 'library_records';
const MARK = 'library_mark';

export function writeLibraryNote(db: SqliteConnection, note: LibraryNote | null): void {
  db.run('DELETE FROM meta WHERE name IN (?, ?)', RECORDS, MARK);
  if (note === null) return;
  const sql = 'INSERT INTO meta (name, value) VALUES (?, ?), (?, ?)';
  db.run(sql, RECORDS, note.records, MARK, note.mark);
}

/** null for a backup without a library, or a ledger that is none. */
export function readLibraryNote(file: string): LibraryNote | null {
  const db = new SqliteConnection(file, { readOnly: true });
  try {
    const rows = db.all('SELECT name, value FROM meta WHERE name IN (?, ?)', RECORDS, MARK);
    const value = (wanted: string) => rows.find(({ name }) => name === wanted)?.value as number | undefined;
    const [records, mark] = [value(RECORDS), value(MARK)];
    return records === undefined || mark === undefined ? null : { records, mark };
  } finally {
    db.close();
  }
}
