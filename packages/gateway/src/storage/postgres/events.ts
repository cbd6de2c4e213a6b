// Owns events at rest. `appendEvent` is called by the verb that causes the event, inside its transaction; the number of an event
// is drawn there, so a stream has no gap. The row of a stream's last number is locked after accounts and before the revision.
// A notification leaves with the commit, so that whoever waits on another node is woken.
import { type NewEvent, OPERATOR_STREAM, type StreamEvent } from '../../domain/event.ts';
import { readEvent } from '../event-rows.ts';
import { type EventVerbs, LOW_BALANCE } from '../event-verbs.ts';
import { REVISION_CHANNEL } from './audit.ts';
import type { Statement } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof EventVerbs> = Parameters<EventVerbs[V]>[0];

/** Dropped in one transaction, so that a purge never delays a paid call by more than a few milliseconds. */
const PURGE_EVENTS_MAX = 500;

/** On the channel of the revision: somebody's events, and nothing else, have changed. */
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

export function insertEvents(events: readonly NewEvent[], nowMs: number): Statement | null {
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

export async function listEvents({ db }: VerbContext, input: Input<'list'>): Promise<StreamEvent[]> {
  const { stream, after, before, limit } = input;
  const rows =
    before === undefined
      ? await db.all(
          'SELECT * FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3',
          stream,
          after,
          limit,
        )
      : await db.all(
          'SELECT * FROM events WHERE stream = $1 AND seq > $2 AND seq < $3 ORDER BY seq DESC LIMIT $4',
          stream,
          after,
          before,
          limit,
        );
  return rows.map(readEvent);
}

export async function readHeads(
  { db }: VerbContext,
  { streams }: Input<'heads'>,
): Promise<Record<string, number>> {
  const rows = await db.all('SELECT stream, seq FROM event_heads WHERE stream = ANY($1)', [...streams]);
  return Object.fromEntries(rows.map(({ stream, seq }) => [stream as string, seq as number]));
}

export async function noteEvent(context: VerbContext, input: Input<'note'>): Promise<null> {
  await appendEvent(context, { stream: OPERATOR_STREAM, ...input });
  return null;
}

export async function purgeEvents(
  { db, nowMs }: VerbContext,
  { keepMs }: Input<'purge'>,
): Promise<{ purged: number }> {
  const purged = await db.run(
    `DELETE FROM events WHERE (stream, seq) IN (
       SELECT stream, seq FROM events WHERE at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    nowMs - keepMs,
    PURGE_EVENTS_MAX,
  );
  return { purged };
}

export async function setLowBalance({ db }: VerbContext, { micros }: Input<'setLowBalance'>): Promise<null> {
  await db.run(
    `INSERT INTO meta AS m (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE m.value <> excluded.value`,
    LOW_BALANCE,
    micros,
  );
  return null;
}
