// The secret of a ledger that was moved into a folder.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { putSecretInFolder, secretInFolder } from './service-secret.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-secret-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is readable by its owner only, and is never overwritten', () => {
  const data = path.join(folder, 'data');
  putSecretInFolder(data, 'ab'.repeat(32));
  for (const file of [data, path.join(data, 'service.secret')]) expect(statSync(file).mode & 0o077).toBe(0);
  expect(() => putSecretInFolder(data, 'cd'.repeat(32))).toThrow(/EEXIST/);
  expect(secretInFolder(data)).toBe('ab'.repeat(32));
});
