// Checks whether an acknowledged commit of a connection survives a power cut. Settings of a server, a database or a role may change at
// any time, so this is checked at the start, for every new connection, by the readiness check and in every transaction that writes. A
// ledger on wrong settings could lose commits.
import { RefusedDatabase } from '../storage.ts';

/** `required`: an acknowledged commit must also survive the loss of the whole machine. */
export type DatabaseSync = 'any' | 'required';

/** A standby that is gone for a moment, as at a restart of it. A transaction waits for it as long as for a lost connection. */
export class StandbyAway extends RefusedDatabase {
  override name = 'StandbyAway';
}

/** The function and not the view `pg_stat_replication`, which joins all sessions of the server to it. */
const STANDBYS = `
  (SELECT count(*) FROM pg_stat_get_wal_senders() WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum'))::integer AS sync_standbys,
  pg_has_role('pg_read_all_stats', 'USAGE') AS sees_standbys`;

const SETTINGS = `
  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS sync_names`;

export const DURABILITY = `${SETTINGS}, pg_is_in_recovery() AS is_replica, ${STANDBYS}`;

/** Read at the beginning of every transaction that writes. Standbys are only looked at where they are required. */
export const DURABILITY_NOW: Record<DatabaseSync, string> = {
  any: SETTINGS,
  required: `${SETTINGS}, ${STANDBYS}`,
};

/**
 * The same, as the next connection of this role would get it: an open connection keeps its settings. The most specific setting
 * applies: of this role in this database, of the role, of the database.
 */
export const DURABILITY_AHEAD = `
  SELECT ${SETTINGS.replace("current_setting('synchronous_commit') AS synchronous_commit,", '')}, ${STANDBYS},
         coalesce((
           SELECT split_part(c, '=', 2) FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) AS c
            WHERE c LIKE 'synchronous_commit=%'
              AND s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
              AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
            ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1), current_setting('synchronous_commit')) AS synchronous_commit`;

type Found = Record<string, unknown> | undefined;

/** A role or a database keeps the word that its operator wrote. */
const OFF = /^(?:off|false|no|0)$/i;
const LOCAL = /^local$/i;

/** The reason why commits may be lost; null when they survive a power cut. */
export function whyNotDurable(found: Found, sync: DatabaseSync): string | null {
  return whyUnsafe(found, sync) ?? (sync === 'required' ? whyNoStandby(found) : null);
}

/** The same as an error for a connection or a transaction. */
export function refusalBy(found: Found, sync: DatabaseSync): RefusedDatabase | null {
  const why = whyUnsafe(found, sync);
  if (why !== null) return new RefusedDatabase(why);
  const away = sync === 'required' ? whyNoStandby(found) : null;
  return away === null ? null : new StandbyAway(away);
}

const LOST = 'the loss of this machine would lose charges, and storage_sync is "required"';

/** By its settings alone. */
function whyUnsafe(found: Found, sync: DatabaseSync): string | null {
  const level = String(found?.synchronous_commit);
  if (found?.fsync === 'off') return 'PostgreSQL runs with fsync=off: a power cut would lose charges';
  if (OFF.test(level))
    return 'PostgreSQL runs with synchronous_commit=off: a crash would lose charges that were acknowledged';
  if (sync === 'any') return null;
  if (found?.sync_names === '') return `PostgreSQL has no synchronous_standby_names: ${LOST}`;
  return LOCAL.test(level) ? `PostgreSQL runs with synchronous_commit=local: ${LOST}` : null;
}

/** A role that may not see the standbys relies on the server, which acknowledges no commit without them. */
function whyNoStandby(found: Found): string | null {
  const { connected, wanted } = standbysOf(found);
  if (connected >= wanted) return null;
  if (wanted === 1) return `no synchronous standby is connected to PostgreSQL: ${LOST}`;
  return `${connected} of ${wanted} synchronous standbys are connected to PostgreSQL: ${LOST}`;
}

export interface Standbys {
  connected: number;
  wanted: number;
}

/** For how many standbys a commit waits, and how many are there. `FIRST 2 (a, b)` and `ANY 2 (a, b)` wait for two, names alone for one. */
export function standbysOf(found: Found): Standbys {
  const count = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(String(found?.sync_names))?.[1];
  const wanted = Math.max(1, Number(count ?? 1));
  return { connected: found?.sees_standbys === true ? (found.sync_standbys as number) : wanted, wanted };
}
