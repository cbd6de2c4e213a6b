// An address in its usual form is read without a parser, and must read the same as with one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentDecoded, readWebAddress } from './find-address.ts';

/** By the parser alone. */
function parsed(text: string) {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  return {
    host: url.host.replace(/\.$/, ''),
    segments: segments.map(percentDecoded),
    query: [...url.searchParams],
    fragment: percentDecoded(url.hash.slice(1)),
  };
}

function read(text: string) {
  const address = readWebAddress(text);
  return address && { ...address, query: [...address.query] };
}

const PIECES =
  'https:// http:// HTTPS:// a.example www.youtube.com WWW.Example.COM xn--a xn--bcher-kva.example 127.1 0x7f.1 1.2.3.4 a.0x1 a.b.1 -a.b a-.b a_b.c a..b . .. / // /w /watch /%41 /.. /. /.x /a.b ? ?v=1 &t=2 &v= = + %20 # #x @ user@ :443 :80 :8080 ~ ; é 成 \\ \t'
    .split(' ')
    .concat(' ');

test('every address reads as the parser reads it', () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        texts,
        texts.map((rest) => `https://${rest}`),
        texts.map((rest) => `https://a.example${rest}`),
      ),
      (text) => {
        expect(read(text)).toEqual(parsed(text));
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each([
  'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
  'http://a.example',
])('%s reads as the parser reads it', (text) => {
  expect(read(text)).toEqual(parsed(text));
});
