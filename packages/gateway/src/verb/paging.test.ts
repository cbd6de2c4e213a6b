import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../domain/failure.ts';
import { nextCursor, readPage } from './paging.ts';

test('a cursor leads back to its position, and only in its own list', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (position) => {
      const cursor = nextCursor('entries', position) ?? '';
      expect(readPage('entries', { cursor, limit: 5 })).toEqual({ limit: 5, after: position });
      expect(isFailure(readPage('audit', { cursor }))).toBe(true);
    }),
  );
});

test('no cursor and an empty one are the first page, and the last page has none', () => {
  expect(readPage('keys', {})).toEqual({ limit: 100, after: null });
  expect(readPage('keys', { cursor: '' })).toEqual({ limit: 100, after: null });
  expect(nextCursor('keys', null)).toBeNull();
});

test('a cursor that no list gave is refused instead of read as the end', () => {
  for (const cursor of ['abc', '12', '.', '-1', '12.', '12.zzz', '9'.repeat(200)]) {
    expect(readPage('entries', { cursor })).toMatchObject({ errors: [{ field: 'cursor' }] });
  }
});
