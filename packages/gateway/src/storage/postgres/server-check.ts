// What a server must have before it may keep a ledger: a version with the features that the schema needs, and settings under which an
// acknowledged commit survives a power cut. A ledger on wrong settings could lose commits.
import { UnusableDatabase } from '../storage.ts';
import { type Pool, PROCESS_CONNECTIONS_MAX } from './connection.ts';
import { type DatabaseSync, DURABILITY, whyNotDurable } from './durability.ts';

/** Row triggers on partitioned tables exist since 13; 14 is the oldest version that is still maintained. */
const VERSION_MIN = 140_000;

/** Connections that this role may have in this database, if no other client has any. */
const ROOM = `
  (SELECT min(room) FROM (VALUES
     (current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
       - coalesce(current_setting('reserved_connections', true)::integer, 0)),
     ((SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)),
     ((SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()))) AS limits (room))`;

/** Returns warnings for the operator that are no reason to refuse the server. */
export async function checkServer(pool: Pool, sync: DatabaseSync): Promise<string[]> {
  const { rows } = await pool.query(`
    SELECT current_setting('server_version_num')::integer AS version, ${DURABILITY},
           current_setting('full_page_writes') AS full_page_writes,
           current_setting('server_encoding') AS encoding, ${ROOM} AS room`);
  const server = rows[0] as Record<string, string | number | boolean>;
  const refuse = (text: string) => {
    throw new UnusableDatabase(text);
  };
  if ((server.version as number) < VERSION_MIN) refuse('PostgreSQL 14 or newer is needed');
  if (server.encoding !== 'UTF8') refuse(`the database has the encoding ${server.encoding}, not UTF8`);
  const why = whyNotDurable(server, sync);
  if (why !== null) refuse(why);
  return [...pageNotices(server), ...roomNotices(server)];
}

function pageNotices({ full_page_writes }: Record<string, unknown>): string[] {
  if (full_page_writes !== 'off') return [];
  return [
    'PostgreSQL runs with full_page_writes=off: safe only on a file system that never writes half a page',
  ];
}

function roomNotices({ room }: Record<string, unknown>): string[] {
  if ((room as number) >= PROCESS_CONNECTIONS_MAX) return [];
  return [
    `PostgreSQL has room for ${room} connections, and one process of the gateway wants ${PROCESS_CONNECTIONS_MAX}: it shares what there is, and is slower for it`,
  ];
}
