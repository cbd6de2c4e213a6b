// Owns how events look on a terminal.
import type { EventView } from '../features/events/event-views.ts';
import type { Cell, Column } from './table.ts';

export const EVENT_COLUMNS: Column[] = [
  { title: 'sequence', align: 'right' },
  { title: 'at' },
  { title: 'type' },
  { title: 'data', canShrink: true },
];

export function eventCells({ sequence, timestamp, type, data }: EventView): Cell[] {
  return [sequence, timestamp, type, JSON.stringify(data)];
}
