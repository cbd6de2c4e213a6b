import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressAllowed, parseAddressRange } from './address.ts';

test('a key without a list may be used from anywhere, and an empty list from nowhere', () => {
  expect(addressAllowed(null, '198.51.100.9')).toBe(true);
  expect(addressAllowed([], '198.51.100.9')).toBe(false);
});

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.9/24', '203.0.113.1', true],
  ['203.0.113.0/24', '203.0.114.1', false],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:DB8::1', '2001:db8:0:0::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['2001:db8::/32', '203.0.113.7', false],
])('range %s, address %s: allowed is %s', (range, ip, allowed) => {
  expect(addressAllowed([range], ip)).toBe(allowed);
});

test('an IPv4 address means the same in its IPv4-mapped spelling, in the range and in the caller', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const ipv4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (base, ip, prefix) => {
      const range = `${base}/${prefix}`;
      const mapped = `::ffff:${base}/${prefix + 96}`;
      const expected = addressAllowed([range], ip);
      expect(addressAllowed([range], `::ffff:${ip}`)).toBe(expected);
      expect(addressAllowed([mapped], ip)).toBe(expected);
    }),
  );
});

test.each([
  '',
  'localhost',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/-1',
  '203.0.113.0/08',
  '203.0.113.0/24/1',
  '203.0.113',
  '::1/129',
  'fe80::1%eth0',
  ' 203.0.113.7',
])('%j is not a range', (text) => {
  expect(parseAddressRange(text)).toBeNull();
});

test('a damaged list or address never opens a key', () => {
  expect(addressAllowed(['nonsense'], '203.0.113.7')).toBe(false);
  expect(addressAllowed(['0.0.0.0/0'], 'nonsense')).toBe(false);
  expect(addressAllowed(['0.0.0.0/0'], '203.0.113.7/8')).toBe(false);
});
