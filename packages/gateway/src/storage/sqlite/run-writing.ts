// Runs a write on SQLite, whose transaction has the write lock from its beginning.
import { isQuiet } from '../nouns/audit.ts';
import { appendEntry } from '../nouns/entries.ts';
import type { Row } from '../steps/reading.ts';
import type { ChangeStep, WriteMoment, WriteStep, Writing } from '../steps/writing.ts';
import { appendEvent } from './ledger-write.ts';
import { spell } from './run-reading.ts';
import type { VerbContext } from './verb-context.ts';

// Records a change of the control plane on SQLite, in the transaction that makes it: a row of the audit log for people, and the revision
// counter for other processes. Both are read in nouns/audit.ts.

/** Call it last in the verb: the revision must rise together with a change of data that processes cache. */
function recordChange({ db, nowMs }: VerbContext, change: ChangeStep): void {
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

export function runWriting<I, T>(writing: (input: I, moment: WriteMoment) => Writing<T>) {
  return (context: VerbContext, input: I): T => runSteps(context, writing(input, context));
}

/** For verbs that do more in the same transaction. */
export function runSteps<T>(context: VerbContext, steps: Writing<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next(runStep(context, step.value));
  return step.value;
}

function runStep(context: VerbContext, step: WriteStep): Row[] {
  const { db } = context;
  if ('sql' in step) return db.all(spell(step.sql), ...step.values);
  if ('lockControl' in step) return [];
  if ('lockAccount' in step) return db.all('SELECT * FROM accounts WHERE id = ?', step.lockAccount);
  if ('lockKey' in step) return db.all('SELECT * FROM keys WHERE id = ?', step.lockKey);
  if ('entryOf' in step) {
    const { kind, reference } = step.entryOf;
    return db.all('SELECT * FROM entries WHERE kind = ? AND reference = ?', kind, reference);
  }
  if ('entry' in step) return [runSteps(context, appendEntry(step.entry, context))];
  if ('event' in step) appendEvent(context, step.event);
  else recordChange(context, step.change);
  return [];
}
