// `gathered.settle` on SQLite, with a move that the test can see and break.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import type { HoldRef } from '../storage.ts';
import { moveVisibly, pageFound, pageId } from '../testing/gathered.ts';
import { addPayer, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { syncOf } from './commit-sync.ts';
import { SqliteConnection } from './connection.ts';
import { settlingWith } from './gathered-settle.ts';
import { openSqliteStorage } from './open-storage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-gathered-'));
const file = path.join(folder, 'test.db');
let db: SqliteConnection;
let holds: HoldRef[];

beforeAll(async () => {
  const storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: false });
  await publishPrice(storage);
  await addPayer(storage, 'acc', 5);
  holds = [await openHold(storage, 'acc', pageId(0)), await openHold(storage, 'acc', pageId(1))];
  await storage.close();
  db = new SqliteConnection(file, { readOnly: false });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function settle(page: number, seen: string[]) {
  const context = { db, nowMs: systemClock.nowMs(), monotonicMs: 0, node: 'n', isNodeGone: () => false };
  const input = { settle: settlementOf(holds[page]!, { answer: null }), found: { ...pageFound(page), seen } };
  return db.transaction('immediate', () =>
    settlingWith(moveVisibly)({ ...context, holdsSeen: new Map(), progress: null }, input),
  );
}

const seen = () => db.all('SELECT item, seen_at FROM seen_items');
const money = () => db.get('SELECT balance_micros, held_micros FROM accounts');

test('the charge and the move are one commit, which happens once', () => {
  expect(settle(0, ['a'])).toEqual({ kind: 'settled', balanceMicros: 4 * PRICE });
  expect(seen()).toEqual([{ item: 'a', seen_at: PRICE }]);
  expect(settle(0, ['b'])).toEqual({ kind: 'lost' });
  expect(seen()).toHaveLength(1);
});

test('a move that fails takes the charge back', () => {
  expect(() => settle(1, ['c', 'd'])).toThrow('the move fails');
  expect(seen()).toHaveLength(1);
  expect(money()).toEqual({ balance_micros: 4 * PRICE, held_micros: PRICE });
  expect(db.all("SELECT request_id FROM calls WHERE state = 'held'")).toEqual([{ request_id: pageId(1) }]);
});

test('its commit waits for the disk', () => {
  expect(syncOf([{ name: 'calls.open' }, { name: 'gathered.settle' }])).toBe('FULL');
});
