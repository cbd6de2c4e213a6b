import { expect, test } from 'vitest';
import { createAddressReader } from './client-address.ts';

test.each<[string, string[], string | undefined, string | undefined, string]>([
  ['the peer’s own', [], '192.0.2.1', undefined, '192.0.2.1'],
  ['the peer’s own, whatever it says of others', [], '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  [
    'the peer’s own, when it is another than the proxy',
    ['192.0.2.2'],
    '192.0.2.1',
    '203.0.113.9',
    '192.0.2.1',
  ],
  ['the proxy’s own, when it names nobody', ['192.0.2.1'], '192.0.2.1', undefined, '192.0.2.1'],
  ['whom the proxy names', ['192.0.2.1'], '192.0.2.1', '203.0.113.9', '203.0.113.9'],
  [
    'the last it names, since the caller wrote the others',
    ['192.0.2.1'],
    '192.0.2.1',
    '1.1.1.1,203.0.113.9',
    '203.0.113.9',
  ],
  [
    'whom the first of two proxies names',
    ['192.0.2.1', '192.0.2.2'],
    '192.0.2.1',
    '203.0.113.9, 192.0.2.2',
    '203.0.113.9',
  ],
  [
    'a proxy’s, when there are only proxies',
    ['192.0.2.1', '192.0.2.2'],
    '192.0.2.1',
    '192.0.2.2',
    '192.0.2.2',
  ],
  ['the proxy’s, when it names nonsense', ['192.0.2.1'], '192.0.2.1', 'nonsense', '192.0.2.1'],
  ['the proxy’s, when it names nothing', ['192.0.2.1'], '192.0.2.1', '', '192.0.2.1'],
  ['that of an IPv4 caller on an IPv6 socket', [], '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  [
    'of an IPv4 proxy on an IPv6 socket',
    ['192.0.2.1'],
    '::ffff:192.0.2.1',
    '::ffff:203.0.113.9',
    '203.0.113.9',
  ],
  [
    'of a proxy that is spelled in another way',
    ['2001:DB8:0:0::1'],
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8::2',
  ],
  ['whom a proxy in a trusted range names', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['the peer’s own, when it is outside the range', ['10.0.0.0/8'], '11.1.2.3', '203.0.113.9', '11.1.2.3'],
  [
    'whom the first proxy of a range names',
    ['10.0.0.0/8', '2001:db8::/32'],
    '2001:db8::7',
    '203.0.113.9, 10.9.9.9',
    '203.0.113.9',
  ],
  [
    'of an IPv4 proxy of a range on an IPv6 socket',
    ['10.0.0.0/8'],
    '::ffff:10.1.2.3',
    '203.0.113.9',
    '203.0.113.9',
  ],
  ['nobody’s, when the peer is gone', [], undefined, undefined, ''],
])('the address is %s', (_name, trusted, peer, forwardedFor, address) => {
  expect(createAddressReader(trusted)(peer, forwardedFor)).toBe(address);
});

test.each(['loopback', 'proxy.local', '10.0.0.0/33', ''])(
  '%s is not an address or range, and throws',
  (text) => {
    expect(() => createAddressReader([text])).toThrow('not an address');
  },
);
