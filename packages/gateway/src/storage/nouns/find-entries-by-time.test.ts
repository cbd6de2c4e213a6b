// Entries are found by time also where the clock was set back between them.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { runQueries } from '../sqlite/run-reading.ts';
import { entryRangeOf, entryScopeOf } from './find-entries-by-time.ts';

const EVERY_MS = 100_000;
const db = new DatabaseSync(':memory:');
afterAll(() => db.close());
db.exec('CREATE TABLE entries (id INTEGER, account_id TEXT, seq INTEGER, at_ms INTEGER)');
// Entries 0, 1, 2 … of two accounts in turns, one every 100 seconds.
for (let id = 0; id < 200; id++) {
  const values = [id, id % 2 === 0 ? 'even' : 'odd', Math.floor(id / 2), id * EVERY_MS];
  db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?)').run(...values);
}

function rangeOf(of: { accountId?: string }, time: { fromMs?: number; toMs?: number }) {
  const all = (sql: string, ...values: SQLInputValue[]) => db.prepare(sql).all(...values);
  return runQueries({ all } as unknown as SqliteConnection, entryRangeOf(entryScopeOf(of), time));
}

test('a range holds the entries of its time, and those that a clock wrote that was ten minutes wrong', () => {
  const time = { fromMs: 50 * EVERY_MS, toMs: 60 * EVERY_MS };
  expect(rangeOf({}, time)).toEqual({ first: 44, behind: 66 });
  expect(rangeOf({ accountId: 'even' }, time)).toEqual({ first: 22, behind: 33 });
});

test('a range without a bound goes to the end of the ledger', () => {
  expect(rangeOf({}, { fromMs: 50 * EVERY_MS })).toEqual({ first: 44, behind: 200 });
  expect(rangeOf({}, { toMs: 60 * EVERY_MS })).toEqual({ first: 1, behind: 66 });
});
