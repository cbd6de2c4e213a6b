// Which secret a start uses, makes or refuses, what a look says about it, and who can read its file.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { systemRandom } from '../domain/clock.ts';
import { StartRefused } from '../process/start-refused.ts';
import type { Storage } from '../storage/storage.ts';
import {
  fingerprintOf,
  lookAtServiceSecret,
  putSecretInFolder,
  readServiceSecret,
  secretInFolder,
} from './service-secret.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-secret-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is readable by its owner only, and is never overwritten', () => {
  const data = path.join(folder, 'data');
  putSecretInFolder(data, 'ab'.repeat(32));
  for (const file of [data, path.join(data, 'service.secret')]) expect(statSync(file).mode & 0o077).toBe(0);
  expect(() => putSecretInFolder(data, 'cd'.repeat(32))).toThrow(/EEXIST/);
  expect(secretInFolder(data)).toBe('ab'.repeat(32));
});

test('is put into a folder that is there, and into one whose parents are missing', () => {
  const there = mkdtempSync(path.join(folder, 'there-'));
  for (const data of [there, path.join(there, 'deep', 'deeper')]) {
    putSecretInFolder(data, 'ab'.repeat(32));
    expect(secretInFolder(data)).toBe('ab'.repeat(32));
  }
});

type Stored = { fingerprint: string; secret: string | null };

/** The first claim stays, as in the database. */
function storageWith(first: Stored | null) {
  let stored = first;
  const claim = async (asked: Stored) => {
    stored ??= asked;
    return stored;
  };
  return { secret: { find: async () => stored, claim } } as unknown as Pick<Storage, 'secret'>;
}

const [OURS, THEIRS] = ['ab'.repeat(32), 'cd'.repeat(32)];
const ofConfig = { fingerprint: fingerprintOf(OURS), secret: null };
const ofDatabase = { fingerprint: fingerprintOf(OURS), secret: OURS };

type Kind = 'sqlite' | 'postgres';

function configWith(kind: Kind, secret: string | null, dataDir = path.join(folder, `${kind} ${secret}`)) {
  return { service: { secret }, storage: { kind }, dataDir } as unknown as Config;
}

test.each<[name: string, kind: Kind, given: string | null, stored: Stored | null, state: string]>([
  ['the configured one, at first', 'postgres', OURS, null, 'good'],
  ['the configured one, ever after', 'sqlite', OURS, ofConfig, 'good'],
  ['none, when another is configured', 'postgres', THEIRS, ofConfig, 'refused'],
  ['none, when it is configured no more', 'postgres', null, ofConfig, 'refused'],
  ['none, when it is configured no more beside SQLite', 'sqlite', null, ofConfig, 'refused'],
  ['that of the database', 'postgres', null, ofDatabase, 'good'],
  ['a new one', 'postgres', null, null, 'missing'],
  ['a new one beside SQLite', 'sqlite', null, null, 'missing'],
])('a start uses %s, and a look says so before', async (_, kind, given, stored, state) => {
  const [config, storage] = [configWith(kind, given), storageWith(stored)];
  expect(await lookAtServiceSecret(config, storage)).toMatchObject({ state });
  const read = () => readServiceSecret(config, storage, systemRandom);
  if (state === 'refused') return expect(read()).rejects.toThrow(StartRefused);
  const secret = Buffer.from(await read()).toString('hex');
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  if (state === 'good') expect(secret).toBe(OURS);
  // The next start, and the next node, use the same.
  expect(Buffer.from(await read()).toString('hex')).toBe(secret);
  expect(await lookAtServiceSecret(config, storage)).toMatchObject({ state: 'good' });
});

test('a configured secret that is another than the one in the folder of the data is told before a start takes it', async () => {
  const config = configWith('sqlite', OURS, path.join(folder, 'another'));
  putSecretInFolder(config.dataDir, THEIRS);
  const found = await lookAtServiceSecret(config, storageWith(null));
  expect(found).toMatchObject({ state: 'another', detail: expect.stringContaining(config.dataDir) });
  expect(await lookAtServiceSecret(config, storageWith(ofConfig))).toMatchObject({ state: 'good' });
});

test('the file that a start makes beside SQLite is read by its owner only, and a damaged one is refused', async () => {
  const config = configWith('sqlite', null, path.join(folder, 'first'));
  const read = () => readServiceSecret(config, storageWith(null), systemRandom);
  await read();
  const file = path.join(config.dataDir, 'service.secret');
  for (const one of [config.dataDir, file]) expect(statSync(one).mode & 0o077).toBe(0);
  writeFileSync(file, OURS.slice(2));
  await expect(read()).rejects.toThrow(StartRefused);
  expect(await lookAtServiceSecret(config, storageWith(null))).toMatchObject({ state: 'refused' });
});
