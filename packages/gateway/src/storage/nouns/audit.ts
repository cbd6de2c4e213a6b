// Reads the audit log and the revision counter. The verb that makes a change appends the row (`{ change }` in steps/writing.ts,
// `recordChange` of each backend).
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import type { Reading, Row } from '../steps/reading.ts';
import type { ChangeStep, Writing } from '../steps/writing.ts';

export interface AuditRow extends ChangeStep {
  id: number;
  atMs: number;
}

export interface ListAudit extends Paging {
  subject?: string;
}

/** Newest first. */
export function* listAudit({ after, limit, subject }: ListAudit): Reading<Listed<AuditRow>> {
  const rows = yield {
    sql: `SELECT * FROM audit WHERE id < $1 AND (CAST($2 AS text) IS NULL OR subject = $2)
           ORDER BY id DESC LIMIT $3`,
    values: [after === null ? Number.MAX_SAFE_INTEGER : Number(after), subject ?? null, limit + 1],
  };
  return pageOf(rows.map(readAuditRow), limit, (row) => String(row.id));
}

function readAuditRow(row: Row): AuditRow {
  return {
    id: row.id as number,
    atMs: row.at_ms as number,
    actor: row.actor as string,
    action: row.action as string,
    subject: row.subject as string,
    detail: JSON.parse(row.detail as string) as Record<string, unknown>,
  };
}

/** Records a change of something that is not in the ledger. */
export function* noteChange(change: ChangeStep): Writing<null> {
  yield { change };
  return null;
}

/** A counter that is raised by every change of keys, accounts' limits or the catalog, in any process. */
export function* readRevision(): Reading<number> {
  const [row] = yield { sql: "SELECT value FROM meta WHERE name = 'revision'", values: [] };
  return row?.value as number;
}

/** Changes of data that no process caches. */
const QUIET_ACTIONS: ReadonlySet<string> = new Set([
  'webhook.create',
  'webhook.remove',
  'webhook.rotate',
  'webhook.replay',
  'webhook.test',
  'topup.order',
  'recharge.plan',
  'complaint.file',
  'session.open',
]);

/**
 * Whether a change is recorded without raising the revision. When the revision rises, every process drops its cached keys and reads the
 * price list again. Without this list, an account could force that by renaming a key in a loop. Any change that is not listed here raises
 * the revision.
 */
export function isQuiet({ action, detail }: ChangeStep): boolean {
  if (QUIET_ACTIONS.has(action)) return true;
  // The name of a key grants no access, and pages read it from the ledger.
  return action === 'key.update' && Object.keys(detail).every((field) => field === 'name');
}
