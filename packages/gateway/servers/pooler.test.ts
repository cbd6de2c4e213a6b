// What is particular to a pooler, with a real PgBouncer in front of a real server. The contract suites run through it too: run.ts names them.
import { afterEach, describe, expect, test } from 'vitest';
import { createPool } from '../src/storage/postgres/connection.ts';
import { RevisionListener } from '../src/storage/postgres/listener.ts';
import {
  closeAll,
  database,
  expectSound,
  kindsOf,
  money,
  open,
  openWithPayer,
  useDatabases,
} from '../src/storage/postgres/testing/backend.ts';
import type { Storage } from '../src/storage/storage.ts';
import { StorageUnavailable } from '../src/storage/storage.ts';
import { callOf, openHold, settlementOf } from '../src/storage/testing/payer.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { programsFor } from './programs.ts';

const programs = programsFor('what is particular to a pooler', 'PostgreSQL', 'PgBouncer');
const CALLS = 40;

describe.skipIf(programs === null)('behind PgBouncer', () => {
  useDatabases();
  const started: PgBouncer[] = [];
  afterEach(async () => {
    await closeAll();
    for (const { program } of started.splice(0)) await program.remove();
  });

  /** In front of the database of this test. */
  async function bouncer(settings: Record<string, string | number>): Promise<PgBouncer> {
    const made = await startPgBouncer(programs!.pgbouncer!, database.directUrl, settings);
    started.push(made);
    return made;
  }

  /** As many calls at the same time as the account can pay for, and as many more. */
  async function spendAll(...nodes: Storage[]): Promise<void> {
    const ids = Array.from({ length: 2 * CALLS }, (_, i) => `r${i}`);
    const opened = await Promise.all(
      ids.map((id, i) => nodes[i % nodes.length]!.calls.open(callOf('acc', id))),
    );
    const holds = opened.flatMap((result) => (result.kind === 'opened' ? [result.hold] : []));
    expect(holds).toHaveLength(CALLS);
    await Promise.all(holds.map((hold, i) => nodes[i % nodes.length]!.calls.settle(settlementOf(hold))));
    expect(await money(nodes[0]!)).toEqual({ balance: 0, held: 0 });
    await expectSound(nodes[0]!);
  }

  test('no node listens, because its connection would go on listening for other clients, and it says so', async () => {
    const pool = createPool(database.url, { sync: 'any' });
    const notices: string[] = [];
    const listener = new RevisionListener({
      url: database.url,
      pool,
      onNotice: (text) => notices.push(text),
    });
    listener.add(() => {});
    await expect.poll(() => notices).toEqual([expect.stringContaining('because of a pooler')]);
    const sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    expect(await database.query(sql)).toEqual([]);
    await listener.close();
    await pool.end();
  });

  test.each(['transaction', 'session'])(
    'in %s mode, two nodes spend a balance to its last call',
    async (pool_mode) => {
      const { url } = await bouncer({ pool_mode, default_pool_size: 40 });
      await spendAll(await openWithPayer(CALLS, { url }), await open({ url }));
    },
  );

  test('with two connections to the server for two nodes, every call is served', async () => {
    const { url } = await bouncer({ default_pool_size: 2 });
    await spendAll(await openWithPayer(CALLS, { url }), await open({ url }));
  });

  test('that accepts fewer connections than a node wants, the node makes do with them', async () => {
    const { url } = await bouncer({ max_client_conn: 4 });
    await spendAll(await openWithPayer(CALLS, { url }));
  });

  test('that is killed and started again, no verb is half done, and calls go on', async () => {
    const { url, program } = await bouncer({});
    const storage = await openWithPayer(CALLS, { url });
    const hold = await openHold(storage, 'acc', 'before');
    const ids = Array.from({ length: 10 }, (_, i) => `during${i}`);
    const during = ids.map((id) => storage.calls.open(callOf('acc', id)).catch((error: unknown) => error));
    await program.stop();
    for (const result of await Promise.all(during))
      if (result instanceof Error) expect(result).toBeInstanceOf(StorageUnavailable);
    await program.start();
    const settle = () => storage.calls.settle(settlementOf(hold)).then(({ kind }) => kind, String);
    await expect.poll(settle).toBe('settled');
    const again = await Promise.all(ids.map((id) => storage.calls.open(callOf('acc', id))));
    expect(new Set(kindsOf(again))).not.toContain('insufficient');
    expect(await money(storage)).toEqual({ balance: CALLS - 1, held: ids.length });
    await expectSound(storage);
  });
});
