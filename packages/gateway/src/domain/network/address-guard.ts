// Tells public internet addresses and host names from private ones. Whatever is not known to be public counts as private: a wrong "public"
// would let a provider's host name reach the operator's own network.
import { BlockList, isIP } from 'node:net';

/** Every range that IANA does not list as globally reachable, and one cloud's metadata service. */
const PRIVATE_IPV4 = [
  '0.0.0.0/8', // This network.
  '10.0.0.0/8',
  '100.64.0.0/10', // Carrier-grade NAT; holds Alibaba's metadata service.
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's platform address, reachable from every machine there.
  '169.254.0.0/16', // Link-local; holds most clouds' metadata services.
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocol assignments; holds Oracle's metadata service.
  '192.0.2.0/24', // Documentation.
  '192.88.99.0/24', // 6to4 relays.
  '192.168.0.0/16',
  '198.18.0.0/15', // Benchmarks.
  '198.51.100.0/24', // Documentation.
  '203.0.113.0/24', // Documentation.
  '224.0.0.0/4', // Multicast.
  '240.0.0.0/4', // Reserved, with broadcast.
];

/** Everything outside this range is private: ::, ::1, IPv4-mapped, NAT64, fc00::/7, fe80::/10, ff00::/8 and unassigned ranges. */
const GLOBAL_IPV6 = '2000::/3';

/** Ranges inside 2000::/3 that tunnel to an IPv4 address of the sender's choice, or lead nowhere. */
const PRIVATE_IPV6 = [
  '2001::/23', // IETF protocol assignments; holds Teredo.
  '2001:db8::/32', // Documentation.
  '2002::/16', // 6to4.
  '3fff::/20', // Documentation.
];

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const privateIpv4 = listOf(PRIVATE_IPV4, 'ipv4');
const privateIpv6 = listOf(PRIVATE_IPV6, 'ipv6');
const globalIpv6 = listOf([GLOBAL_IPV6], 'ipv6');

/** False for text that is not an IP address. */
export function isPublicAddress(text: string): boolean {
  // A zone (`%eth0`) only makes sense for addresses that are private anyway.
  if (text.includes('%')) return false;
  const version = isIP(text);
  if (version === 4) return !privateIpv4.check(text, 'ipv4');
  return version === 6 && globalIpv6.check(text, 'ipv6') && !privateIpv6.check(text, 'ipv6');
}

const LOCAL_SUFFIXES = ['.localhost', '.local', '.internal', '.home.arpa', '.lan'];

/** Names that mean this machine, this network or a cloud's metadata service (`metadata.google.internal`). */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  // A name without a dot is completed from the machine's own search domains.
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

/** The host of a URL. An IP address is checked by the table; a name only by what it always means. No DNS lookup is made here. */
export function isPublicHost(hostname: string): boolean {
  // The brackets around an IPv6 address belong to the URL.
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
}

/** An address with user or password is shown to nobody, and never asked. */
export const hasUser = ({ username, password }: URL): boolean => username !== '' || password !== '';
