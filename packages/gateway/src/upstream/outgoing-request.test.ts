// Proves that an address which is only split in two goes exactly where a full parse would send it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRACK_BYTES_MAX } from '../domain/limits.ts';
import { type Outgoing, prepare, redirected } from './outgoing-request.ts';
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

test.each(['a', '%20', '[', '/'])(
  'an address of more than 8 KB is asked nowhere, however it is written: %j',
  (piece) => {
    const origin = 'http://a.example';
    const long = `${origin}/${piece}`.padEnd(8 * 1_024, 'x');
    expect(whereTo(long, origin)).not.toBe(null);
    expect(whereTo(`${long}x`, origin)).toBe(null);
  },
);

const FILE_POLICY = {
  ...policyOf('https://tube.example'),
  fileHosts: ['files.example', '*.cdn.example'],
};
const CREDENTIALS = { authorization: 'Bearer secret', accept: 'text/vtt', 'x-key': 'secret' };

test.each([
  ['https://tube.example/c.vtt', 'https://tube.example'],
  ['https://files.example/c.vtt', 'https://files.example'],
  ['https://a.b.cdn.example/c.vtt', 'https://a.b.cdn.example'],
  // Another scheme, another port, a name that only looks alike, a user, an address that no rule names.
  ['http://files.example/c.vtt', null],
  ['https://files.example:8443/c.vtt', null],
  ['https://cdn.example/c.vtt', null],
  ['https://evilcdn.example/c.vtt', null],
  ['https://files.example.evil.example/c.vtt', null],
  ['https://u@files.example/c.vtt', null],
  ['https://169.254.169.254/c.vtt', null],
])('the file of a track at %s is asked for at %s', (url, origin) => {
  const request = { method: 'GET' as const, url, headers: CREDENTIALS, isFile: true as const };
  const outgoing = prepare(request, FILE_POLICY, 'x');
  expect(outgoing.kind === 'outgoing' ? outgoing.origin : null).toBe(origin);
  // Without the rule, which is made for files alone, only the provider's own origin is left.
  const plain = prepare(request, policyOf('https://tube.example'), 'x');
  expect(plain.kind === 'outgoing').toBe(origin === 'https://tube.example');
});

test('another host than the provider’s own gets no credential, also after a redirect', () => {
  const ask = (url: string) =>
    prepare({ method: 'GET', url, headers: CREDENTIALS, isFile: true }, FILE_POLICY, 'x') as Outgoing;
  const own = ask('https://tube.example/c.vtt');
  expect(own.headers).toMatchObject(CREDENTIALS);
  expect(own.bytesMax).toBe(TRACK_BYTES_MAX);
  const few = ['accept', 'accept-encoding', 'user-agent'];
  expect(Object.keys(ask('https://files.example/c.vtt').headers).sort()).toEqual(few);
  const policy = { ...FILE_POLICY, redirects: 'host' as const };
  const to = (location: string) =>
    redirected(own, { status: 302, headers: { location } }, { policy, hop: 0 });
  const moved = to('https://ia1.cdn.example/c.vtt') as Outgoing;
  expect([moved.origin, Object.keys(moved.headers).sort()]).toEqual(['https://ia1.cdn.example', few]);
  expect(to('https://evil.example/c.vtt').kind).toBe('bad_response');
});
