// Owns the question whether an acknowledged commit of a connection survives a power cut. Settings of a server, a database or a
// role may change at any time, so it is asked at the start, of every new connection and by whoever asks if the gateway is
// ready. A ledger on a wrong setting is worse than none.

export const DURABILITY =
  "current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit";

/**
 * The same, and what the next connection of this role would find: a connection that is open keeps what it was given. The most
 * special setting holds: of this role in this database, of the role, of the database.
 */
export const DURABILITY_AHEAD = `
  SELECT current_setting('fsync') AS fsync,
         CASE WHEN current_setting('synchronous_commit') = 'off' THEN 'off' ELSE coalesce((
           SELECT split_part(c, '=', 2) FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) AS c
            WHERE c LIKE 'synchronous_commit=%'
              AND s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
              AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
            ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1), 'on') END AS synchronous_commit`;

/** null when it does. */
export function whyNotDurable(row: Record<string, unknown> | undefined): string | null {
  if (row?.fsync === 'off') return 'PostgreSQL runs with fsync=off: a power cut would lose charges';
  if (row?.synchronous_commit !== 'off') return null;
  return 'PostgreSQL runs with synchronous_commit=off: a crash would lose charges that were acknowledged';
}
