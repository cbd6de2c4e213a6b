// Looks for damaged pages in the file of the database, for `doctor`. It changes nothing.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The first of them say enough: a damaged file is replaced by a backup. */
const DAMAGES_MAX = 3;

/** What SQLite says of each damage. Every page of tables and indexes is read, which takes seconds for a gigabyte. Empty without a file. */
export function findDamage(file: string): string[] {
  if (!existsSync(file)) return [];
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare(`PRAGMA quick_check(${DAMAGES_MAX})`).all();
    return rows.map((row) => String(row.quick_check)).filter((text) => text !== 'ok');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') throw error;
    return [(error as Error).message];
  } finally {
    db.close();
  }
}
