// Owns the way between an event and its row, for every backend.
import type { EventData, EventType, StreamEvent } from '../domain/event.ts';
import type { Row } from './rows.ts';

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
