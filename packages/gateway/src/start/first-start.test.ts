// A later start makes nothing: neither a demo account nor a secret.

import fs, { constants, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TestCli } from '../cli/testing/cli.ts';
import { StartRefused } from '../process/start-refused.ts';
import { isEmpty, remedyText, requireRoomFor, writeSecrets } from './first-start.ts';

let cli: TestCli;
beforeAll(() => {
  cli = new TestCli();
});
afterAll(() => cli.close());

test('a ledger with an admin token and no account is not empty: its operator makes accounts over HTTP', async () => {
  await cli.run('catalog', 'show');
  const storage = await cli.open(false);
  expect(await isEmpty(storage)).toBe(true);
  await storage.adminTokens.create({
    actor: 'test',
    id: 'adm_1',
    name: 'ann',
    role: 'owner',
    prefix: 'rga_live_x',
    hash: 'h',
  });
  expect(await isEmpty(storage)).toBe(false);
  await storage.close();
});

// The file for the secrets of a first start: who can read it, and when it cannot be written.
const secrets = { accountName: 'demo', apiKey: 'rgk_x', adminToken: 'rga_x' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a start is refused before anything is made when the file could not be written', () => {
  expect(() => requireRoomFor(path.join(folder, 'nowhere', 'first.env'))).toThrow(StartRefused);
  requireRoomFor(path.join(folder, 'first.env'));
});

test('a folder that may be read and not written is refused as well', () => {
  // Said by the system for others than root, who may write anywhere.
  const access = vi.spyOn(fs, 'accessSync').mockImplementation((place, mode = constants.F_OK) => {
    if (mode & constants.W_OK) throw new Error(`EACCES: permission denied, access '${place}'`);
  });
  syncBuiltinESMExports();
  try {
    const file = path.join(folder, 'first.env');
    expect(() => requireRoomFor(file)).toThrow(`--secrets-file ${file} cannot be written: EACCES`);
    expect(access).toHaveBeenCalledOnce();
  } finally {
    access.mockRestore();
    syncBuiltinESMExports();
  }
});

test('only its owner can read the file, and it has both secrets under their names', () => {
  const file = path.join(folder, 'first.env');
  writeSecrets(file, secrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('REELGATE_KEY=rgk_x\nREELGATE_ADMIN_TOKEN=rga_x\n');
});

test('an existing file is never overwritten, and the advice on new secrets shows none', () => {
  const file = path.join(folder, 'first.env');
  writeFileSync(file, 'mine');
  expect(() => writeSecrets(file, secrets)).toThrow(/EEXIST/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(remedyText('EEXIST', secrets)).toContain('reelgate key create demo');
  expect(remedyText('EEXIST', secrets)).not.toMatch(/rg[ka]_/);
});
