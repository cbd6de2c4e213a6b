import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=9-', { first: 9, last: 9 }],
  ['bytes=4-99', { first: 4, last: 9 }],
  ['bytes=-1', { first: 9, last: 9 }],
  ['bytes=-10', { first: 0, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // Ignored: everything is sent.
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  [undefined, null],
] as const)('of ten bytes, %s asks for %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

test('nothing has no last byte', () => {
  expect([byteRange('bytes=-5', 0), byteRange('bytes=0-', 0)]).toEqual(['unsatisfiable', 'unsatisfiable']);
});
