import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderKnownKeys } from '../../testing/write-known-keys.ts';
import { compareKeys, keysOf } from './answer-keys.ts';

test('known-keys.ts lists the keys of the samples; run npm run reference when it does not', () => {
  expect(readFileSync(path.join(import.meta.dirname, 'known-keys.ts'), 'utf8')).toBe(renderKnownKeys());
});

test('ids and handles that stand as keys are no keys of the platform', () => {
  const body = '{"users":{"ada":{"n":1},"bob":{"n":2}},"list":[{"id":1}],"by_number":{"17":{"x":1}}}';
  expect([...keysOf(body, new Set())].sort()).toEqual([
    'by_number',
    'by_number.x',
    'list',
    'list.id',
    'users',
    'users.n',
  ]);
  // A known field beside them says that they are fields.
  expect([...keysOf('{"a":{"n":1},"b":{"n":2}}', new Set(['a']))].sort()).toEqual(['a', 'a.n', 'b', 'b.n']);
});

test('an answer that is no JSON has no keys to compare', () => {
  const asked = { connector: 'rutube', operation: 'video.search' as const, platform: 'rutube' };
  expect(compareKeys(asked, ['<html>'])).toEqual({ new: [], missing: [] });
});
