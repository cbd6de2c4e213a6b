// A file that is started by its name must exist in a clone and in a package.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENTRIES } from '../../pack/bundle.ts';
import { codeFile } from './places.ts';

const SRC = path.join(import.meta.dirname, '..');
const STARTED = /codeFile\('([^']+)'\)/g;

test('each file that is started by its name exists, and is an entry of the bundle', () => {
  const started = globSync('**/*.ts', { cwd: SRC, exclude: (name) => name.endsWith('.test.ts') }).flatMap(
    (name) => [...readFileSync(path.join(SRC, name), 'utf8').matchAll(STARTED)].map(([, found]) => found!),
  );
  expect(started.length).toBeGreaterThan(2);
  expect(started.filter((name) => !existsSync(fileURLToPath(codeFile(name))))).toEqual([]);
  expect(started.filter((name) => !ENTRIES.includes(name))).toEqual([]);
});

test('no module looks for files beside itself: in a package it is a part of a larger file', () => {
  const own = /import\.meta\.(url|filename|dirname)/;
  const isMade = /\.test\.ts$|(^|\/)(testing|fixtures|samples|contracts)\/|(^|\/)write-[a-z]+\.ts$/;
  // Resolving a package is the same from every file.
  const resolves = /createRequire\(import\.meta\.url\)/g;
  const found = globSync('**/*.ts', { cwd: SRC })
    .filter((name) => !isMade.test(name) && name !== 'process/places.ts')
    .filter((name) => own.test(readFileSync(path.join(SRC, name), 'utf8').replaceAll(resolves, '')));
  expect(found).toEqual([]);
});
