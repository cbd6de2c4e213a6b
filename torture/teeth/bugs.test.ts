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
