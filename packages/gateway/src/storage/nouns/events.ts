// Events: a stream of numbered rows for each account, and one for the operator. The verb that causes an event appends it in its own
// transaction (`{ event }` in steps/writing.ts, `appendEvent` of each backend), so a stream has no gap. This file reads and purges
// events, and writes events that several nodes may notice at once, exactly once.

import { formatTime } from '../../domain/clock.ts';
import {
  type EventData,
  type EventType,
  type NewEvent,
  OPERATOR_STREAM,
  type StreamEvent,
} from '../../domain/event.ts';
import { ID_PREFIXES } from '../../domain/ids.ts';
import type { Micros } from '../../domain/money.ts';
import type { Dialect, Reading, Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { keyEvent, keys } from './keys.ts';

/** Events per transaction, so that a purge delays a paid call by a few milliseconds at most. */
const PURGE_EVENTS_MAX = 500;
/** Keys per transaction. */
const KEYS_MAX = 100;
/** The row of `meta` with the limit for accounts that have none of their own. */
export const LOW_BALANCE = 'low_balance_micros';

/** An id that is unique for ever, even if a backup is restored and numbers are used again: it contains the time. */
export function eventId({ stream }: Pick<StreamEvent, 'stream'>, seq: number, atMs: number): string {
  return `${ID_PREFIXES.event}${stream}_${seq}_${atMs.toString(16)}`;
}

export function readEvent(row: Row): StreamEvent {
  return {
    stream: row.stream as string,
    seq: row.seq as number,
    id: row.id as string,
    type: row.type as EventType,
    atMs: row.at_ms as number,
    data: JSON.parse(row.data as string) as EventData,
  };
}

export interface ListEvents {
  stream: string;
  after: number;
  limit: number;
  before?: number;
}

/** Events of one stream with a number above `after`, oldest first. With `before`: those with a lower number, newest first. */
export function* listEvents({ stream, after, before, limit }: ListEvents): Reading<StreamEvent[]> {
  const rows =
    before === undefined
      ? yield {
          sql: 'SELECT * FROM events WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3',
          values: [stream, after, limit],
        }
      : yield {
          sql: 'SELECT * FROM events WHERE stream = $1 AND seq > $2 AND seq < $3 ORDER BY seq DESC LIMIT $4',
          values: [stream, after, before, limit],
        };
  return rows.map(readEvent);
}

/** The last number of each of these streams; streams without events are left out. */
export function* readEventHeads(
  { streams }: { streams: readonly string[] },
  { oneOf }: Dialect,
): Reading<Record<string, number>> {
  const rows = yield {
    sql: `SELECT stream, seq FROM event_heads WHERE stream ${oneOf('$1')}`,
    values: [JSON.stringify(streams)],
  };
  return Object.fromEntries(rows.map(({ stream, seq }) => [stream as string, seq as number]));
}

/** Appends an event to the operator's stream that no other verb causes. */
export function* noteEvent({ type, data }: { type: EventType; data: EventData }): Writing<null> {
  yield { event: { stream: OPERATOR_STREAM, type, data } };
  return null;
}

/** Deletes events that are older than `keepMs`, a bounded number at a time. The last number of a stream stays. */
export function* purgeEvents(
  { keepMs }: { keepMs: number },
  { nowMs }: WriteMoment,
): Writing<{ purged: number }> {
  const dropped = yield {
    sql: `DELETE FROM events WHERE (stream, seq) IN (
            SELECT stream, seq FROM events WHERE at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING seq`,
    values: [nowMs - keepMs, PURGE_EVENTS_MAX],
  };
  return { purged: dropped.length };
}

/** Sets the limit for accounts that have none of their own; 0 means no `balance.low` event. */
export function* setLowBalance({ micros }: { micros: Micros }): Writing<null> {
  yield {
    sql: `INSERT INTO meta (name, value) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <> excluded.value`,
    values: [LOW_BALANCE, micros],
  };
  return null;
}

export interface NoteOnce {
  name: string;
  state: string;
  event: NewEvent;
  isUsual: boolean;
}

/** Appends the event if `state` differs from the last stored state of this name. With `isUsual`, a first state causes no event. */
export function* noteOnce({ name, state, event, isUsual }: NoteOnce): Writing<{ noted: boolean }> {
  const { isChanged, isFirst } = yield* noteState(name, state);
  const noted = isChanged && !(isUsual && isFirst);
  if (noted) yield { event };
  return { noted };
}

/** Stores the state in the transaction that writes the event, so that neither a crash nor a second node loses or doubles the event. */
function* noteState(name: string, state: string): Writing<{ isChanged: boolean; isFirst: boolean }> {
  const [made] = yield {
    sql: 'INSERT INTO told (name, state) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
    values: [name, state],
  };
  if (made !== undefined) return { isChanged: true, isFirst: true };
  const changed = yield {
    sql: 'UPDATE told SET state = $1 WHERE name = $2 AND state <> $1 RETURNING name',
    values: [state, name],
  };
  return { isChanged: changed.length > 0, isFirst: false };
}

/** Writes an event for active keys that expire within this time, once for each expiry, a bounded number at a time. */
export function* noteExpiringKeys(
  { withinMs }: { withinMs: number },
  { nowMs }: WriteMoment,
): Writing<{ noted: number }> {
  const due = yield {
    sql: `SELECT k.* FROM keys k LEFT JOIN told t ON t.name = 'key:' || k.id
           WHERE k.status = 'active' AND k.expires_at_ms > $1 AND k.expires_at_ms <= $2
             AND (t.state IS NULL OR t.state <> CAST(k.expires_at_ms AS text)) ORDER BY k.id LIMIT ${KEYS_MAX}`,
    values: [nowMs, nowMs + withinMs],
  };
  let noted = 0;
  for (const key of due.map(keys.read)) {
    const { isChanged } = yield* noteState(`key:${key.id}`, String(key.expiresAtMs));
    if (!isChanged) continue;
    yield { event: keyEvent('key.expiring', key, { expires_at: formatTime(key.expiresAtMs!) }) };
    noted++;
  }
  return { noted };
}
