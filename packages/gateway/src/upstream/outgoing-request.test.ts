// Proves that an address which is only split in two goes exactly where a full parse would send it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepare } from './outgoing-request.ts';
import { policyOf } from './testing/raw-server.ts';

const pieces = fc.constantFrom(
  '/',
  '.',
  '..',
  '%2e',
  '%2E',
  '%',
  '?',
  '#',
  '\\',
  '@',
  ':',
  '//',
  ' ',
  'a',
  "'",
  '"',
);
const odd = fc.oneof(pieces, fc.string({ maxLength: 3 }), fc.webPath(), fc.webQueryParameters());
const address = fc.array(odd, { maxLength: 8 }).map((parts) => parts.join(''));

function whereTo(url: string, origin: string): string | null {
  const outgoing = prepare({ method: 'GET', url, headers: {} }, policyOf(origin), 'x');
  return outgoing.kind === 'outgoing' ? outgoing.origin + outgoing.path : null;
}

test('any address below the origin is requested as a URL parser would write it, or refused', () => {
  const origin = 'http://a.example:8080';
  fc.assert(
    fc.property(address, (rest) => {
      const url = URL.parse(origin + rest);
      const isOwn = url !== null && url.origin === origin && url.username === '' && url.password === '';
      expect(whereTo(origin + rest, origin)).toBe(isOwn ? origin + url.pathname + url.search : null);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['http://A.example', 'http://a.example:80', 'http://a.example/', 'http://127.1', 'a.example', ''])(
  'an origin written as %j is no origin',
  (origin) => {
    expect(whereTo(`${origin}/a`, origin)).toBe(null);
  },
);
