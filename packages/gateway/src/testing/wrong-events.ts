// Checks a SQLite ledger that nobody serves any more: do its events look as openapi.json says?
import { DatabaseSync } from 'node:sqlite';
import type { StreamEvent } from '../domain/event.ts';
import { eventView } from '../features/events/event-views.ts';
import { eventComplaint } from './documented-operations.ts';

/** What is wrong with them; empty when nothing is. */
export function wrongEvents(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare('SELECT id, seq, type, at_ms AS atMs, data FROM events').all();
  db.close();
  const events = rows.map(
    (row) => ({ ...row, data: JSON.parse(row.data as string) }) as unknown as StreamEvent,
  );
  return events.flatMap((event) => eventComplaint(JSON.stringify(eventView(event))) ?? []);
}
