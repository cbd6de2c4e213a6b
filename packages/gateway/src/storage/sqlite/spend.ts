// Owns what was spent, for caps: the sums that a capped key and its project are compared with, and the running sums behind
// them. A running sum is changed by the transaction that charges, and by nothing else.
import { hasCap } from '../../domain/spend-cap.ts';
import { budgetNames } from '../ledger/budgets.ts';
import type { KeyRow, Ledger } from '../ledger/ledger.ts';
import { readProjectRow } from '../ledger/read-rows.ts';
import { keyScope, monthOf, NO_SPEND, projectScope, type Spend, startOfMonth } from '../spend-caps.ts';
import type { SqliteConnection } from './connection.ts';

/** Whatever the key's caps and its project's are compared with. Most keys have neither. */
export function readSpent(db: SqliteConnection, ledger: Ledger, key: KeyRow): void {
  if (key.projectId !== null) readProjectSpent(db, ledger, key, key.projectId);
  if (hasCap(key.caps)) readKeySpent(db, ledger, key);
  if (key.projectId !== null || hasCap(key.caps)) readTold(db, ledger, key);
}

function readTold(db: SqliteConnection, { budgetsTold }: Ledger, key: KeyRow): void {
  const names = JSON.stringify(budgetNames(key));
  const sql = 'SELECT name, state FROM told WHERE name IN (SELECT value FROM json_each(?))';
  for (const { name, state } of db.all(sql, names)) budgetsTold.set(name as string, state as string);
}

export function writeTold(db: SqliteConnection, { toldChanges }: Ledger): void {
  for (const [name, state] of toldChanges) {
    db.runOne(
      'INSERT INTO told (name, state) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET state = ?2',
      name,
      state,
    );
  }
}

/** Held right now, charged in this month day by day, and charged ever. */
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
  // Walks over the open holds of the account, which its limits keep few.
  const held = db.get(
    `SELECT coalesce(sum(price_micros), 0) AS micros FROM calls
      WHERE account_id = ? AND state = 'held' AND project_id = ?`,
    accountId,
    projectId,
  );
  ledger.projects.set(projectId, readProjectRow(row!, held?.micros as number));
}

/** Differences: these rows need not have been read. A sum of an earlier day or month begins anew. */
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

export function insertSpend(
  db: SqliteConnection,
  scope: string,
  accountId: string,
  spend: Spend = NO_SPEND,
): void {
  db.runOne(
    `INSERT INTO spend (scope, account_id, day, day_micros, month, month_micros, total_micros)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    scope,
    accountId,
    spend.day,
    spend.dayMicros,
    spend.month,
    spend.monthMicros,
    spend.totalMicros,
  );
}

/** A key is counted while it has a total cap, from all that it was ever charged. */
export function countKey(
  db: SqliteConnection,
  key: { id: string; accountId: string; totalCapMicros: number | null },
): void {
  const scope = keyScope(key.id);
  const isCounted = db.get('SELECT 1 FROM spend WHERE scope = ?', scope) !== undefined;
  if (isCounted === (key.totalCapMicros !== null)) return;
  if (isCounted) {
    db.runOne('DELETE FROM spend WHERE scope = ?', scope);
    return;
  }
  const charged = db.get(
    `SELECT coalesce(sum(charged_micros), 0) AS micros FROM (
       SELECT charged_micros FROM usage_days WHERE account_id = ?1 AND key_id = ?2 UNION ALL
       SELECT charged_micros FROM usage_carried WHERE account_id = ?1 AND key_id = ?2)`,
    key.accountId,
    key.id,
  );
  insertSpend(db, scope, key.accountId, { ...NO_SPEND, totalMicros: charged?.micros as number });
}
