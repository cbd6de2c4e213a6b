// Keeps one version everywhere: in both package files, in the lockfile, in the output of the command, in the changelog and in the
// names of images and packages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const { version } = JSON.parse(read('packages/gateway/package.json')) as { version: string };

test('the command prints the version of its package', () => {
  const shim = path.join(import.meta.dirname, '../../bin/reelgate.js');
  expect(execFileSync(process.execPath, [shim, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
});

test('workspace, lockfile and the names of images and packages have the version of the package', () => {
  const lock = JSON.parse(read('package-lock.json'));
  expect(JSON.parse(read('package.json')).version).toBe(version);
  expect(lock.packages[''].version).toBe(version);
  expect(lock.packages['packages/gateway'].version).toBe(version);
  const named = ['deploy/kubernetes.yaml', 'docs/guides/deploy.md', 'README.md'].flatMap((name) => [
    ...read(name).matchAll(/\breelgate[:-](\d+\.\d+\.\d+)/g),
  ]);
  expect(new Set(named.map(([, tag]) => tag))).toEqual(new Set([version]));
});

/** Unreleased changes are above the newest version, which is the one that is packed. */
test('the changelog ends its unreleased part at the version of the package', () => {
  const headings = read('CHANGELOG.md').match(/^## .*$/gm)!;
  const wrong = headings.filter((line) => !/^## (Unreleased$|\d+\.\d+\.\d+\b)/.test(line));
  expect(wrong).toEqual([]);
  expect(headings.lastIndexOf('## Unreleased')).toBeLessThanOrEqual(0);
  const newest = headings.map((line) => /\d+\.\d+\.\d+/.exec(line)?.[0]).find((found) => found !== undefined);
  expect(newest ?? version).toBe(version);
});
