// Finds the client's address: the peer's own, or the one that a trusted proxy names in X-Forwarded-For. From any
// other peer that header is ignored.
import { isIP } from 'node:net';
import { addressAllowed, parseAddressRange } from '../../domain/address.ts';

/** `forwardedFor` is the X-Forwarded-For header as sent. */
type AddressReader = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** `trusted`: addresses and ranges from the checked settings. A malformed one is a bug, and throws. */
export function createAddressReader(trusted: readonly string[]): AddressReader {
  const bad = trusted.find((text) => parseAddressRange(text) === null);
  if (bad !== undefined) throw new Error(`not an address or a range of addresses: ${bad}`);
  const isProxy = (address: string) => addressAllowed(trusted, address);
  return (peer = '', forwardedFor) => {
    const own = plainAddress(peer);
    if (forwardedFor === undefined || !isProxy(own)) return own;
    // Each proxy appends the peer it got the request from. So the last address that is not a trusted proxy is the
    // client; everything before it may be forged.
    const named = forwardedFor.split(',').map((text) => plainAddress(text.trim()));
    const caller = named.findLast((address) => !isProxy(address)) ?? named[0]!;
    return isIP(caller) ? caller : own;
  };
}

/** An IPv4 client on an IPv6 socket counts as IPv4, so that limits and allow-lists match it. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
