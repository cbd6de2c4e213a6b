// Appends events on PostgreSQL, inside the transaction of the verb that causes them: the number of an event is assigned there, so a
// stream has no gap. The row with a stream's last number is locked after accounts and before the revision. A notification is sent with
// the commit to wake readers on other nodes. Events are read in nouns/events.ts.
import type { NewEvent } from '../../domain/event.ts';
import { REVISION_CHANNEL } from './audit.ts';
import type { PgQuery } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

/** Payload on the revision's channel: there are new events, and nothing else has changed. */
export const EVENTS_NOTICE = 'events';

/** Appends several events at once, in their sequence; the numbers of each stream are assigned together. */
const APPEND = `
  WITH given AS (
    SELECT stream, type, data, row_number() OVER (PARTITION BY stream ORDER BY n) AS place,
           count(*) OVER (PARTITION BY stream) AS of
      FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS u (stream, type, data, n)),
  heads AS (
    INSERT INTO event_heads AS h (stream, seq) SELECT stream, count(*) FROM given GROUP BY stream ORDER BY stream
    ON CONFLICT (stream) DO UPDATE SET seq = h.seq + excluded.seq RETURNING stream, seq),
  added AS (
    INSERT INTO events (stream, seq, id, type, at_ms, data)
    SELECT g.stream, h.seq - g.of + g.place,
           'evt_' || g.stream || '_' || (h.seq - g.of + g.place) || '_' || to_hex($1::bigint), g.type, $1, g.data
      FROM given g JOIN heads h ON h.stream = g.stream)
  SELECT pg_notify('${REVISION_CHANNEL}', '${EVENTS_NOTICE}')`;

export function insertEvents(events: readonly NewEvent[], nowMs: number): PgQuery | null {
  if (events.length === 0) return null;
  const values = [
    nowMs,
    events.map(({ stream }) => stream),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
  ];
  return { text: APPEND, values };
}

export async function appendEvent({ db, nowMs }: VerbContext, event: NewEvent): Promise<void> {
  await db.query(insertEvents([event], nowMs)!);
}
