// Keeps one version everywhere: in both package files, in the lockfile, in the output of the command and in the changelog. Recipes and
// guides do not repeat it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const { version } = JSON.parse(read('packages/gateway/package.json')) as { version: string };

test('the command prints the version of its package', () => {
  const shim = path.join(import.meta.dirname, '../../bin/reelgate.js');
  expect(execFileSync(process.execPath, [shim, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
});

test('workspace and lockfile have the version of the package', () => {
  const lock = JSON.parse(read('package-lock.json'));
  expect(JSON.parse(read('package.json')).version).toBe(version);
  expect(lock.packages[''].version).toBe(version);
  expect(lock.packages['packages/gateway'].version).toBe(version);
});

test('no recipe repeats the version: names of images and packages are derived from the package', () => {
  const recipes = readdirSync(path.join(ROOT, 'deploy'), { recursive: true, withFileTypes: true });
  const files = recipes.flatMap((one) => (one.isFile() ? [path.join(one.parentPath, one.name)] : []));
  const texts = [...files, path.join(ROOT, 'docs/guides/deploy.md')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  expect(texts.flatMap((text) => text.match(/\breelgate[:-]\d+\.\d+.*/g) ?? [])).toEqual([]);
  const options = { env: { ...process.env, ENGINE: 'echo' }, encoding: 'utf8' as const };
  const built = execFileSync(
    path.join(ROOT, 'deploy/build-image'),
    ['--build-arg', 'PACKAGE=release'],
    options,
  );
  expect(built).toContain(`--build-arg VERSION=${version} `);
  expect(built).toContain(` --tag reelgate:${version} --tag reelgate:latest --build-arg PACKAGE=release .`);
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
