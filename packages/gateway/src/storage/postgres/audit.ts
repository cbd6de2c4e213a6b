// How a change of the control plane is told on PostgreSQL, in the transaction that makes it: to people by a row of the audit log, to other
// nodes by the revision counter and a notification that leaves with the commit. Both are read in nouns/audit.ts.
import { isQuiet } from '../nouns/audit.ts';
import type { Row } from '../steps/reading.ts';
import type { ChangeStep } from '../steps/writing.ts';
import type { SqlConnection } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

export const REVISION_CHANNEL = 'reelgate_revision';

/** Call it last in the verb: the row of the revision is the last lock of every change, and one at a time holds it. */
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
  // Of a quiet change the lock alone: whoever asks whether it was committed waits for it.
  await (isQuiet(change) ? lockRevision(context.db) : raiseRevision(context.db));
}

function raiseRevision(db: SqlConnection): Promise<Row[]> {
  return db.all(
    `WITH raised AS (UPDATE meta SET value = value + 1 WHERE name = 'revision' RETURNING value)
     SELECT pg_notify('${REVISION_CHANNEL}', value::text) FROM raised`,
  );
}

/** Whoever changes the control plane without an account's lock takes this one first. */
export function lockRevision(db: SqlConnection): Promise<Row[]> {
  return db.all("SELECT 1 FROM meta WHERE name = 'revision' FOR UPDATE");
}

/** True when the transaction that drew this number was committed. The lock waits for its end. */
export async function wasRecorded(db: SqlConnection, auditId: number): Promise<boolean> {
  await lockRevision(db);
  return (await db.get('SELECT 1 FROM audit WHERE id = $1', auditId)) !== undefined;
}
