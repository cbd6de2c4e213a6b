// Keeps the list of planted bugs in step with the program: a bug whose place has moved would prove nothing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bugs, KINDS } from './bugs.ts';

const SOURCES = path.join(import.meta.dirname, '../../packages/gateway/src');

test('every kind of bug is planted', () => {
  const kinds = Array.from({ length: KINDS }, (_, i) => i + 1);
  expect([...new Set(bugs.map(({ number }) => number))]).toEqual(kinds);
});

test.each(bugs.flatMap(({ name, edits }) => edits.map((edit) => [name, edit] as const)))(
  'the place of "%s" is in the source exactly once',
  (_name, { file, find }) => {
    const text = readFileSync(path.join(SOURCES, file), 'utf8');
    expect(text.split(find)).toHaveLength(2);
  },
);

test('every test file that is to notice a bug exists', () => {
  const files = new Set(bugs.flatMap(({ watches }) => watches.map(({ file }) => file)));
  expect([...files].filter((file) => !existsSync(path.join(SOURCES, file)))).toEqual([]);
});

/** A test file with the suites that it imports, whose tests it runs. */
function textWithSuites(file: string): string {
  const text = readFileSync(file, 'utf8');
  const suites = [...text.matchAll(/import \{[^}]*\bdescribe\w+[^}]*\} from '(\.[^']+)'/g)];
  return [text, ...suites.map(([, suite]) => textWithSuites(path.join(path.dirname(file), suite!)))].join(
    '\n',
  );
}

test.each(bugs.flatMap(({ name, watches }) => watches.map((watch) => [name, watch] as const)))(
  'the tests that are to notice "%s" are in their file',
  (_name, { file, tests }) => {
    const text = textWithSuites(path.join(SOURCES, file));
    expect(tests.split('|').filter((words) => !text.includes(words))).toEqual([]);
  },
);
