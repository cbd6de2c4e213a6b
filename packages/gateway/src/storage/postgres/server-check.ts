// Owns what is asked of a server before it may keep a ledger: a version that can do what the schema needs, and settings under
// which an acknowledged commit survives a power cut. A ledger on a wrong setting is worse than none.
import { UnusableDatabase } from '../storage.ts';
import type { Pool } from './connection.ts';
import { type DatabaseSync, DURABILITY, whyNotDurable } from './durability.ts';

/** Row triggers on partitioned tables are from 13; 14 is the oldest that is still maintained. */
const VERSION_MIN = 140_000;

/** Returns what the operator should know although it is no reason to refuse. */
export async function checkServer(pool: Pool, sync: DatabaseSync = 'any'): Promise<string[]> {
  const { rows } = await pool.query(`
    SELECT current_setting('server_version_num')::integer AS version, ${DURABILITY},
           current_setting('full_page_writes') AS full_page_writes,
           current_setting('server_encoding') AS encoding`);
  const server = rows[0] as Record<string, string | number | boolean>;
  const refuse = (text: string) => {
    throw new UnusableDatabase(text);
  };
  if ((server.version as number) < VERSION_MIN) refuse('PostgreSQL 14 or newer is needed');
  if (server.encoding !== 'UTF8') refuse(`the database has the encoding ${server.encoding}, not UTF8`);
  const why = whyNotDurable(server, sync);
  if (why !== null) refuse(why);
  if (server.full_page_writes !== 'off') return [];
  return [
    'PostgreSQL runs with full_page_writes=off: safe only on a file system that never writes half a page',
  ];
}
