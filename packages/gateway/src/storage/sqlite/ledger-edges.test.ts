// Runs the edges of money on SQLite, and what its threads must do when they break.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { describeLedgerEdges } from '../ledger-edges.contract.ts';
import { StorageUnavailable } from '../storage.ts';
import { Connection } from './connection.ts';
import { openSqliteStorage } from './open-storage.ts';
import { VerbThread } from './verb-thread.ts';
import type { VerbName } from './verbs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-edges-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const freshFile = () => path.join(folder, `${++files}.db`);

describeLedgerEdges('SQLite', async (clock: Clock) => {
  const storage = await openSqliteStorage({ file: freshFile(), clock, random: systemRandom, serves: true });
  return { storage, close: () => storage.close() };
});

describe('a storage thread', () => {
  /** No verb: it gives back functions, which cannot leave the thread, so that the thread dies of it. */
  const DEADLY = 'valueOf' as VerbName;

  function start(mode: 'read' | 'write', queueMax = 100): VerbThread {
    const file = freshFile();
    const connection = new Connection(file, { readOnly: false });
    connection.migrate();
    connection.close();
    return new VerbThread({ file, mode, node: 'n', nodeDir: folder }, systemClock, queueMax);
  }

  test('that dies fails only what it was doing, and another takes its place', async () => {
    const thread = start('write');
    await expect(thread.run(DEADLY, null)).rejects.toThrow(StorageUnavailable);
    expect(await thread.run('revision', null)).toBeDefined();
    await thread.close();
  });

  test.each(['read', 'write'] as const)(
    'for %s that breaks on one verb answers its neighbours, and tells the bug by name',
    async (mode) => {
      const thread = start(mode);
      const results = await Promise.allSettled([
        thread.run('revision', null),
        thread.run('accounts.find', null),
        thread.run('revision', null),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const { reason } = results[1] as PromiseRejectedResult;
      expect(reason.message).toContain('accounts.find: ');
      expect(reason).not.toBeInstanceOf(StorageUnavailable);
      await thread.close();
    },
  );

  test('with a full queue refuses the next verb at once as overload', async () => {
    const thread = start('read', 2);
    const first = [thread.run('revision', null), thread.run('revision', null)];
    await expect(thread.run('revision', null)).rejects.toMatchObject({ overloaded: true });
    await Promise.all(first);
    await thread.close();
  });

  test('on a file that is no database is unavailable, and not a bug', async () => {
    const thread = new VerbThread(
      { file: path.join(folder, 'none', 'x.db'), mode: 'read', node: 'n', nodeDir: folder },
      systemClock,
      10,
    );
    await expect(thread.run('revision', null)).rejects.toThrow(StorageUnavailable);
    await thread.close();
  });
});
