// What was spent, for caps: the sums that a capped key and its project are compared with, and the running sums behind them. Only the
// transaction that charges changes a running sum.
import { hasCap } from '../../domain/limiting/spend-cap.ts';
import { capAlertNames } from '../ledger/cap-alerts.ts';
import type { KeyRow, Ledger } from '../ledger/ledger.ts';
import { readProjectRow } from '../ledger/read-rows.ts';
import { keyScope, monthOf, projectScope, startOfMonth } from '../ledger/spend-caps.ts';
import type { SqliteConnection } from './connection.ts';

/** Reads what the caps of the key and of its project are compared with. Most keys have neither. */
export function readSpent(db: SqliteConnection, ledger: Ledger, key: KeyRow): void {
  if (key.projectId !== null) readProjectSpent(db, ledger, key, key.projectId);
  if (hasCap(key.caps)) readKeySpent(db, ledger, key);
  if (key.projectId !== null || hasCap(key.caps)) readTold(db, ledger, key);
}

function readTold(db: SqliteConnection, { capAlertsSent }: Ledger, key: KeyRow): void {
  const names = JSON.stringify(capAlertNames(key));
  const sql = 'SELECT name, state FROM told WHERE name IN (SELECT value FROM json_each(?))';
  for (const { name, state } of db.all(sql, names)) capAlertsSent.set(name as string, state as string);
}

export function writeCapAlerts(db: SqliteConnection, { capAlertChanges }: Ledger): void {
  for (const [name, state] of capAlertChanges) {
    db.runOne(
      'INSERT INTO told (name, state) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET state = ?2',
      name,
      state,
    );
  }
}

/** What is held now, what was charged on each day of this month, and what was charged in total. */
function readKeySpent(db: SqliteConnection, ledger: Ledger, key: KeyRow): void {
  const held = db.get(
    `SELECT coalesce(sum(price_micros), 0) AS micros FROM calls
      WHERE account_id = ? AND key_id = ? AND state = 'held'`,
    key.accountId,
    key.id,
  );
  key.heldMicros = held?.micros as number;
  if (key.caps.totalCapMicros !== null) {
    const sum = db.get('SELECT total_micros FROM spend WHERE scope = ?', keyScope(key.id));
    key.totalMicros = sum!.total_micros as number;
  }
  if (key.caps.dailyCapMicros === null && key.caps.monthlyCapMicros === null) return;
  const days = db.all(
    `SELECT day, sum(charged_micros) AS micros FROM usage_days
      WHERE account_id = ? AND key_id = ? AND day >= ? GROUP BY day`,
    key.accountId,
    key.id,
    startOfMonth(ledger.day),
  );
  for (const { day, micros } of days) key.chargedByDay.set(day as string, micros as number);
}

function readProjectSpent(
  db: SqliteConnection,
  ledger: Ledger,
  { accountId }: KeyRow,
  projectId: string,
): void {
  if (ledger.projects.has(projectId)) return;
  const row = db.get(
    'SELECT p.*, s.* FROM projects p JOIN spend s ON s.scope = ?2 WHERE p.id = ?1',
    projectId,
    projectScope(projectId),
  );
  // Reads the account's open holds, of which there are few because of its rate limits.
  const held = db.get(
    `SELECT coalesce(sum(price_micros), 0) AS micros FROM calls
      WHERE account_id = ? AND state = 'held' AND project_id = ?`,
    accountId,
    projectId,
  );
  ledger.projects.set(projectId, readProjectRow(row!, held?.micros as number));
}

/** Writes differences, because these rows need not have been read. A sum of an earlier day or month starts again at zero. */
export function writeSpent(db: SqliteConnection, { spent, day }: Ledger): void {
  for (const [scope, micros] of spent) {
    db.runOne(
      `UPDATE spend SET day_micros = ?2 + iif(day >= ?3, day_micros, 0), day = max(day, ?3),
              month_micros = ?2 + iif(month >= ?4, month_micros, 0), month = max(month, ?4),
              total_micros = total_micros + ?2
        WHERE scope = ?1`,
      scope,
      micros,
      day,
      monthOf(day),
    );
  }
}
