// What npm installs is pinned by hashes, in every folder with a lockfile.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allMistakes, type Locked, lockedFolders, lockfileMistakes } from './lockfiles.ts';

const INTEGRITY = 'sha512-abc==';
const mistakes = (locked: Locked, place = 'node_modules/one') =>
  lockfileMistakes('lock', JSON.stringify({ packages: { [place]: locked } }));

test('every package of every lockfile has its hash, and no lockfile names a host', () => {
  expect(lockedFolders().length).toBeGreaterThan(5);
  expect(allMistakes()).toEqual([]);
});

test('a package without a hash, with a weak one or with the address of a registry is noticed', () => {
  expect(mistakes({ version: '1.0.0', integrity: INTEGRITY })).toEqual([]);
  expect(mistakes({ version: '1.0.0' })).toEqual(['lock: node_modules/one has no SHA-512 hash']);
  expect(mistakes({ version: '1.0.0', integrity: 'sha1-abc=' })).toHaveLength(1);
  expect(
    mistakes({ version: '1.0.0', integrity: INTEGRITY, resolved: 'https://registry.example/one.tgz' }),
  ).toEqual(['lock: node_modules/one names where it came from: https://registry.example/one.tgz']);
  expect(mistakes({ version: '1.0.0' }, 'node_modules/one/node_modules/two')).toHaveLength(1);
});

test('workspaces, and what comes inside of another package, need no hash', () => {
  expect(mistakes({ version: '1.0.0' }, 'packages/one')).toEqual([]);
  expect(mistakes({ link: true, resolved: 'packages/one' })).toEqual([]);
  expect(mistakes({ version: '1.0.0', inBundle: true }, 'node_modules/one/node_modules/two')).toEqual([]);
});

test('a folder with a lockfile and settings of its own, or none, is noticed', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'reelgate-lockfiles-'));
  const folder = (name: string, npmrc?: string) => {
    mkdirSync(path.join(root, name), { recursive: true });
    writeFileSync(path.join(root, name, 'package-lock.json'), '{"packages":{}}');
    if (npmrc !== undefined) writeFileSync(path.join(root, name, '.npmrc'), npmrc);
  };
  try {
    folder('.', 'save-exact=true\n');
    folder('same', 'save-exact=true\n');
    folder('other', 'registry=https://registry.example\n');
    folder('none');
    folder('node_modules/one');
    expect(allMistakes(root)).toEqual([
      expect.stringMatching(/^none\/.npmrc is missing/),
      expect.stringMatching(/^other\/.npmrc is not the same/),
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
