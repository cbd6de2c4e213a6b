// What happens when threads of the SQLite backend fail.
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import { StorageUnavailable } from '../storage.ts';
import type { VerbName } from '../verbs.ts';
import { SqliteConnection } from './connection.ts';
import { VerbThread } from './verb-thread.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-edges-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const freshFile = () => path.join(folder, `${++files}.db`);

describe('a storage thread', () => {
  /** Not a verb: it returns functions, which cannot be posted, so the thread dies. */
  const DEADLY = 'valueOf' as VerbName;

  function migratedFile(): string {
    const file = freshFile();
    const connection = new SqliteConnection(file, { readOnly: false });
    connection.migrate();
    connection.close();
    return file;
  }

  function startOn(file: string, mode: 'read' | 'write', queueMax = 100): VerbThread {
    return new VerbThread({ file, mode, node: 'n', nodeDir: folder }, systemClock, queueMax);
  }

  const start = (mode: 'read' | 'write', queueMax?: number) => startOn(migratedFile(), mode, queueMax);

  /** Like a broken disk: reading a key reports that the file is corrupt. */
  function damageKeys(file: string): void {
    const db = new DatabaseSync(file);
    const { page } = db.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'keys'").get()!;
    const { bytes } = db.prepare('SELECT page_size AS bytes FROM pragma_page_size').get()!;
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(
      handle,
      Buffer.alloc(Number(bytes), 0xff),
      0,
      Number(bytes),
      (Number(page) - 1) * Number(bytes),
    );
    closeSync(handle);
  }

  const outcomeOf = (verb: Promise<unknown>) =>
    verb.then(
      () => 'done',
      (error) => (error instanceof StorageUnavailable ? 'unavailable' : 'broken'),
    );

  test('that dies fails only its current batch, and another thread replaces it', async () => {
    const thread = start('write');
    await expect(thread.run(DEADLY, null)).rejects.toThrow(StorageUnavailable);
    expect(await thread.run('revision', null)).toEqual(expect.any(Number));
    await thread.close();
  });

  test('that dies after its commit never reports that nothing has changed', async () => {
    const file = migratedFile();
    const thread = startOn(file, 'write');
    const batch = [thread.run('ready', null), thread.run(DEADLY, null)];
    const lost = { name: 'StorageUnavailable', inDoubt: true };
    for (const { reason } of (await Promise.allSettled(batch)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject(lost);
    }
    await thread.close();
    const db = new DatabaseSync(file);
    expect(db.prepare("SELECT value FROM meta WHERE name = 'proofs'").get()).toEqual({ value: 1 });
    db.close();
  });

  test('that only reads and dies has changed nothing, and says so', async () => {
    const thread = start('read');
    await expect(thread.run(DEADLY, null)).rejects.toMatchObject({ inDoubt: false });
    await thread.close();
  });

  test.each(['read', 'write'] as const)(
    'for %s that breaks on one verb answers the other verbs of the batch, and names the bug',
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
    const thread = startOn(path.join(folder, 'none', 'x.db'), 'read');
    await expect(thread.run('revision', null)).rejects.toThrow(StorageUnavailable);
    await thread.close();
  });

  test('on a file that cannot be made durable is unavailable: it takes no money', async () => {
    const thread = startOn(':memory:', 'write');
    await expect(thread.run('ready', null)).rejects.toThrow(/journal memory/);
    await expect(thread.run('ready', null)).rejects.toThrow(StorageUnavailable);
    await thread.close();
  });

  test.each(['read', 'write'] as const)(
    'for %s whose engine fails is unavailable for that whole batch, and works again in the next',
    async (mode) => {
      const file = migratedFile();
      damageKeys(file);
      const thread = startOn(file, mode);
      const batch = [thread.run('revision', null), thread.run('keys.find', { id: 'k' })].map(outcomeOf);
      expect(await Promise.all(batch)).toEqual(['unavailable', 'unavailable']);
      expect(await outcomeOf(thread.run('revision', null))).toBe('done');
      await thread.close();
    },
  );

  test('whose engine failed opens the file anew: one that was put in place of the damaged file is served', async () => {
    const [file, sound] = [migratedFile(), migratedFile()];
    damageKeys(file);
    const thread = startOn(file, 'read');
    expect(await outcomeOf(thread.run('keys.find', { id: 'k' }))).toBe('unavailable');
    renameSync(sound, file);
    expect(await outcomeOf(thread.run('keys.find', { id: 'k' }))).toBe('done');
    await thread.close();
  });

  test('whose engine fails after a verb broke answers what it has committed, and commits nothing after that', async () => {
    const file = migratedFile();
    damageKeys(file);
    const thread = startOn(file, 'write');
    const broken = thread.run('accounts.find', null);
    const damaged = () => thread.run('keys.find', { id: 'k' });
    const batch = [broken, thread.run('ready', null), damaged(), thread.run('ready', null)].map(outcomeOf);
    expect(await Promise.all(batch)).toEqual(['broken', 'done', 'unavailable', 'unavailable']);
    await thread.close();
    const db = new DatabaseSync(file);
    expect(db.prepare("SELECT value FROM meta WHERE name = 'proofs'").get()).toEqual({ value: 1 });
    db.close();
  });
});
