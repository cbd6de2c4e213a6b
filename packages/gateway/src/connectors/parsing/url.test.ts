// The fast paths for plain addresses must give the result of the URL parser, which is the reference here.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainUrl, isUrl, originOf, resolve } from './url.ts';

const scheme = fc.constantFrom('http://', 'https://', 'HTTPS://', 'http:///');
const label = fc.oneof(
  fc.constantFrom(
    'tube',
    'example',
    'a',
    '-',
    '-a-',
    'A1',
    '1',
    '09',
    '0x7f',
    '127',
    'xn--a',
    'XN--p1ai',
    'xn-',
  ),
  fc.constantFrom('', 'x_y', 'é', 'K', 'ſ', '\u00ad', '%41', 'a b', 'a@b', '[', '猫', 'n'.repeat(70)),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
const port = fc.constantFrom('', '', ':', ':80', ':443', ':0080', ':9999', ':65536', ':x', '@b', ':1@b');
const segment = fc.oneof(
  fc.constantFrom(
    'a',
    'b.jpg',
    'w',
    '.',
    '..',
    '...',
    '.a',
    '%2e',
    '%2E%2e',
    '@name',
    'a:b',
    'C:',
    's=32-c,k+1',
    '~',
  ),
  fc.constantFrom('', 'a b', 'a|b', 'a^b', '猫', 'a\\b', "a'b", 'a;b', 'a\tb', '\n'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const query = fc.constantFrom('', '', '?', '?a=1&b=%2F', "?a='b'", '?a=b c', '?a=%', '#f', '?x#f', '?a/../b');
const path = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), query)
  .map(([segments, rest]) => `/${segments.join('/')}${rest}`);
const address = fc.tuple(scheme, host, port, fc.option(path)).map((parts) => parts.join(''));
/** As the parser reads it; null for one that is shown to nobody. */
function shown(address: string, base?: string): string | null {
  const url = URL.parse(address, base);
  return url === null || url.username !== '' || url.password !== '' ? null : url.href;
}

const RUNS = { numRuns: 20_000 };

test('an address is valid exactly when the parser accepts it and finds no user', () => {
  fc.assert(
    fc.property(address, (address) => {
      expect(isUrl(address)).toBe(shown(address) !== null);
    }),
    RUNS,
  );
});

test('a plain address is valid, and contains nothing that strict JSON parsers refuse', () => {
  const end = fc.constantFrom('', '\0', '\ud83d', '?\0', '/\udc00x');
  fc.assert(
    fc.property(address, end, (address, end) => {
      const text = `${address}${end}`;
      const isGood = URL.canParse(text) && text.isWellFormed() && !text.includes('\0');
      expect(isPlainUrl(text) && !isGood).toBe(false);
    }),
    RUNS,
  );
});

test('the origin of an address is the one that the parser finds', () => {
  fc.assert(
    fc.property(address.filter(URL.canParse), (address) => {
      expect(originOf(address)).toBe(new URL(address).origin);
    }),
    RUNS,
  );
});

test('a path comes out as the parser resolves it, at any base', () => {
  const usual = fc.constantFrom(
    'https://tube.example',
    'http://127.0.0.1:9/a/b',
    'https://u:p@tube.example/',
  );
  const odd = fc.constantFrom(
    '',
    'x',
    'library://local/a',
    'file:///C:/a',
    'data:x',
    'https://tube.example:443',
  );
  fc.assert(
    fc.property(path, fc.oneof(usual, usual, odd, address), (path, base) => {
      expect(resolve(path, base)).toBe(shown(path, base));
    }),
    RUNS,
  );
});

test('an address made to slow down or break the patterns is read like any other', () => {
  const labels = `https://${'a.'.repeat(5_000_000)}_`;
  const segments = '/a'.repeat(5_000_000);
  expect(isUrl(labels)).toBe(URL.canParse(labels));
  expect(originOf(labels)).toBe(new URL(labels).origin);
  expect(resolve(segments, 'https://tube.example')).toBe(`https://tube.example${segments}`);
});
