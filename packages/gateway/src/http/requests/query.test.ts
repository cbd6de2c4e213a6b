import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeQuery, rawQueryOf } from './query.ts';

describe('refused, naming the field', () => {
  test.each([
    ['a stray percent', 'keyword=%', 'keyword'],
    ['half an escape', 'keyword=%4', 'keyword'],
    ['no hex', 'keyword=%zz', 'keyword'],
    ['bytes that are not UTF-8', 'keyword=%ff%fe', 'keyword'],
    ['an overlong form', 'keyword=%c0%af', 'keyword'],
    ['an encoded surrogate', 'keyword=%ed%a0%80', 'keyword'],
    ['NUL', 'keyword=a%00b', 'keyword'],
    ['twice', 'keyword=a&keyword=b', 'keyword'],
    ['twice, spelled differently', 'keyword=a&%6beyword=b', 'keyword'],
    ['twice, once without a value', 'count&count=1', 'count'],
    ['a bad name', '%ff=1', 'query'],
    ['raw bytes that are not UTF-8', 'keyword=\xff', 'keyword'],
  ])('%s', (_name, raw, field) => {
    expect(decodeQuery(raw)).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ field }] });
  });
});

test.each([
  ['', {}],
  ['a=1&&b=', { a: '1', b: '' }],
  ['a', { a: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=1+2%2b', { a: '1 2+' }],
  ['keyword=%E7%8C%AB', { keyword: '猫' }],
  ['keyword=\xe7\x8c\xab', { keyword: '猫' }],
])('%j reads as %j', (raw, wanted) => {
  expect({ ...decodeQuery(raw) }).toEqual(wanted);
});

test('names of object properties are only names', () => {
  const query = decodeQuery('__proto__=a&constructor=b');
  expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
});

test('whatever a client encodes is decoded unchanged', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
      (given) => {
        const clean = Object.entries(given).filter(([name, value]) => !`${name}${value}`.includes('\0'));
        const raw = new URLSearchParams(clean).toString();
        expect({ ...decodeQuery(raw) }).toEqual({ ...Object.fromEntries(clean) });
      },
    ),
  );
});

test('the query starts at the first question mark', () => {
  expect(rawQueryOf('/a?b=c?d')).toBe('b=c?d');
  expect(rawQueryOf('/a')).toBe('');
});
