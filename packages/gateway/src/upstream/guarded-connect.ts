// Owns the opening of sockets to providers: every address is judged at the moment of connecting, inside the look-up that
// the connection itself uses, and once more on the connected socket. A check before connecting would be a race that a
// changing DNS answer wins. TLS is always verified.
import { lookup as systemLookup } from 'node:dns';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { isLocalName, isPublicAddress } from './address-guard.ts';
import { ConnectionError } from './failures.ts';
import { ADDRESSES_MAX, CONNECT_TIMEOUT_MS } from './limits.ts';

export interface ConnectSettings {
  allowPrivate: boolean;
  /** Tests answer for names themselves. */
  lookup?: LookupFunction;
  /** Trusted instead of the system's certificates; for tests. */
  ca?: string;
}

type Opened = (...result: [error: Error, socket: null] | [error: null, socket: Socket]) => void;

/** Calls back exactly once. Returns the socket while it is still connecting, or null when there will be none. */
export type Connect = (origin: string, opened: Opened) => Socket | null;

/** Hands on what the look-up found, but only when every address is public: one private among them is an attack. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (first === undefined) return callback(new ConnectionError('ENOTFOUND'), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new ConnectionError('PRIVATE_ADDRESS'), []);
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

interface Place {
  isSecure: boolean;
  hostname: string;
  port: number;
}

function placeOf(origin: string): Place {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  // The brackets around an IPv6 address belong to the URL.
  return {
    isSecure,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 443 : 80),
  };
}

export function createConnect({ allowPrivate, lookup = systemLookup, ca }: ConnectSettings): Connect {
  const guarded = allowPrivate ? lookup : guardLookup(lookup);
  const secure = createSecure(ca);
  return (origin, opened) => {
    const place = placeOf(origin);
    if (!allowPrivate && !mayConnect(place.hostname)) {
      queueMicrotask(() => opened(new ConnectionError('PRIVATE_ADDRESS'), null));
      return null;
    }
    const options = { host: place.hostname, port: place.port, lookup: guarded };
    const socket = place.isSecure ? secure(options) : connectPlain(options);
    return watch(socket, place.isSecure, allowPrivate, opened);
  };
}

interface SocketOptions {
  host: string;
  port: number;
  lookup: LookupFunction;
}

/** A lane goes to one host, so one session is enough to shorten every handshake after the first. */
function createSecure(ca: string | undefined): (options: SocketOptions) => Socket {
  let session: Buffer | null = null;
  return (options) =>
    connectSecure({
      ...options,
      // Said aloud, so that no environment variable can switch it off.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(options.host) === 0 ? { servername: options.host } : {}),
      ...(session === null ? {} : { session }),
      ...(ca === undefined ? {} : { ca }),
    }).on('session', (latest) => {
      session = latest;
    });
}

/** Until the socket may be used; from then on it is its connection's. */
function watch(socket: Socket, isSecure: boolean, allowPrivate: boolean, opened: Opened): Socket {
  const timer = setTimeout(
    () => socket.destroy(new ConnectionError('CONNECT_TIMEOUT')),
    CONNECT_TIMEOUT_MS,
  ).unref();
  const onError = (error: Error) => fail(error);
  // Whoever closed it without an error was we.
  const onClose = () => fail(new ConnectionError('CLOSED_HERE'));
  const onOpen = () => {
    if (!allowPrivate && !isPublicAddress(socket.remoteAddress ?? '')) {
      socket.destroy(new ConnectionError('PRIVATE_ADDRESS'));
      return;
    }
    settle();
    opened(null, socket);
  };
  const settle = () => {
    clearTimeout(timer);
    socket.off('error', onError).off('close', onClose);
  };
  const fail = (error: Error) => {
    settle();
    // A second error must not end the process.
    socket.on('error', () => {});
    opened(error, null);
  };
  // A request is one write; there is nothing to wait for.
  socket.setNoDelay(true);
  return socket
    .once(isSecure ? 'secureConnect' : 'connect', onOpen)
    .on('error', onError)
    .on('close', onClose);
}
