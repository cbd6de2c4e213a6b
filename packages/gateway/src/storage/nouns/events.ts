// Events: a stream of numbered rows for each account, and one for the operator. The verb that causes an event appends it in its own
// transaction (`{ event }` in steps/writing.ts, `appendEvent` of each backend), so a stream has no gap. Here they are read, purged, and
// told once where several nodes may notice the same thing.
import { formatTime } from '../../domain/clock.ts';
import {
  type EventData,
  type EventType,
  type NewEvent,
  OPERATOR_STREAM,
  type StreamEvent,
} from '../../domain/event.ts';
import type { Micros } from '../../domain/money.ts';
import type { Dialect, Reading, Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { keyEvent } from './keys.ts';
import { readKey } from './rows.ts';

/** Dropped in one transaction, so that a purge never delays a paid call by more than a few milliseconds. */
const PURGE_EVENTS_MAX = 500;
/** Keys told of in one transaction. */
const KEYS_MAX = 100;
/** The row of `meta` that has the limit of accounts without one of their own. */
export const LOW_BALANCE = 'low_balance_micros';

/** Names a stream and a number for ever: it stays unique also when a backup was put back and numbers are given again. */
export function eventId({ stream }: Pick<StreamEvent, 'stream'>, seq: number, atMs: number): string {
  return `evt_${stream}_${seq}_${atMs.toString(16)}`;
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

/** Events of one stream with a number above `after`, the oldest first. With `before`: only those with a lower number, the newest first. */
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

/** The last number of each of these streams; a stream without events is left out. */
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

/** Appends to the operator's stream what no verb of the ledger causes. */
export function* noteEvent({ type, data }: { type: EventType; data: EventData }): Writing<null> {
  yield { event: { stream: OPERATOR_STREAM, type, data } };
  return null;
}

/** Drops events that are older than `keepMs`, a bounded number at a time; the last number of a stream stays. */
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

/** Sets the limit of accounts that have none of their own; 0 tells nobody. */
export function* setLowBalance({ micros }: { micros: Micros }): Writing<null> {
  yield {
    sql: `INSERT INTO meta (name, value) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <> excluded.value`,
    values: [LOW_BALANCE, micros],
  };
  return null;
}

export interface TellOnce {
  name: string;
  state: string;
  event: NewEvent;
  isUsual: boolean;
}

/** Appends the event when the state of this name differs from the one that was told last; with `isUsual`, not when none was told yet. */
export function* tellOnce({ name, state, event, isUsual }: TellOnce): Writing<{ told: boolean }> {
  const { isChanged, isFirst } = yield* tellState(name, state);
  const told = isChanged && !(isUsual && isFirst);
  if (told) yield { event };
  return { told };
}

/** Stores the state in the transaction that writes the event, so that a crash or a second node neither loses nor doubles it. */
function* tellState(name: string, state: string): Writing<{ isChanged: boolean; isFirst: boolean }> {
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

/** Tells accounts of their active keys that end within this time, once for each end, a bounded number at a time. */
export function* tellExpiringKeys(
  { withinMs }: { withinMs: number },
  { nowMs }: WriteMoment,
): Writing<{ told: number }> {
  const due = yield {
    sql: `SELECT k.* FROM keys k LEFT JOIN told t ON t.name = 'key:' || k.id
           WHERE k.status = 'active' AND k.expires_at_ms > $1 AND k.expires_at_ms <= $2
             AND (t.state IS NULL OR t.state <> CAST(k.expires_at_ms AS text)) ORDER BY k.id LIMIT ${KEYS_MAX}`,
    values: [nowMs, nowMs + withinMs],
  };
  let told = 0;
  for (const key of due.map(readKey)) {
    const { isChanged } = yield* tellState(`key:${key.id}`, String(key.expiresAtMs));
    if (!isChanged) continue;
    yield { event: keyEvent('key.expiring', key, { expires_at: formatTime(key.expiresAtMs!) }) };
    told++;
  }
  return { told };
}
