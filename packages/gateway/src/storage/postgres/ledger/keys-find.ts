// Finds keys by the hashes of their secrets, with the accounts that pay. Every call does this.
import { accounts } from '../../nouns/accounts.ts';
import { type KeyHolder, keys } from '../../nouns/keys.ts';
import type { Row } from '../../steps/reading.ts';
import type { SqlConnection } from '../connection.ts';

/** Columns of the paying account. They are named apart, because keys have columns of the same names. */
const PAYER = accounts.list.split(', ');

/** Many look-ups at once; the results are in the sequence of the hashes. */
export async function findKeysByHash(db: SqlConnection, hashes: string[]): Promise<(KeyHolder | null)[]> {
  const rows = await db.all(
    `SELECT s.hash, s.valid_until_ms, k.*, ${PAYER.map((column) => `a.${column} AS a_${column}`).join(', ')}
       FROM key_secrets s JOIN keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id
      WHERE s.hash = ANY($1)`,
    [...new Set(hashes)],
  );
  const holders = new Map(rows.map((row) => [row.hash as string, readHolder(row)]));
  return hashes.map((hash) => holders.get(hash) ?? null);
}

function readHolder(row: Row): KeyHolder {
  const payer: Row = {};
  for (const column of PAYER) payer[column] = row[`a_${column}`]!;
  return {
    key: keys.read(row),
    account: accounts.read(payer),
    secretValidUntilMs: row.valid_until_ms as number | null,
  };
}
