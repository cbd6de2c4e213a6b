// Owns the audit log and the revision counter: every change of the control plane is told to people by the first and
// to other processes by the second, in the transaction that makes it.
import { pageOf } from '../paging.ts';
import { readAuditRow } from '../rows.ts';
import type { AuditRow, Listed, Paging } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

export interface Change {
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** Call it last in the verb: the revision must rise with the change and not without it. */
export function recordChange(context: VerbContext, change: Change): void {
  recordNote(context, change);
  context.db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'revision'");
}

/** Of something that no process remembers: the log alone. */
export function recordNote({ db, nowMs }: VerbContext, change: Change): void {
  db.runOne(
    'INSERT INTO audit (at_ms, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)',
    nowMs,
    change.actor,
    change.action,
    change.subject,
    JSON.stringify(change.detail),
  );
}

/** Of something outside the ledger. */
export function noteChange(context: VerbContext, change: Change): null {
  recordChange(context, change);
  return null;
}

export function readRevision({ db }: VerbContext): number {
  return db.get("SELECT value FROM meta WHERE name = 'revision'")?.value as number;
}

/** Newest first. */
export function listAudit({ db }: VerbContext, input: Paging & { subject?: string }): Listed<AuditRow> {
  const before = input.after === null ? Number.MAX_SAFE_INTEGER : Number(input.after);
  const rows = db.all(
    'SELECT * FROM audit WHERE id < ?1 AND (?2 IS NULL OR subject = ?2) ORDER BY id DESC LIMIT ?3',
    before,
    input.subject ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readAuditRow), input.limit, (row) => String(row.id));
}
