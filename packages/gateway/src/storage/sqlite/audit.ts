// How a change of the control plane is told on SQLite, in the transaction that makes it: to people by a row of the audit log, to other
// processes by the revision counter. Both are read in nouns/audit.ts.
import { isQuiet } from '../nouns/audit.ts';
import type { ChangeStep } from '../steps/writing.ts';
import type { VerbContext } from './verb-context.ts';

/** Call it last in the verb: the revision must rise with a change that processes remember, and not without it. */
export function recordChange({ db, nowMs }: VerbContext, change: ChangeStep): void {
  db.runOne(
    'INSERT INTO audit (at_ms, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)',
    nowMs,
    change.actor,
    change.action,
    change.subject,
    JSON.stringify(change.detail),
  );
  if (!isQuiet(change)) db.runOne("UPDATE meta SET value = value + 1 WHERE name = 'revision'");
}
