import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fillDataFolder } from './prepared-folder.ts';
import { startTestGateway } from './test-gateway.ts';

/** The schema, and for each table of the library the number of its rows. */
function contentsOf(folder: string): unknown {
  const schemas = ['reelgate.db', 'library.db'].map((name) => {
    const db = new DatabaseSync(path.join(folder, name), { readOnly: true });
    const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
    const version = db.prepare('PRAGMA user_version').get();
    const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name));
    const counts = tables.map((table) => [
      table,
      db.prepare(`SELECT count(*) AS rows FROM "${table}"`).get(),
    ]);
    db.close();
    return { schema, version, rows: name === 'library.db' ? counts : null };
  });
  return schemas;
}

test('a prepared data folder holds the schema and the sample library that a first start makes', async () => {
  const [made, prepared] = ['made', 'prepared'].map((name) =>
    mkdtempSync(path.join(tmpdir(), `reelgate-${name}-`)),
  ) as [string, string];
  try {
    await (await startTestGateway({ folder: made })).close();
    await fillDataFolder(prepared);
    expect(contentsOf(prepared)).toEqual(contentsOf(made));
  } finally {
    for (const folder of [made, prepared]) rmSync(folder, { recursive: true, force: true });
  }
});
