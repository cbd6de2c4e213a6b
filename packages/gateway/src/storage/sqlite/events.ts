// Owns events at rest. `appendEvent` is called by the verb that causes the event, inside its transaction; the number of an event
// is drawn there, so a stream has no gap.
import type { NewEvent, StreamEvent } from '../../domain/event.ts';
import { OPERATOR_STREAM } from '../../domain/event.ts';
import { eventId, readEvent } from '../event-rows.ts';
import { type EventVerbs, LOW_BALANCE } from '../event-verbs.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof EventVerbs> = Parameters<EventVerbs[V]>[0];

/** Dropped in one transaction, so that a purge never delays a paid call by more than a few milliseconds. */
const PURGE_EVENTS_MAX = 500;

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

export function listEvents({ db }: VerbContext, input: Input<'list'>): StreamEvent[] {
  const { stream, after, before, limit } = input;
  const rows =
    before === undefined
      ? db.all('SELECT * FROM events WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?', stream, after, limit)
      : db.all(
          'SELECT * FROM events WHERE stream = ? AND seq > ? AND seq < ? ORDER BY seq DESC LIMIT ?',
          stream,
          after,
          before,
          limit,
        );
  return rows.map(readEvent);
}

export function readHeads({ db }: VerbContext, { streams }: Input<'heads'>): Record<string, number> {
  const rows = db.all(
    'SELECT stream, seq FROM event_heads WHERE stream IN (SELECT value FROM json_each(?))',
    JSON.stringify(streams),
  );
  return Object.fromEntries(rows.map(({ stream, seq }) => [stream as string, seq as number]));
}

export function noteEvent(context: VerbContext, input: Input<'note'>): null {
  appendEvent(context, { stream: OPERATOR_STREAM, ...input });
  return null;
}

export function purgeEvents({ db, nowMs }: VerbContext, { keepMs }: Input<'purge'>): { purged: number } {
  const purged = db.run(
    'DELETE FROM events WHERE (stream, seq) IN (SELECT stream, seq FROM events WHERE at_ms < ? LIMIT ?)',
    nowMs - keepMs,
    PURGE_EVENTS_MAX,
  );
  return { purged };
}

export function setLowBalance({ db }: VerbContext, { micros }: Input<'setLowBalance'>): null {
  db.run(
    'INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2 WHERE value <> ?2',
    LOW_BALANCE,
    micros,
  );
  return null;
}
