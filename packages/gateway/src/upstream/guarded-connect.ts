// Owns the opening of sockets to providers: every address is judged at the moment of connecting, inside the look-up that
// the connection itself uses, and once more on the connected socket. A check before connecting would be a race that a
// changing DNS answer wins. TLS is always verified.
import { lookup as systemLookup } from 'node:dns';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { isLocalName, isPublicAddress } from './address-guard.ts';
import { ConnectionError } from './failures.ts';
import { ADDRESSES_MAX, CONNECT_TIMEOUT_MS, READ_BYTES } from './limits.ts';

export interface ConnectSettings {
  allowPrivate: boolean;
  /** Tests answer for names themselves. */
  lookup?: LookupFunction;
  /** Trusted instead of the system's certificates; for tests. */
  ca?: string;
}

export interface Opening {
  origin: string;
  /** Bytes that came, borrowed until it returns. False stops the reading until the socket is resumed. */
  onBytes(bytes: Buffer): boolean;
  /** Called when the socket may be used, at most once. */
  onOpen(): void;
  /** Called when it never will be, or is no more; the first call says why. */
  onError(error: Error): void;
}

/** Returns the socket while it is still connecting, or null when there will be none. */
export type Connect = (opening: Opening) => Socket | null;

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

/**
 * Every socket reads into the same memory, one after the other: who wants to keep what came copies it before the next
 * read. Memory of its own for each read made a bare exchange of 6 KB cost 27 µs instead of 20.
 */
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES);

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
  return (opening) => {
    const place = placeOf(opening.origin);
    if (!allowPrivate && !mayConnect(place.hostname)) {
      queueMicrotask(() => opening.onError(new ConnectionError('PRIVATE_ADDRESS')));
      return null;
    }
    const onread = {
      buffer: readBuffer,
      callback: (length: number, buffer: Uint8Array) =>
        opening.onBytes((buffer as Buffer).subarray(0, length)),
    };
    const options = { host: place.hostname, port: place.port, lookup: guarded, onread };
    const socket = place.isSecure ? secure(options) : connectPlain(options);
    return watch(socket, place.isSecure, opening, allowPrivate);
  };
}

interface SocketOptions {
  host: string;
  port: number;
  lookup: LookupFunction;
  onread: { buffer: Buffer; callback(length: number, buffer: Uint8Array): boolean };
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

function watch(socket: Socket, isSecure: boolean, opening: Opening, allowPrivate: boolean): Socket {
  const timer = setTimeout(
    () => socket.destroy(new ConnectionError('CONNECT_TIMEOUT')),
    CONNECT_TIMEOUT_MS,
  ).unref();
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    if (allowPrivate || isPublicAddress(socket.remoteAddress ?? '')) opening.onOpen();
    else socket.destroy(new ConnectionError('PRIVATE_ADDRESS'));
  });
  // A request is one write; there is nothing to wait for.
  socket.setNoDelay(true);
  socket.on('error', opening.onError);
  socket.on('end', () => opening.onError(new ConnectionError('PEER_CLOSED')));
  // Whoever else closed it was we.
  socket.on('close', () => {
    clearTimeout(timer);
    opening.onError(new ConnectionError('CLOSED_HERE'));
  });
  return socket;
}
