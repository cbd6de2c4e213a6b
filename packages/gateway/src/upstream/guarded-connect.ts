// Owns the opening of sockets to providers: every address is judged at the moment of connecting, inside the look-up that
// the connection itself uses, and once more on the connected socket. A check before connecting would be a race that a
// changing DNS answer wins. TLS is always verified.
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isLocalName, isPublicAddress } from './address-guard.ts';
import { PRIVATE_ADDRESS } from './failures.ts';
import { ADDRESSES_MAX, CONNECT_TIMEOUT_MS } from './limits.ts';

export interface ConnectSettings {
  allowPrivate: boolean;
  /** Tests answer for names themselves. */
  lookup?: LookupFunction;
  /** Trusted instead of the system's certificates; for tests. */
  ca?: string;
}

/** Calls back once. Returns the socket while it is still connecting, or null when there will be none. */
export type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket | null;

class PrivateAddressError extends Error {
  readonly code = PRIVATE_ADDRESS;
}

class NoAddressError extends Error {
  readonly code = 'ENOTFOUND';
}

/** Hands on what the look-up found, but only when every address is public: one private among them is an attack. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (first === undefined) return callback(new NoAddressError('no address'), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new PrivateAddressError('private address'), []);
      }
      if (options.all) callback(null, addresses.slice(0, ADDRESSES_MAX));
      else callback(null, first.address, first.family);
    });
  };
}

/** A literal address is never looked up, so it is judged here. */
function mayConnect(hostname: string): boolean {
  return isIP(hostname) === 0 ? !isLocalName(hostname) : isPublicAddress(hostname);
}

export function createConnect({ allowPrivate, lookup = systemLookup, ca }: ConnectSettings): Connect {
  // One connector per lane, passed on as a function: options that are functions were lost in copies of undici before.
  const open = buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    // Said aloud, so that no environment variable can switch it off.
    rejectUnauthorized: true,
    lookup: allowPrivate ? lookup : guardLookup(lookup),
    ...(ca === undefined ? {} : { ca }),
  }) as unknown as Connect; // Its types hide that it returns the socket.

  if (allowPrivate) return open;
  return (options, callback) => {
    if (!mayConnect(options.hostname)) {
      queueMicrotask(() => callback(new PrivateAddressError('private address'), null));
      return null;
    }
    return open(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new PrivateAddressError('private address'), null);
    });
  };
}
