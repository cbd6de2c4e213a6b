// Finds a key by the hash of its secret, with the account that pays. A call does this when its key is not in the key cache.
import { accounts } from '../nouns/accounts.ts';
import { type KeyHolder, keys } from '../nouns/keys.ts';

import type { Row } from '../steps/reading.ts';
import type { ColumnValue, SqliteConnection } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

/** One query, read as an array of columns: three queries for whole rows take a quarter longer. */
interface HolderQuery {
  sql: string;
  key: readonly string[];
  account: readonly string[];
}

/** Columns are only ever added, so the names that the first look-up found stay valid. */
let known: HolderQuery | null = null;

function holderQuery(db: SqliteConnection): HolderQuery {
  const namesIn = (table: string) =>
    db.all('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name as string);
  const [key, account] = [namesIn('keys'), namesIn('accounts')];
  const columns = [...key.map((name) => `k.${name}`), ...account.map((name) => `a.${name}`)];
  const sql = `SELECT s.valid_until_ms, ${columns.join(', ')}
    FROM key_secrets s JOIN keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id WHERE s.hash = ?`;
  return { sql, key, account };
}

export function findKeyByHash({ db }: VerbContext, input: { hash: string }): KeyHolder | null {
  known ??= holderQuery(db);
  const values = db.columns(known.sql, input.hash);
  if (values === undefined) return null;
  return {
    key: keys.read(rowOf(known.key, values, 1)),
    account: accounts.read(rowOf(known.account, values, 1 + known.key.length)),
    secretValidUntilMs: values[0] as number | null,
  };
}

function rowOf(names: readonly string[], values: readonly ColumnValue[], from: number): Row {
  const row: Row = {};
  for (let i = 0; i < names.length; i++) row[names[i]!] = values[from + i]!;
  return row;
}
