// Records a change of the control plane on PostgreSQL, in the transaction that makes it: a row of the audit log for people, and for other
// nodes the revision counter and a notification that is sent with the commit. Both are read in nouns/audit.ts.
import { isQuiet } from '../nouns/audit.ts';
import type { Row } from '../steps/reading.ts';
import type { ChangeStep } from '../steps/writing.ts';
import type { SqlConnection } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

export const REVISION_CHANNEL = 'reelgate_revision';

/** Call it last in the verb: the row of the revision is the last lock of every change, and only one transaction at a time holds it. */
export async function recordChange(context: VerbContext, change: ChangeStep): Promise<void> {
  const row = await context.db.get(
    'INSERT INTO audit (at_ms, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    context.nowMs,
    change.actor,
    change.action,
    change.subject,
    JSON.stringify(change.detail),
  );
  context.auditId = row?.id as number;
  // A quiet change only takes the lock: the check whether it was committed waits for this lock.
  await (isQuiet(change) ? lockRevision(context.db) : raiseRevision(context.db));
}

function raiseRevision(db: SqlConnection): Promise<Row[]> {
  return db.all(
    `WITH raised AS (UPDATE meta SET value = value + 1 WHERE name = 'revision' RETURNING value)
     SELECT pg_notify('${REVISION_CHANNEL}', value::text) FROM raised`,
  );
}

/** A change of the control plane without an account's lock takes this lock first. */
export function lockRevision(db: SqlConnection): Promise<Row[]> {
  return db.all("SELECT 1 FROM meta WHERE name = 'revision' FOR UPDATE");
}

/** True when the transaction that used this audit id was committed. The lock waits for the end of that transaction. */
export async function wasRecorded(db: SqlConnection, auditId: number): Promise<boolean> {
  await lockRevision(db);
  return (await db.get('SELECT 1 FROM audit WHERE id = $1', auditId)) !== undefined;
}
