import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, tryFolder } from './make-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'reelgate-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (...names: string[]) => path.join(root, ...names);

test('a folder is made with those above it, for its owner alone; one that is there stays', () => {
  expect(makeFolder(at('a', 'b', 'c'))).toEqual([at('a'), at('a', 'b'), at('a', 'b', 'c')]);
  expect(statSync(at('a', 'b')).mode & 0o777).toBe(0o700);
  expect(makeFolder(at('a', 'b', 'c'))).toEqual([]);
});

// The first of these never returned.
test('a folder that cannot be made is refused at once, also as a trial', () => {
  writeFileSync(at('file'), '');
  symlinkSync(at('nowhere'), at('dangling'));
  const impossible = [
    ...(process.platform === 'linux'
      ? ['/proc/reelgate/data', '/proc/reelgate', '/sys/kernel/reelgate/data']
      : []),
    ...[
      at('file'),
      at('file', 'data'),
      at('file', 'a', 'data'),
      at('dangling'),
      at('dangling', 'data'),
      at('x\0y'),
    ],
  ];
  for (const folder of impossible) {
    expect(() => makeFolder(folder), folder).toThrow();
    expect(() => tryFolder(folder), folder).toThrow();
  }
});

test('a trial leaves nothing, and takes nothing away', () => {
  tryFolder(at('t', 'u'));
  expect(existsSync(at('t'))).toBe(false);
  makeFolder(at('t'));
  tryFolder(at('t', 'u'));
  expect(readdirSync(at('t'))).toEqual([]);
});
