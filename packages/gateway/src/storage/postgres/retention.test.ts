// Runs the contract suites of retention and of walk states on PostgreSQL, and tests what only PostgreSQL has: months are dropped as a
// whole, without delaying readers or paid calls.
import pg from 'pg';
import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeRetention } from '../contracts/retention.contract.ts';
import { createTestClock, type TestClock } from '../contracts/storage.contract.ts';
import { describeWalkStates } from '../contracts/walk-states.contract.ts';
import { addPayer, keyIdOf, openHold, settlementOf } from '../testing/payer.ts';
import { openPostgresStorage } from './open-storage.ts';

async function openTwo(databaseClock: TestClock) {
  const database = await freshDatabase();
  const base = { url: database.url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
  const storage = await openPostgresStorage({ sync: 'any', ...base });
  const another = await openPostgresStorage({ sync: 'any', ...base });
  const close = async () => {
    await Promise.all([storage.close(), another.close()]);
    await database.drop();
  };
  return { storage, another, close, database };
}

describeRetention('PostgreSQL', openTwo);
describeWalkStates('PostgreSQL', openTwo);

const OLD = "SELECT relname FROM pg_class WHERE relname ~ '_y2026m(11|12)$' AND relkind = 'r' ORDER BY 1";

test('a month that is empty is dropped whole; entries keep theirs for ever', async () => {
  const clock = createTestClock();
  const { storage, close, database } = await openTwo(clock);
  clock.advance(70 * 86_400_000);
  while ((await storage.usage.purge({ keepMonths: 1 })).purged > 0);
  expect(await database.query(OLD)).toEqual([
    { relname: 'entries_y2026m11' },
    { relname: 'entries_y2026m12' },
    { relname: 'provider_days_y2026m12' },
    { relname: 'usage_days_y2026m12' },
  ]);
  await close();
});

test('a month that another transaction reads is left for another time', async () => {
  const clock = createTestClock();
  const { storage, close, database } = await openTwo(clock);
  clock.advance(70 * 86_400_000);
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; SELECT * FROM usage_days; SELECT * FROM provider_days');
  expect(await storage.usage.purge({ keepMonths: 1 })).toEqual({ purged: 0 });
  await reader.end();
  await expect.poll(() => storage.usage.purge({ keepMonths: 1 })).toEqual({ purged: 1 });
  await close();
});

test('states of walks, events and answers that another node has locked are left for the next purge, which does not wait', async () => {
  const clock = createTestClock();
  const { storage, another, close, database } = await openTwo(clock);
  await addPayer(storage, 'acc', 2);
  for (const id of ['locked', 'free'])
    await storage.calls.settle(settlementOf(await openHold(storage, 'acc', id)));
  const put = (id: string, countMax: number) =>
    another.walkStates.put({
      id,
      part: '',
      keyId: keyIdOf('acc'),
      body: Buffer.from(id),
      countMax,
      bytesMax: 1_000,
    });
  const note = () => storage.events.note({ type: 'provider.recovered', data: {} });
  for (const id of ['locked', 'free']) await put(id, 100);
  await note();
  await note();
  clock.advance(10);
  const node = new pg.Client({ connectionString: database.url });
  await node.connect();
  await node.query(`BEGIN; SELECT 1 FROM walk_states WHERE id = 'locked' FOR UPDATE;
                    SELECT 1 FROM events WHERE stream = 'operator' AND seq = 1 FOR UPDATE;
                    SELECT 1 FROM answers WHERE call_seq = (SELECT seq FROM calls WHERE request_id = 'locked') FOR UPDATE`);
  expect(await storage.calls.purgeAnswers({ keepMs: 5 })).toEqual({ purged: 1 });
  expect(await storage.walkStates.purge({ keepMs: 5 })).toEqual({ purged: 1 });
  await storage.events.purge({ keepMs: 5 });
  const left = await database.query("SELECT stream, seq::integer FROM events WHERE stream = 'operator'");
  expect(left).toEqual([{ stream: 'operator', seq: 1 }]);
  // The locked state is one too many for this limit.
  expect(await put('young', 1)).toEqual({ isNew: true });
  await node.end();
  await expect.poll(() => storage.walkStates.purge({ keepMs: 5 })).toEqual({ purged: 1 });
  expect(await storage.events.purge({ keepMs: 5 })).toEqual({ purged: 1 });
  expect(await storage.calls.purgeAnswers({ keepMs: 5 })).toEqual({ purged: 1 });
  await close();
});
