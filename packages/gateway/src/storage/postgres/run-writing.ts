// Runs a write on PostgreSQL, one step after the other.
import { appendEntry } from '../nouns/entries.ts';
import type { Row } from '../steps/reading.ts';
import type { WriteMoment, WriteStep, Writing } from '../steps/writing.ts';
import { lockRevision, recordChange } from './audit.ts';
import { appendEvent } from './events.ts';
import type { VerbContext } from './verb-context.ts';

export function runWriting<I, T>(writing: (input: I, moment: WriteMoment) => Writing<T>) {
  return (context: VerbContext, input: I): Promise<T> => runSteps(context, writing(input, context));
}

/** For verbs that do more in the same transaction. */
export async function runSteps<T>(context: VerbContext, steps: Writing<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await runStep(context, step.value));
  return step.value;
}

async function runStep(context: VerbContext, step: WriteStep): Promise<Row[]> {
  const { db } = context;
  if ('sql' in step) return db.all(step.sql, ...step.values);
  if ('lockControl' in step) return lockRevision(db);
  if ('lockAccount' in step)
    return db.all('SELECT * FROM accounts WHERE id = $1 FOR NO KEY UPDATE', step.lockAccount);
  if ('lockKey' in step) return db.all('SELECT * FROM keys WHERE id = $1 FOR NO KEY UPDATE', step.lockKey);
  if ('entryOf' in step) {
    const { kind, reference } = step.entryOf;
    return db.all(
      `SELECT e.* FROM entry_references r JOIN entries e ON e.id = r.entry_id AND e.at_ms = r.at_ms
        WHERE r.kind = $1 AND r.reference = $2`,
      kind,
      reference,
    );
  }
  if ('entry' in step) return [await runSteps(context, appendEntry(step.entry, context))];
  if ('event' in step) await appendEvent(context, step.event);
  else await recordChange(context, step.change);
  return [];
}
