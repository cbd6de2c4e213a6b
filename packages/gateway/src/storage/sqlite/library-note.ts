// A note in a backup's ledger about the library that belongs to it. With it, a restore notices a library that is missing or is another
// one. A ledger in use has no note, because its library changes all the time.
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

/** null for a backup without a library, and for a ledger that is not a backup. */
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
