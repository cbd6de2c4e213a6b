// The constraints of the SQLite schema: even if every check in our code were missing, the database refuses a second call of one id, a
// second charge, a second use of a reference, and a charge above the hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { addPayer, openHold, publishPrice, settlementOf } from '../testing/payer.ts';
import { openSqliteStorage } from './open-storage.ts';

/** Inserts a copy of a row with these columns changed. */
function again(table: 'calls' | 'entries', changes: Record<string, string>, where: string): string {
  const columns = {
    calls: `account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform, operation,
            variant, catalog_version, price_micros, charged_micros, opened_at_ms`,
    entries: 'account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor',
  }[table];
  const values = columns.split(',').map((column) => changes[column.trim()] ?? column.trim());
  return `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${where}`;
}

describe('the database itself refuses', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-walls-'));
  const file = path.join(folder, 'test.db');
  let db: DatabaseSync;

  beforeAll(async () => {
    const storage = await openSqliteStorage({
      file,
      clock: systemClock,
      random: systemRandom,
      serves: false,
    });
    await publishPrice(storage);
    await addPayer(storage, 'acc', 5);
    await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'paid')));
    await openHold(storage, 'acc', 'held');
    await storage.close();
    db = new DatabaseSync(file);
  });
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const held = "state = 'held'";
  test.each([
    ['a second call of one id', again('calls', {}, held), 'UNIQUE'],
    [
      'a second charge of a call',
      again('entries', { seq: '9', reference: 'NULL' }, "kind = 'charge'"),
      'UNIQUE',
    ],
    ['a second top-up of one reference', again('entries', { seq: '9' }, "kind = 'topup'"), 'UNIQUE'],
    ['a second entry of one number', again('entries', { reference: "'x'" }, "kind = 'topup'"), 'UNIQUE'],
    [
      'a charge above the hold',
      `UPDATE calls SET state = 'settled', charged_micros = price_micros + 1 WHERE ${held}`,
      'CHECK',
    ],
    ['a negative charge', `UPDATE calls SET state = 'settled', charged_micros = -1 WHERE ${held}`, 'CHECK'],
    ['a charge of a call that is not settled', `UPDATE calls SET charged_micros = 1 WHERE ${held}`, 'CHECK'],
    ['a charge that adds money', again('entries', { seq: '9', kind: "'charge'" }, "kind = 'topup'"), 'CHECK'],
    ['a changed settled call', "UPDATE calls SET path = '/q' WHERE state = 'settled'", 'final'],
    ['a deleted call', `DELETE FROM calls WHERE ${held}`, 'never deleted'],
    ['a negative hold', 'UPDATE accounts SET held_micros = -1', 'CHECK'],
  ])('%s', (_name, sql, reason) => {
    expect(() => db.exec(sql)).toThrow(reason);
  });
});
