// The table of addresses: edges of ranges, spellings, and that an unknown address counts as private.
import { expect, test } from 'vitest';
import { isLocalName, isPublicAddress } from './address-guard.ts';

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '4000::1',
])('%s is private', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '127.0.0.1:80', '[::1]', 'a.org'])(
  '%j is no address and so never public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test.each([
  'localhost',
  'LOCALHOST.',
  'api.localhost',
  'metadata',
  'metadata.google.internal',
  'metadata.google.internal.',
  'instance-data',
  'printer.local',
  'router.lan',
  'nas.home.arpa',
])('the name %s is local', (name) => {
  expect(isLocalName(name)).toBe(true);
});

test.each(['api.pexels.com', 'peertube.example.org.', 'internal.example.org', 'localhost.example'])(
  'the name %s is left to its addresses',
  (name) => {
    expect(isLocalName(name)).toBe(false);
  },
);
