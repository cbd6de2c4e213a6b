// Owns whose address a request counts as: the peer's own, or the one that a trusted proxy names. Nobody else's word is taken.
import { isIP } from 'node:net';
import { addressAllowed, parseAddressRange } from '../domain/address.ts';

/** `forwardedFor` is the X-Forwarded-For header as it was sent. */
export type AddressReader = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** `trusted` are addresses and ranges, as the settings have checked them; one that does not read here is a bug. */
export function createAddressReader(trusted: readonly string[]): AddressReader {
  const bad = trusted.find((text) => parseAddressRange(text) === null);
  if (bad !== undefined) throw new Error(`not an address or a range of addresses: ${bad}`);
  const isProxy = (address: string) => addressAllowed(trusted, address);
  return (peer = '', forwardedFor) => {
    const own = plainAddress(peer);
    if (forwardedFor === undefined || !isProxy(own)) return own;
    // Each proxy adds whom it heard from at the end, so the last that is no proxy is the caller; before it anybody may have written.
    const named = forwardedFor.split(',').map((text) => plainAddress(text.trim()));
    const caller = named.findLast((address) => !isProxy(address)) ?? named[0]!;
    return isIP(caller) ? caller : own;
  };
}

/** An IPv4 caller on an IPv6 socket is an IPv4 caller, as limits and allow-lists know it. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
