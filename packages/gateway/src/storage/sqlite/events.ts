// Appends an event on SQLite, inside the transaction of the verb that causes it: the number of the event is assigned there, so a stream
// has no gap. Events are read in nouns/events.ts.
import type { NewEvent } from '../../domain/event.ts';
import { eventId } from '../nouns/events.ts';
import type { VerbContext } from './verb-context.ts';

export function appendEvent({ db, nowMs }: Pick<VerbContext, 'db' | 'nowMs'>, event: NewEvent): void {
  const head = db.get(
    `INSERT INTO event_heads (stream, seq) VALUES (?, 1)
     ON CONFLICT (stream) DO UPDATE SET seq = seq + 1 RETURNING seq`,
    event.stream,
  );
  const seq = head!.seq as number;
  db.runOne(
    'INSERT INTO events (stream, seq, id, type, at_ms, data) VALUES (?, ?, ?, ?, ?, ?)',
    event.stream,
    seq,
    eventId(event, seq, nowMs),
    event.type,
    nowMs,
    JSON.stringify(event.data),
  );
}
