// Owns whose address a request counts as: the peer's own, or the one that a trusted proxy names. Nobody else's word is taken.
import { BlockList, isIP } from 'node:net';

/** `forwardedFor` is the X-Forwarded-For header as it was sent. */
export type AddressReader = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** `trusted` are exact addresses. */
export function createAddressReader(trusted: readonly string[]): AddressReader {
  const proxies = new BlockList();
  for (const address of trusted) proxies.addAddress(address, familyOf(address));
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, familyOf(address));
  return (peer = '', forwardedFor) => {
    const own = plainAddress(peer);
    if (forwardedFor === undefined || !isProxy(own)) return own;
    // Each proxy adds whom it heard from at the end, so the last that is no proxy is the caller; before it anybody may have written.
    const named = forwardedFor.split(',').map((text) => plainAddress(text.trim()));
    const caller = named.findLast((address) => !isProxy(address)) ?? named[0]!;
    return isIP(caller) ? caller : own;
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** An IPv4 caller on an IPv6 socket is an IPv4 caller, as limits and allow-lists know it. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
