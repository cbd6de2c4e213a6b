// Reads every row of a gateway's SQLite file, for tests of what must leave no trace.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The rows of all tables as one text. */
export function allRows(folder: string): string {
  const db = new DatabaseSync(path.join(folder, 'reelgate.db'), { readOnly: true });
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const all = names.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
  db.close();
  return JSON.stringify(all, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}
