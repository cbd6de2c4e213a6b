import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { spell } from '../sqlite/run-reading.ts';
import type { Row } from '../steps/reading.ts';
import { Books } from './books.ts';
import { firstNewEntry } from './entries-pass.ts';
import { Differences } from './ledger-differences.ts';

/** The first id to read, for accounts of which so many entries are proven. Their entries were written in turns: a, b, a, b … */
function firstFor(proven: Record<string, number>): number | null {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, account_id TEXT, seq INTEGER)');
  for (let seq = 1; seq <= 5; seq++)
    db.exec(`INSERT INTO entries (account_id, seq) VALUES ('a', ${seq}), ('b', ${seq})`);
  const books = new Books(null);
  for (const [accountId, entrySeq] of Object.entries(proven)) books.of(accountId).entrySeq = entrySeq;
  const pass = { books, differences: new Differences(), known: null, onRead: () => {} };
  const steps = firstNewEntry(pass, Object.keys(proven));
  let step = steps.next();
  while (step.done !== true)
    step = steps.next(db.prepare(spell(step.value.sql)).all(...step.value.values) as Row[]);
  return step.value;
}

const others = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`other-${i}`, 0]));

test.each([
  ['nothing is proven', { a: 0, b: 0 }, 1],
  ['one account has moved on', { a: 4 }, 9],
  ['two accounts have moved on', { a: 3, b: 2 }, 6],
  ['an account of a second query has moved on', { ...others, b: 3 }, 8],
  ['an account of the first query lies before one of the second', { a: 3, ...others, b: 4 }, 7],
  ['everything is proven', { a: 5, b: 5 }, null],
])('a check reads from the first entry that is not proven: %s', (_, proven, id) => {
  expect(firstFor(proven)).toBe(id);
});
