// What was spent, for caps: the sums that a capped key and its project are compared with, and the running sums behind them. Only the
// transaction that charges changes a running sum, under its account's lock.
import { hasCap } from '../../../domain/limiting/spend-cap.ts';
import { capAlertNames } from '../../ledger/cap-alerts.ts';
import type { KeyRow, Ledger } from '../../ledger/ledger.ts';
import { readProjectRow } from '../../ledger/read-rows.ts';
import { monthOf, startOfMonth } from '../../ledger/spend-caps.ts';
import type { Row } from '../../steps/reading.ts';
import type { PgQuery, SqlConnection } from '../connection.ts';

const none = Promise.resolve<Row[]>([]);

/** Reads what the caps of the ledger's keys and of their projects are compared with. Most keys have neither. */
export function readSpent(connection: SqlConnection, ledger: Ledger): Promise<unknown> {
  const keys = [...ledger.keys.values()];
  return Promise.all([
    readDays(connection, ledger, keys),
    readTotals(connection, ledger, keys),
    readProjects(connection, ledger, keys),
    readTold(connection, ledger, keys),
  ]);
}

async function readTold(connection: SqlConnection, { capAlertsSent }: Ledger, all: KeyRow[]): Promise<void> {
  const names = all
    .filter(({ caps, projectId }) => hasCap(caps) || projectId !== null)
    .flatMap(capAlertNames);
  const rows = names.length === 0 ? await none : await connection.all(CAP_ALERTS, names);
  for (const row of rows) capAlertsSent.set(row.name as string, row.state as string);
}

const CAP_ALERTS = 'SELECT name, state FROM told WHERE name = ANY($1)';

/** Call it under the lock of the account whose keys and projects they name. */
export function writeCapAlerts({ capAlertChanges }: Ledger): PgQuery | null {
  if (capAlertChanges.size === 0) return null;
  const text = `
    INSERT INTO told (name, state) SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT (name) DO UPDATE SET state = excluded.state`;
  return { text, values: [[...capAlertChanges.keys()], [...capAlertChanges.values()]] };
}

async function readDays(connection: SqlConnection, { keys, day }: Ledger, all: KeyRow[]): Promise<void> {
  const capped = all.filter(({ caps }) => hasCap({ ...caps, totalCapMicros: null }));
  const rows =
    capped.length === 0
      ? await none
      : await connection.all(
          CHARGED,
          capped.map(({ accountId }) => accountId),
          capped.map(({ id }) => id),
          startOfMonth(day),
        );
  for (const row of rows) {
    keys.get(row.key_id as string)!.chargedByDay.set(row.day as string, row.charged_micros as number);
  }
}

async function readTotals(connection: SqlConnection, { keys }: Ledger, all: KeyRow[]): Promise<void> {
  const ids = all.filter(({ caps }) => caps.totalCapMicros !== null).map(({ id }) => id);
  const rows = ids.length === 0 ? await none : await connection.all(TOTALS, ids);
  for (const row of rows) keys.get(row.id as string)!.totalMicros = row.total_micros as number;
}

async function readProjects(connection: SqlConnection, { projects }: Ledger, all: KeyRow[]): Promise<void> {
  const ids = [...new Set(all.flatMap(({ projectId }) => projectId ?? []))];
  const rows = ids.length === 0 ? await none : await connection.all(PROJECTS, ids);
  for (const row of rows) projects.set(row.id as string, readProjectRow(row, row.held_micros as number));
}

const CHARGED = `
  SELECT u.key_id, u.day, sum(u.charged_micros)::bigint AS charged_micros
    FROM unnest($1::text[], $2::text[]) AS k (account_id, id)
    JOIN usage_days u ON u.account_id = k.account_id AND u.key_id = k.id AND u.day >= $3
   GROUP BY u.key_id, u.day`;
const TOTALS = `
  SELECT k.id, s.total_micros FROM unnest($1::text[]) AS k (id) JOIN spend s ON s.scope = 'key_id:' || k.id`;
/** Reads the account's open holds, of which there are few because of its rate limits. */
const PROJECTS = `
  SELECT p.id, p.daily_cap_micros, p.monthly_cap_micros, p.total_cap_micros, s.day, s.day_micros, s.month, s.month_micros,
         s.total_micros, h.held_micros
    FROM projects p JOIN spend s ON s.scope = 'project_id:' || p.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.price_micros), 0)::bigint AS held_micros FROM calls c
       WHERE c.state = 'held' AND c.account_id = p.account_id AND c.project_id = p.id) h
   WHERE p.id = ANY($1)`;

/** Writes differences, because these rows need not have been read. A sum of an earlier day or month starts again at zero. */
export function writeSpent({ spent, day }: Ledger): PgQuery | null {
  if (spent.size === 0) return null;
  const text = `
    WITH changed AS (
      UPDATE spend s SET day_micros = u.micros + CASE WHEN s.day >= $3 THEN s.day_micros ELSE 0 END,
             day = greatest(s.day, $3),
             month_micros = u.micros + CASE WHEN s.month >= $4 THEN s.month_micros ELSE 0 END,
             month = greatest(s.month, $4), total_micros = s.total_micros + u.micros
        FROM unnest($1::text[], $2::bigint[]) AS u (scope, micros) WHERE s.scope = u.scope RETURNING 1)
    SELECT reelgate_expect((SELECT count(*) FROM changed), $5, 'spend')`;
  return { text, values: [[...spent.keys()], [...spent.values()], day, monthOf(day), spent.size] };
}
