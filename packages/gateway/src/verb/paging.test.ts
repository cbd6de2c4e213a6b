import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../domain/failure.ts';
import { type ListName, nextCursor, readPage } from './paging.ts';

test('a cursor leads back to its position, and only in its own list', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (position) => {
      const cursor = nextCursor('accounts', position) ?? '';
      expect(readPage('accounts', { cursor, limit: 5 })).toEqual({ limit: 5, after: position });
      expect(isFailure(readPage('keys', { cursor }))).toBe(true);
    }),
  );
});

test.each<[ListName, string[]]>([
  ['entries', ['1', '999999999999999']],
  ['newer calls', ['1794960000000', '-5000']],
  ['calls', ['7-1794960000000-3', '9007199254740991-0']],
  ['watches', ['1794960000000/wat_4fQ2kZ0bTn8sYvXe']],
  ['duties', ['9007199254740991/acc_1']],
])('a position of the list of %s is accepted', (list, positions) => {
  for (const position of positions) {
    const cursor = nextCursor(list, position)!;
    expect(readPage(list, { cursor })).toMatchObject({ after: position });
  }
});

test.each<ListName>(['entries', 'calls', 'requests', 'watches', 'newer calls'])(
  'a position that no database could read is refused by the list of %s, though its checksum is right',
  (list) => {
    const numbers = ['abc', 'NaN', 'Infinity', '1e400', '1.5', '0x10', '9223372036854775808', '', ' ', '%'];
    const others = ['/x', 'abc/def', '1.5/x', '1/2/3', 'a-b', '1-x', '1-2-3-4', '1e9-2'];
    for (const position of [...numbers, ...others]) {
      const cursor = nextCursor(list, position)!;
      expect(readPage(list, { cursor })).toMatchObject({ errors: [{ field: 'cursor' }] });
    }
  },
);

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
