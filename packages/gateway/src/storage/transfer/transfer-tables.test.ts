// A table or a column that the list lacks would be lost when a ledger moves to another database, without an error.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SqliteConnection } from '../sqlite/connection.ts';
import { TRANSFER_TABLES } from './transfer-tables.ts';

/** Facts of one database or one process. They are made anew in the database that a ledger moves to. */
const NOT_MOVED = ['meta', 'provider_leases', 'service_secret'];

test('the list of tables to move has every table and column of the schema', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-tables-'));
  const connection = new SqliteConnection(path.join(folder, 'ledger.db'), { readOnly: false });
  connection.migrate();
  const columns = connection.all(
    `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite%'`,
  );
  connection.close();
  rmSync(folder, { recursive: true });
  const found = columns
    .filter(({ table }) => !NOT_MOVED.includes(table as string))
    .map(({ table, column }) => `${table}.${column}`);
  const listed = TRANSFER_TABLES.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  expect(found.sort()).toEqual(listed.sort());
});
