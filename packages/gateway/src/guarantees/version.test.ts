// Keeps one version everywhere: the files that spell it out agree, and what the program prints is derived from its package.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, versionMistakes, versionOf } from '../../../../release/version.ts';

test('the command prints the version of its package', () => {
  const shim = path.join(import.meta.dirname, '../../bin/reelgate.js');
  expect(execFileSync(process.execPath, [shim, '--version'], { encoding: 'utf8' })).toBe(`${versionOf()}\n`);
});

test('packages, lockfiles, the contract and the names of images and packages have one version', () => {
  expect(versionMistakes()).toEqual([]);
});

test('a place that was forgotten, or that lost its version, is named', () => {
  const changed = (file: string) =>
    file === 'deploy/kubernetes.yaml'
      ? 'image: reelgate:0.0.9'
      : file === 'openapi.json'
        ? '{}'
        : readText(file);
  expect(versionMistakes(changed)).toEqual([
    expect.stringContaining('openapi.json has no version'),
    expect.stringContaining('deploy/kubernetes.yaml says 0.0.9'),
  ]);
});
