// Records a change of the control plane on SQLite, in the transaction that makes it: a row of the audit log for people, and the revision
// counter for other processes. Both are read in nouns/audit.ts.
import { isQuiet } from '../nouns/audit.ts';
import type { ChangeStep } from '../steps/writing.ts';
import type { VerbContext } from './verb-context.ts';

/** Call it last in the verb: the revision must rise together with a change of data that processes cache. */
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
