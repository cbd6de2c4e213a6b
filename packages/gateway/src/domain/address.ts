// The address allow-list of a key: which ranges are valid, and whether an address is inside one. On a dual-stack socket an IPv4 client
// appears as `::ffff:a.b.c.d`, so both spellings always mean the same address.
import { BlockList, isIP, SocketAddress } from 'node:net';

interface AddressRange {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const MAPPED_PREFIX_BITS = 96;
const PREFIX = /^(0|[1-9]\d{0,2})$/;

function familyOf(address: string): AddressRange['family'] | null {
  const version = isIP(address);
  // A zone such as `%eth0` names an interface of one machine, so it has no meaning in a stored list.
  if (version === 0 || address.includes('%')) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** The IPv4 address inside an IPv4-mapped IPv6 address, in any spelling of its zeros. */
function mappedIpv4(address: string): string | null {
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const match = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical);
  return match?.[1] ?? null;
}

/** Reads `203.0.113.7`, `203.0.113.0/24` or their IPv6 forms; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = '', prefixText, ...rest] = text.split('/');
  const family = familyOf(address);
  if (family === null || rest.length > 0) return null;
  const bits = family === 'ipv4' ? 32 : 128;
  if (prefixText !== undefined && !PREFIX.test(prefixText)) return null;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (prefix > bits) return null;
  const inner = family === 'ipv6' && prefix >= MAPPED_PREFIX_BITS ? mappedIpv4(address) : null;
  return inner === null
    ? { address, prefix, family }
    : { address: inner, prefix: prefix - MAPPED_PREFIX_BITS, family: 'ipv4' };
}

/** A key's list is never changed in place, so the list itself can be the cache key of its compiled form. */
const compiled = new WeakMap<readonly string[], BlockList>();

function compile(addresses: readonly string[]): BlockList {
  const known = compiled.get(addresses);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const text of addresses) {
    const range = parseAddressRange(text);
    // A range that cannot be parsed allows no address: a damaged list must not open a key.
    if (range !== null) list.addSubnet(range.address, range.prefix, range.family);
  }
  compiled.set(addresses, list);
  return list;
}

/** True when the key has no list, or when the address is in one of its ranges. */
export function addressAllowed(addresses: readonly string[] | null, ip: string): boolean {
  if (addresses === null) return true;
  const address = ip.split('%', 1)[0] ?? '';
  const single = parseAddressRange(address);
  return single !== null && !address.includes('/') && compile(addresses).check(single.address, single.family);
}
