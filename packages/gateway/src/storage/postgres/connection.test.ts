// Connections to the server: those that break at the worst moment, poolers, migrations, and servers that must not be used. Every test has
// a database of its own and no sleeps.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { emptyDatabase } from '../../testing/postgres-databases.ts';
import { createTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { RefusedDatabase, StorageUnavailable, UnusableDatabase } from '../storage.ts';
import { callOf, openHold, PRICE, settlementOf } from '../testing/payer.ts';
import { createPool, type HostPool, type SqlConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openPostgresStorage } from './open-storage.ts';
import {
  closeAll,
  database,
  expectSound,
  kindsOf,
  money,
  open,
  openWithPayer,
  useDatabases,
} from './testing/backend.ts';
import { Database } from './transaction.ts';

useDatabases();

describe('a connection', () => {
  let proxy: TcpProxy;

  beforeEach(async () => {
    const { hostname, port } = new URL(database.url);
    proxy = await createTcpProxy({ host: hostname, port: Number(port) }, 'COMMIT\0');
  });
  afterEach(async () => {
    await closeAll();
    await proxy.close();
  });

  function throughProxy(): string {
    const url = new URL(database.url);
    url.host = `127.0.0.1:${proxy.port}`;
    return url.href;
  }

  test.each(['lose the answer', 'cut before'] as const)(
    'lost in COMMIT (%s) leaves no doubt: each verb is done once and returns its result',
    async (fault) => {
      const storage = await openWithPayer(10, { url: throughProxy() });
      const open = (id: string) => storage.calls.open(callOf('acc', id));
      proxy.fault = fault;
      const opens = await Promise.all([open('r1'), open('r2'), open('r1')]);
      expect(kindsOf(opens)).toEqual(['opened', 'opened', 'running']);
      const [one, two] = opens.flatMap((result) => (result.kind === 'opened' ? [result.hold] : []));
      proxy.fault = fault;
      const release = { hold: two!, failureCode: 'UPSTREAM_ERROR', attempts: [] };
      const ends = await Promise.all([
        storage.calls.settle(settlementOf(one!)),
        storage.calls.release(release),
      ]);
      expect(ends).toEqual([{ kind: 'settled', balanceMicros: 9 * PRICE }, { kind: 'released' }]);
      proxy.fault = fault;
      const change = { actor: 't', accountId: 'acc', amountMicros: toMicros(PRICE), reference: null };
      expect((await storage.accounts.adjust({ ...change, reason: 'once' })).kind).toBe('posted');
      expect(proxy.struck).toBe(3);
      expect(await money(storage)).toEqual({ balance: 10, held: 0 });
      await expectSound(storage);
    },
  );

  test.each(['lose the answer', 'cut before'] as const)(
    'lost in COMMIT (%s) of a quota never allows more than the quota: what is in doubt counts as spent',
    async (fault) => {
      const storage = await openWithPayer(0, { url: throughProxy() });
      const of = { provider: 'p', per: 'month' as const, reset: 'UTC' };
      const used = async () => (await storage.quotas.used({ of: [of] }))[0]!.usedUnits;
      const take = () => storage.quotas.take({ ...of, units: 1, most: 100 });
      const { startMs } = await take();
      await take();
      proxy.fault = fault;
      await storage.quotas.giveBack({ provider: 'p', startMs, units: 1 });
      const isGivenBack = fault === 'lose the answer';
      expect(await used()).toBe(isGivenBack ? 1 : 2);
      proxy.fault = fault;
      expect((await take()).isTaken).toBe(true);
      expect(proxy.struck).toBe(2);
      expect(await used()).toBe(3);
    },
  );

  test.each(['lose the answer', 'cut before'] as const)(
    'lost in COMMIT (%s) of a repeated call opens it, whatever became of its first try',
    async (fault) => {
      const storage = await openWithPayer(2, { url: throughProxy() });
      const first = await openHold(storage, 'acc', 'r1');
      await storage.calls.release({ hold: first, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      proxy.fault = fault;
      const again = await openHold(storage, 'acc', 'r1');
      expect([proxy.struck, await money(storage)]).toEqual([1, { balance: 2, held: 1 }]);
      expect((await storage.calls.settle(settlementOf(again))).kind).toBe('settled');
      await expectSound(storage);
    },
  );

  test('lost in COMMIT of verbs that were all refused changes nothing, and they are asked again', async () => {
    const storage = await openWithPayer(0, { url: throughProxy() });
    proxy.fault = 'lose the answer';
    expect(await storage.calls.open(callOf('nobody', 'r1'))).toEqual({ kind: 'unauthorized' });
    expect(proxy.struck).toBe(1);
  });

  test('lost in COMMIT together with its server is reported as in doubt, until the rows can be read', async () => {
    // Ten times as fast as time: what is asked again for three seconds is asked for 0.3 s.
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 10 };
    const storage = await openWithPayer(10, { url: throughProxy(), clock });
    const hold = await openHold(storage, 'acc', 'r1');
    proxy.fault = 'lose the server';
    const settled = storage.calls.settle(settlementOf(hold));
    await expect(settled).rejects.toThrow(StorageUnavailable);
    await expect(settled).rejects.toMatchObject({ inDoubt: true });
    proxy.fault = 'none';
    expect(await storage.calls.settle(settlementOf(hold))).toEqual({ kind: 'lost' });
    expect(await money(storage)).toEqual({ balance: 9, held: 0 });
    await expectSound(storage);
  });

  test('that gets no answer times out, and what was refused never happens', async () => {
    const storage = await openWithPayer(10, { url: throughProxy() });
    const hold = await openHold(storage, 'acc', 'r1');
    proxy.fault = 'black hole';
    const startedMs = systemClock.monotonicMs();
    await Promise.all([
      expect(storage.calls.settle(settlementOf(hold))).rejects.toThrow(StorageUnavailable),
      expect(storage.keys.findByHash({ hash: 'x' })).rejects.toThrow(StorageUnavailable),
    ]);
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(10_000);
    proxy.fault = 'none';
    expect(await money(storage)).toEqual({ balance: 10, held: 1 });
    expect((await storage.calls.settle(settlementOf(hold))).kind).toBe('settled');
  });

  test('killed by the server in the middle of the work is replaced, and nothing is lost or done twice', async () => {
    const storage = await openWithPayer(400);
    let isOver = false;
    const killer = (async () => {
      while (!isOver) {
        await database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'reelgate'`,
        );
      }
    })();
    const spend = async (id: string) => {
      const hold = await openHold(storage, 'acc', id);
      return storage.calls.settle(settlementOf(hold));
    };
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => spend(`r${i}`)));
    isOver = true;
    await killer;
    const settled = results.filter(
      (result) => result.status === 'fulfilled' && result.value.kind === 'settled',
    ).length;
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageUnavailable);
    }
    // A check is not repeated when its connection is one of those that were just killed.
    const checked = async () => {
      const { differences, balanceMicros } = await storage.ledger.verify();
      return { differences, balanceMicros };
    };
    await expect.poll(checked).toEqual({ differences: [], balanceMicros: (400 - settled) * PRICE });
  });
});

describe('a transaction', () => {
  let pool: HostPool;
  let transactions: Database;

  beforeEach(() => {
    pool = createPool(database.url, { sync: 'any', max: 1 });
    transactions = new Database({ pool, sync: 'any', marks: null, clock: systemClock, random: systemRandom });
  });
  afterEach(() => pool.end());

  test('whose work hid a failed query is not taken for committed', async () => {
    const work = async (connection: SqlConnection) => {
      await connection.all('SELECT 1 / 0').catch(() => {});
      return { value: 'done', last: [], wasCommitted: null };
    };
    await expect(transactions.write(work)).rejects.toThrow('the transaction was rolled back');
  });

  test('that fails on a connection which is lost as well reports its own error, and the next has another connection', async () => {
    const work = async (connection: SqlConnection) => {
      await connection.all('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
      throw new Error('a bug of ours');
    };
    await expect(transactions.write(work)).rejects.toThrow('a bug of ours');
    expect(await transactions.read((connection) => connection.all('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

describe('behind a pooler in transaction mode', () => {
  test('no transaction leaves a setting or a lock on its connection', async () => {
    const storage = await openWithPayer(3);
    await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'r1')));
    await storage.keys.findByHash({ hash: 'hash-acc' });
    await storage.ready();
    const locks = await database.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    expect(locks).toEqual([]);
    // The only connection of this pool serves every verb in turn, and still has its initial settings.
    const pool = createPool(database.url, { sync: 'any', max: 1 });
    const before = await connectionOf(pool);
    await migrate(pool);
    expect(await connectionOf(pool)).toEqual(before);
    await pool.end();
  });

  test('a pooler that loses prepared statements costs their plans and nothing else', async () => {
    const pool = createPool(database.url, { sync: 'any', max: 1 });
    const transactions = new Database({
      pool,
      sync: 'any',
      marks: null,
      clock: systemClock,
      random: systemRandom,
    });
    const say = (text: string) =>
      transactions.batch(async (connection) => ({
        value: await connection.all('SELECT $1::text AS said', text),
        last: [],
        wasCommitted: null,
      }));
    expect(await say('one')).toEqual([{ said: 'one' }]);
    expect(await connectionOf(pool)).toMatchObject({ prepared: 2 });
    await pool.query('DEALLOCATE ALL');
    expect(await say('two')).toEqual([{ said: 'two' }]);
    expect(await say('three')).toEqual([{ said: 'three' }]);
    expect(await connectionOf(pool)).toMatchObject({ prepared: 0 });
    await pool.end();
  });

  async function connectionOf(pool: ReturnType<typeof createPool>) {
    const { rows } = await pool.query(
      `SELECT (SELECT count(*) FROM pg_prepared_statements) AS prepared, current_setting('statement_timeout') AS limit,
              current_setting('lock_timeout') AS lock, (SELECT count(*) FROM pg_listening_channels()) AS listening`,
    );
    return rows[0];
  }
});

describe('the schema', () => {
  const start = (url: string) =>
    openPostgresStorage({ sync: 'any', url, clock: systemClock, random: systemRandom, serves: false });

  test('is made once when several nodes start at the same time on an empty database', async () => {
    const empty = await emptyDatabase();
    const storages = await Promise.all([start(empty.url), start(empty.url), start(empty.url)]);
    expect(await empty.query('SELECT version::integer FROM migrations')).toEqual(
      migrations.map((_, i) => ({ version: i + 1 })),
    );
    await Promise.all(storages.map((storage) => storage.close()));
    await empty.drop();
  });

  test('of a newer Reelgate is refused when it says so, and served when it allows it', async () => {
    await database.query("INSERT INTO migrations (version, name, compatible_from) VALUES (998, 'adds', 1)");
    await (await start(database.url)).close();
    await database.query(
      "INSERT INTO migrations (version, name, compatible_from) VALUES (999, 'takes', 999)",
    );
    const refused = start(database.url);
    await expect(refused).rejects.toThrow(UnusableDatabase);
    await expect(refused).rejects.toThrow('schema version 999');
  });

  test('that a newer Reelgate changes while a node serves stops it when it says so, and nothing else does', async () => {
    const storage = await openWithPayer(3);
    await openHold(storage, 'acc', 'r1');
    await database.query("INSERT INTO migrations (version, name, compatible_from) VALUES (998, 'adds', 1)");
    await openHold(storage, 'acc', 'r2');
    await database.query(
      "INSERT INTO migrations (version, name, compatible_from) VALUES (999, 'takes', 999)",
    );
    await expect(storage.calls.open(callOf('acc', 'r3'))).rejects.toThrow(RefusedDatabase);
    await expect(storage.ready()).rejects.toThrow('a newer Reelgate');
    expect(await money(storage)).toEqual({ balance: 3, held: 2 });
    await database.query('DELETE FROM migrations WHERE version = 999');
    await openHold(storage, 'acc', 'r3');
  });

  test('goes on with the migration at which an earlier start died', async () => {
    const pool = createPool(database.url, { sync: 'any' });
    const broken = { name: 'broken', sql: 'CREATE TABLE half (id bigint); SELECT 1 / 0', compatibleFrom: 1 };
    await expect(migrate(pool, [...migrations, broken])).rejects.toThrow('division by zero');
    const sound = { ...broken, sql: 'CREATE TABLE half (id bigint)' };
    await migrate(pool, [...migrations, sound]);
    expect(await database.query('SELECT max(version)::integer AS version FROM migrations')).toEqual([
      { version: migrations.length + 1 },
    ]);
    await pool.end();
  });
});

describe('a server', () => {
  test('whose commits may be lost is refused', async () => {
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
    );
    await expect(open()).rejects.toThrow('synchronous_commit=off');
  });

  test('whose commits may be lost since a change of its settings is not ready, and no new connection takes a charge', async () => {
    const storage = await openWithPayer(3);
    const setTo = (value: string) =>
      database.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = ${value}', current_database()); END $$`,
      );
    await setTo('off');
    await expect(storage.ready()).rejects.toThrow('synchronous_commit=off');
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'reelgate'`,
    );
    const refused = storage.calls.open(callOf('acc', 'r1'));
    await expect(refused).rejects.toThrow(StorageUnavailable);
    await expect(refused).rejects.toThrow('synchronous_commit=off');
    await setTo('on');
    expect((await storage.calls.open(callOf('acc', 'r1'))).kind).toBe('opened');
    await storage.ready();
  });

  test('that refuses the login is named without the password', async () => {
    const url = new URL(database.url);
    url.password = 'hunter2';
    url.pathname = '/no_such_database';
    const opening = open({ url: url.href });
    await expect(opening).rejects.toThrow(UnusableDatabase);
    await expect(opening).rejects.toThrow(`${url.hostname}:${url.port}/no_such_database`);
    await expect(opening).rejects.not.toThrow('hunter2');
  });
});
