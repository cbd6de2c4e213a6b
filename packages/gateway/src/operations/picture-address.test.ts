// The address of a picture gives access to that picture only. It cannot be forged, changed or read, and it expires.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../domain/duration.ts';
import { createPictureAddresses } from './picture-address.ts';

let nowMs = 1_000 * DAY_MS + 5;
const clock = { nowMs: () => nowMs };
const secret = new Uint8Array(32).fill(7);
const addresses = createPictureAddresses(secret, clock);
const textOf = (address: string | null) => address!.split('?of=')[1]!;
const web = (url: string) => ({ kind: 'web' as const, url });

test('a sealed address opens to its picture, and reveals nothing by itself', () => {
  const url = 'https://img.seller.example/猫.jpg?sig=a%20b';
  const address = addresses.seal(web(url))!;
  expect(address).toMatch(/^\/api\/pictures\/v1\/picture\?of=[\w-]+$/);
  expect(Buffer.from(textOf(address), 'base64url').toString('latin1')).not.toContain('seller');
  expect(addresses.open(textOf(address))).toEqual(web(url));
  const drawn = { kind: 'library' as const, id: 'a/b 猫' };
  expect(addresses.open(textOf(addresses.seal(drawn)))).toEqual(drawn);
});

test('the same picture has the same address all day, and another one the next day', () => {
  const [one, again] = [
    addresses.seal(web('https://a.example/1')),
    addresses.seal(web('https://a.example/1')),
  ];
  expect(again).toBe(one);
  nowMs += DAY_MS;
  expect(addresses.seal(web('https://a.example/1'))).not.toBe(one);
});

test('it is valid for a week, and not for longer', () => {
  const text = textOf(addresses.seal(web('https://a.example/1')));
  nowMs += 7 * DAY_MS;
  expect(addresses.open(text)).not.toBeNull();
  nowMs += DAY_MS;
  expect(addresses.open(text)).toBeNull();
});

test('an address that is changed, made up or from another gateway opens nothing', () => {
  const text = textOf(addresses.seal(web('https://a.example/1')));
  const other = createPictureAddresses(new Uint8Array(32).fill(8), clock);
  expect(addresses.open(textOf(other.seal(web('https://a.example/1'))))).toBeNull();
  const bytes = Buffer.from(text, 'base64url');
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes);
      changed[at]! ^= change;
      expect(addresses.open(changed.toString('base64url'))).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.string(), (given) => addresses.open(given) === null));
});

test.each([
  'http://a.example/1',
  'ftp://a.example/1',
  'javascript:alert(1)',
  '//a.example/1',
  'https://',
  `https://a.example/${'x'.repeat(2_000)}`,
])('%s is never sealed', (url) => {
  expect(addresses.seal(web(url))).toBeNull();
});
