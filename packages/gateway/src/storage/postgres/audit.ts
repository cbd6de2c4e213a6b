// Owns the audit log and the revision counter: every change of the control plane is told to people by the first and
// to other nodes by the second, in the transaction that makes it. The notification leaves with its commit.
import { pageOf } from '../paging.ts';
import { isQuiet } from '../quiet-changes.ts';
import { type Row, readAuditRow } from '../rows.ts';
import type { AuditRow, Listed, Paging } from '../storage.ts';
import type { SqlSession } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

export const REVISION_CHANNEL = 'reelgate_revision';

export interface Change {
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** Call it last in the verb: the row of the revision is the last lock of every change, and one at a time holds it. */
export async function recordChange(context: VerbContext, change: Change): Promise<void> {
  const row = await context.db.get(
    'INSERT INTO audit (at_ms, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    context.nowMs,
    change.actor,
    change.action,
    change.subject,
    JSON.stringify(change.detail),
  );
  context.auditId = row?.id as number;
  // Of a quiet change the lock alone: whoever asks whether it was committed waits for it.
  await (isQuiet(change) ? lockRevision(context.db) : raiseRevision(context.db));
}

function raiseRevision(db: SqlSession): Promise<Row[]> {
  return db.all(
    `WITH raised AS (UPDATE meta SET value = value + 1 WHERE name = 'revision' RETURNING value)
     SELECT pg_notify('${REVISION_CHANNEL}', value::text) FROM raised`,
  );
}

/** Whoever changes the control plane without an account's lock takes this one first. */
export function lockRevision(db: SqlSession): Promise<Row[]> {
  return db.all("SELECT 1 FROM meta WHERE name = 'revision' FOR UPDATE");
}

/** True when the transaction that drew this number was committed. The lock waits for its end. */
export async function wasRecorded(db: SqlSession, auditId: number): Promise<boolean> {
  await lockRevision(db);
  return (await db.get('SELECT 1 FROM audit WHERE id = $1', auditId)) !== undefined;
}

/** Of something outside the ledger. */
export async function noteChange(context: VerbContext, change: Change): Promise<null> {
  await recordChange(context, change);
  return null;
}

export async function readRevision({ db }: VerbContext): Promise<number> {
  return (await db.get("SELECT value FROM meta WHERE name = 'revision'"))?.value as number;
}

/** Newest first. */
export async function listAudit(
  { db }: VerbContext,
  input: Paging & { subject?: string },
): Promise<Listed<AuditRow>> {
  const before = input.after === null ? Number.MAX_SAFE_INTEGER : Number(input.after);
  const rows = await db.all(
    'SELECT * FROM audit WHERE id < $1 AND ($2::text IS NULL OR subject = $2) ORDER BY id DESC LIMIT $3',
    before,
    input.subject ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readAuditRow), input.limit, (row) => String(row.id));
}
