// Checks whether a database contains a ledger at all. It changes nothing and needs no right except to connect.
import { describeHosts } from '../../domain/database-hosts.ts';
import type { Pool } from './connection.ts';

/** A message for the operator; null when there is a ledger of any version. */
export async function whyNoLedger(db: Pick<Pool, 'query'>, url: string): Promise<string | null> {
  // The table in which migrations are recorded, found by the search path.
  const { rows } = await db.query("SELECT to_regclass('migrations') IS NOT NULL AS found");
  return rows[0].found === true
    ? null
    : `there is no ledger in the PostgreSQL database at ${describeHosts(url)}`;
}
