// The file for the secrets of a first start: who can read it, and what happens when it cannot be written.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartRefused } from '../process/start-refused.ts';
import { remedyText, requireRoomFor, writeSecrets } from './first-secrets.ts';

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

test('only the owner of the file reads the secrets in it', () => {
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
