// Reads the audit log and the revision counter. The verb that makes a change appends the row (`{ change }` in steps/writing.ts,
// `recordChange` of each backend).

import { SESSION_ACTOR } from '../../domain/access/session.ts';
import type { AuditAction } from '../../domain/audit-action.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { Conditions, type Dialect, likeText, one, type Reading, type Row } from '../steps/reading.ts';
import type { ChangeStep, Writing } from '../steps/writing.ts';

export interface AuditRow extends ChangeStep {
  id: number;
  atMs: number;
}

export interface ListAudit extends Paging {
  subject?: string;
  action?: AuditAction;
  /** As the log writes it, or the name of a person who signed in at the console. */
  actor?: string;
}

/** Rows read for one page by action or actor, which have no index: about 10 ms. */
const LOOKED_AT_MAX = 10_000;

/** Newest first. By action or actor a page may be short, even empty, and still have a next one. */
export function* listAudit({ after, limit, subject, action, actor }: ListAudit): Reading<Listed<AuditRow>> {
  const isSparse = subject === undefined && (action !== undefined || actor !== undefined);
  const below = after === null ? yield* idAfterLast(isSparse) : Number(after);
  const lowest = isSparse ? Math.max(1, below - LOOKED_AT_MAX) : 1;
  const where = new Conditions()
    .add('id < ?', below)
    .add('id >= ?', lowest)
    .addGiven('subject = ?', subject)
    .addGiven('action = ?', action);
  if (actor !== undefined)
    where.addPlain(
      `(actor = ${where.value(actor)} OR actor LIKE ${where.value(`${SESSION_ACTOR}${likeText(actor)}/%`)} ESCAPE '!')`,
    );
  const sql = `SELECT * FROM audit WHERE ${where} ORDER BY id DESC LIMIT ${where.value(limit + 1)}`;
  const rows = yield { sql, values: where.values };
  const page = pageOf(rows.map(readAuditRow), limit, (row) => String(row.id));
  return page.next === null && lowest > 1 ? { ...page, next: String(lowest) } : page;
}

/** A page that is not limited to a range of ids needs no exact number. */
function* idAfterLast(isExact: boolean): Reading<number> {
  if (!isExact) return Number.MAX_SAFE_INTEGER;
  const row = yield* one('SELECT max(id) AS id FROM audit');
  return ((row?.id as number | null) ?? 0) + 1;
}

/** Tables whose rows have a name of their own. */
const NAMED = ['accounts', 'keys', 'projects', 'admin_tokens'];

/** Names of accounts, keys, projects and tokens, by id. Ids of other things are left out. */
export function* findNames(
  { ids }: { ids: readonly string[] },
  dialect: Dialect,
): Reading<Map<string, string>> {
  const sql = NAMED.map((table) => `SELECT id, name FROM ${table} WHERE id ${dialect.oneOf('$1')}`).join(
    ' UNION ALL ',
  );
  const rows = yield { sql, values: [JSON.stringify(ids)] };
  return new Map(rows.map(({ id, name }) => [id as string, name as string]));
}

function readAuditRow(row: Row): AuditRow {
  return {
    id: row.id as number,
    atMs: row.at_ms as number,
    actor: row.actor as string,
    action: row.action as AuditAction,
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
const QUIET_ACTIONS: ReadonlySet<AuditAction> = new Set([
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
