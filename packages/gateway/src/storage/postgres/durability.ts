// Checks whether an acknowledged commit of a connection survives a power cut. Settings of a server, a database or a role may change at
// any time, so this is checked at the start, for every new connection and by the readiness check. A ledger on wrong settings could lose
// commits.

/** `required`: an acknowledged commit must also survive the loss of the whole machine. */
export type DatabaseSync = 'any' | 'required';

const STANDBYS = `
  current_setting('synchronous_standby_names') AS sync_names,
  (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum'))::integer AS sync_standbys,
  pg_has_role('pg_read_all_stats', 'USAGE') AS sees_standbys`;

export const DURABILITY = `
  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
  pg_is_in_recovery() AS is_replica, ${STANDBYS}`;

/**
 * The same, plus what the next connection of this role would get: an open connection keeps its settings. The most specific setting
 * applies: of this role in this database, of the role, of the database.
 */
export const DURABILITY_AHEAD = `
  SELECT current_setting('fsync') AS fsync, ${STANDBYS},
         CASE WHEN current_setting('synchronous_commit') = 'off' THEN 'off' ELSE coalesce((
           SELECT split_part(c, '=', 2) FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) AS c
            WHERE c LIKE 'synchronous_commit=%'
              AND s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
              AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
            ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1), 'on') END AS synchronous_commit`;

/** The reason why commits may be lost; null when they survive a power cut. */
export function whyNotDurable(
  row: Record<string, unknown> | undefined,
  sync: DatabaseSync = 'any',
): string | null {
  if (row?.fsync === 'off') return 'PostgreSQL runs with fsync=off: a power cut would lose charges';
  if (row?.synchronous_commit === 'off')
    return 'PostgreSQL runs with synchronous_commit=off: a crash would lose charges that were acknowledged';
  return sync === 'required' ? whyNotReplicated(row) : null;
}

function whyNotReplicated(row: Record<string, unknown> | undefined): string | null {
  const lost = 'the loss of this machine would lose charges, and storage_sync is "required"';
  if (row?.sync_names === '') return `PostgreSQL has no synchronous_standby_names: ${lost}`;
  if (row?.synchronous_commit === 'local') return `PostgreSQL runs with synchronous_commit=local: ${lost}`;
  // A role that may not see the standbys relies on the server, which acknowledges no commit without one.
  if (row?.sees_standbys === true && row.sync_standbys === 0)
    return `no synchronous standby is connected to PostgreSQL: ${lost}`;
  return null;
}
