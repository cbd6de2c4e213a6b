// Owns the look whether a database holds a ledger at all. It changes nothing and needs no right beyond connecting.
import { describeHosts } from '../../domain/database-hosts.ts';
import type { Pool } from './connection.ts';

/** What to tell the operator; null when there is one, of whatever version. */
export async function whyNoLedger(db: Pick<Pool, 'query'>, url: string): Promise<string | null> {
  // The table that migrations are recorded in, wherever the search path finds it.
  const { rows } = await db.query("SELECT to_regclass('migrations') IS NOT NULL AS found");
  return rows[0].found === true
    ? null
    : `there is no ledger in the PostgreSQL database at ${describeHosts(url)}`;
}
