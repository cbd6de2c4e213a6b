// How events are appended on PostgreSQL, by the verb that causes them and inside its transaction: the number of an event is drawn there, so
// a stream has no gap. The row of a stream's last number is locked after accounts and before the revision. A notification leaves with the
// commit, so that readers on other nodes are woken. Events are read in nouns/events.ts.
import type { NewEvent } from '../../domain/event.ts';
import { REVISION_CHANNEL } from './audit.ts';
import type { PgQuery } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

/** Sent on the channel of the revision: there are new events, and nothing else has changed. */
export const EVENTS_NOTICE = 'events';

/** Several at once, in their order: each stream's numbers are drawn together. */
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
