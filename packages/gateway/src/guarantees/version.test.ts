// Keeps one version everywhere: the files that spell it out agree, and what the program prints is derived from its package. Recipes and
// guides do not repeat it.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../release/lockfiles.ts';
import { readText, versionMistakes, versionOf } from '../../../../release/version.ts';

test('the command prints the version of its package', () => {
  const shim = path.join(import.meta.dirname, '../../bin/reelgate.js');
  expect(execFileSync(process.execPath, [shim, '--version'], { encoding: 'utf8' })).toBe(`${versionOf()}\n`);
});

test('packages, lockfiles, the contract and the names of packages have one version', () => {
  expect(versionMistakes()).toEqual([]);
});

test('a place that was forgotten, or that lost its version, is named', () => {
  const changed = (file: string) =>
    file === 'README.md' ? 'npm install reelgate-0.0.9.tgz' : file === 'openapi.json' ? '{}' : readText(file);
  expect(versionMistakes(changed)).toEqual([
    expect.stringContaining('openapi.json has no version'),
    expect.stringContaining('README.md says 0.0.9'),
  ]);
});

test('no recipe repeats the version: names of images and packages are derived from the package', () => {
  const files = globSync(['deploy/**/*', 'docs/guides/deploy.md'], { cwd: ROOT, withFileTypes: true });
  const texts = files
    .filter((one) => one.isFile())
    .map((one) => readText(path.relative(ROOT, path.join(one.parentPath, one.name))));
  expect(texts.flatMap((text) => text.match(/\breelgate[:-]\d+\.\d+.*/g) ?? [])).toEqual([]);
  const options = { env: { ...process.env, ENGINE: 'echo' }, encoding: 'utf8' as const };
  const build = path.join(ROOT, 'deploy/build-image');
  const built = execFileSync(build, ['--build-arg', 'PACKAGE=release'], options);
  expect(built).toContain(`--build-arg VERSION=${versionOf()} `);
  expect(built).toContain(
    ` --tag reelgate:${versionOf()} --tag reelgate:latest --build-arg PACKAGE=release .`,
  );
});
