// Finds keys by the hashes of their secrets, with the accounts that pay. Every call does this.
import type { KeyHolder } from '../../nouns/keys.ts';
import { readAccount, readKey } from '../../nouns/rows.ts';
import type { Row } from '../../steps/reading.ts';
import type { SqlConnection } from '../connection.ts';

/** Many look-ups at once; the results are in the sequence of the hashes. */
export async function findKeysByHash(db: SqlConnection, hashes: string[]): Promise<(KeyHolder | null)[]> {
  const rows = await db.all(
    `SELECT s.hash, s.valid_until_ms, k.*, a.id AS a_id, a.name AS a_name, a.status AS a_status, a.currency,
            a.balance_micros, a.held_micros, a.rate_requests AS a_requests, a.rate_per_seconds AS a_per_seconds,
            a.rate_concurrent AS a_concurrent, a.created_at_ms AS a_created_at_ms, a.title, a.contact,
            a.low_balance_micros, a.closed_at_ms, a.billing_address, a.tax_id
       FROM key_secrets s JOIN keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id
      WHERE s.hash = ANY($1)`,
    [...new Set(hashes)],
  );
  const holders = new Map(rows.map((row) => [row.hash as string, readHolder(row)]));
  return hashes.map((hash) => holders.get(hash) ?? null);
}

function readHolder(row: Row): KeyHolder {
  const account = readAccount({
    ...row,
    id: row.a_id!,
    name: row.a_name!,
    status: row.a_status!,
    rate_requests: row.a_requests!,
    rate_per_seconds: row.a_per_seconds!,
    rate_concurrent: row.a_concurrent!,
    created_at_ms: row.a_created_at_ms!,
  });
  return { key: readKey(row), account, secretValidUntilMs: row.valid_until_ms as number | null };
}
