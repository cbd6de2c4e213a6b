// Which secret a process gets, and when it is refused: every process on one database must use the same.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, isConfigError, loadConfig } from '../config/config.ts';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { forgetServiceSecret, readServiceSecret } from './service-secret.ts';

const GIVEN = 'ab'.repeat(32);
const POSTGRES = 'postgres://nobody@127.0.0.1:1/none';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-secret-'));
  const file = path.join(folder, 'reelgate.db');
  storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: false });
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

/** The rules only use the port, so one database stands for both kinds. */
function configOf(kind: 'sqlite' | 'postgres', secret: string | null): Config {
  const env = { REELGATE_DATA: folder, ...(secret !== null && { REELGATE_SECRET: secret }) };
  const text = kind === 'sqlite' ? 'storage: sqlite\n' : `storage: "${POSTGRES}"\n`;
  const config = loadConfig({ file: 'x.yaml', connectors: ['library'], env, readFile: () => text });
  if (isConfigError(config)) throw new Error(config.message);
  return config;
}

async function secretOf(kind: 'sqlite' | 'postgres', given: string | null = null): Promise<string> {
  const secret = await readServiceSecret(configOf(kind, given), storage, systemRandom);
  return Buffer.from(secret).toString('hex');
}

test('with SQLite it is a file that every process of the data folder reads', async () => {
  const [first, second] = await Promise.all([secretOf('sqlite'), secretOf('sqlite')]);
  expect(first).toHaveLength(64);
  expect(second).toBe(first);
  expect(existsSync(path.join(folder, 'service.secret'))).toBe(true);
  expect(await storage.secret.find()).toBeNull();
});

test('with PostgreSQL the first node writes it into the database and all read it there', async () => {
  const secrets = await Promise.all([secretOf('postgres'), secretOf('postgres'), secretOf('postgres')]);
  expect(new Set(secrets).size).toBe(1);
  expect(await secretOf('postgres')).toBe(secrets[0]);
  expect(existsSync(path.join(folder, 'service.secret'))).toBe(false);
});

test('one from the environment is used, and only a fingerprint of it is stored', async () => {
  expect(await secretOf('postgres', GIVEN)).toBe(GIVEN);
  expect(await secretOf('postgres', GIVEN.toUpperCase())).toBe(GIVEN);
  const stored = await storage.secret.find();
  expect(stored).toMatchObject({ secret: null });
  expect(GIVEN).not.toContain(stored!.fingerprint);
});

test.each(['sqlite', 'postgres'] as const)('a process with another one is refused on %s', async (kind) => {
  await secretOf(kind, GIVEN);
  await expect(secretOf(kind, 'cd'.repeat(32))).rejects.toThrow('is not the one that this database is used');
  await expect(secretOf(kind)).rejects.toThrow('give this process the same REELGATE_SECRET');
});

test('one from the environment is refused when the nodes already use their own', async () => {
  await secretOf('postgres');
  await expect(secretOf('postgres', GIVEN)).rejects.toThrow('reelgate secret rotate');
});

test.each(['sqlite', 'postgres'] as const)(
  'once forgotten, the next start takes another on %s',
  async (kind) => {
    const before = await secretOf(kind);
    await forgetServiceSecret(configOf(kind, null), storage, 'test');
    expect(await secretOf(kind)).not.toBe(before);
    await forgetServiceSecret(configOf(kind, null), storage, 'test');
    expect(await secretOf(kind, GIVEN)).toBe(GIVEN);
    const { items } = await storage.audit.list({ limit: 10, after: null, subject: 'secret' });
    expect(items.map(({ action }) => action)).toEqual(['secret.forget', 'secret.forget']);
  },
);
