// Opens sockets to providers. Every address is checked at the moment of connecting, inside the look-up that the connection itself
// uses, and once more on the connected socket. A check before connecting would be a race that a changing DNS answer wins. TLS is
// always verified.
import { lookup as systemLookup } from 'node:dns';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { isPublicAddress, isPublicHost } from '../domain/network/address-guard.ts';
import type { ProxyServer } from '../domain/network/proxy-server.ts';
import { ConnectionError } from './failures.ts';
import { ADDRESSES_MAX, CONNECT_TIMEOUT_MS, TUNNEL_TIMEOUT_MS } from './limits.ts';
import { openTunnel, type Target } from './tunnel.ts';

export interface ConnectSettings {
  allowPrivate: boolean;
  /** Connections go through these in turn; empty for direct connections. */
  proxies: readonly ProxyServer[];
  /** Tests resolve names themselves. */
  lookup?: LookupFunction;
  /** Trusted instead of the system's certificates; for tests. */
  ca?: string;
}

type Opened = (...result: [error: Error, socket: null] | [error: null, socket: Socket]) => void;

/** Calls back exactly once. Returns the socket while it is still connecting, or null when there will be none. */
export type Connect = (origin: string, opened: Opened) => Socket | null;

/** Returns the addresses of the look-up only when all of them are public: one private address among them is an attack. */
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

interface Place extends Target {
  isSecure: boolean;
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

export function createConnect(settings: ConnectSettings): Connect {
  const { allowPrivate, lookup = systemLookup, proxies, ca } = settings;
  const guarded = allowPrivate ? lookup : guardLookup(lookup);
  const secure = createSecure(ca);
  const open = ({ hostname: host, port }: Target, opened: Opened, timeoutMs: number): Socket | null => {
    // A literal address is never looked up, so it is checked here.
    if (allowPrivate || isPublicHost(host)) {
      const socket = connectPlain({ host, port, lookup: guarded });
      return watch(socket, { event: 'connect', timeoutMs, allowPrivate }, opened);
    }
    queueMicrotask(() => opened(new ConnectionError('PRIVATE_ADDRESS'), null));
    return null;
  };
  const overTls = (socket: Socket, host: string, opened: Opened) => {
    // An error of the underlying socket must not end the process; TLS reports it.
    const tls = secure(
      socket.on('error', () => {}),
      host,
    );
    const watched = { event: 'secureConnect', timeoutMs: CONNECT_TIMEOUT_MS, allowPrivate: true };
    watch(tls, watched, opened);
  };
  const through = createThrough(proxies, { allowPrivate, open });
  return (origin, opened) => {
    const place = placeOf(origin);
    const onTunnel: Opened = (error, socket) => {
      if (error !== null) opened(error, null);
      else if (place.isSecure) overTls(socket, place.hostname, opened);
      else opened(null, socket);
    };
    return through === null ? open(place, onTunnel, CONNECT_TIMEOUT_MS) : through(place, onTunnel);
  };
}

type Open = (place: Target, opened: Opened, timeoutMs: number) => Socket | null;

/** Each connection takes the next proxy of the list. null without proxies. */
function createThrough(
  proxies: readonly ProxyServer[],
  { allowPrivate, open }: { allowPrivate: boolean; open: Open },
): ((target: Target, opened: Opened) => Socket | null) | null {
  if (proxies.length === 0) return null;
  let next = 0;
  return (target, opened) => {
    // The proxy resolves the name, so only the name itself can be checked here.
    if (!allowPrivate && !isPublicHost(target.hostname)) {
      queueMicrotask(() => opened(new ConnectionError('PRIVATE_ADDRESS'), null));
      return null;
    }
    const proxy = proxies[next++ % proxies.length]!;
    const onOpen: Opened = (error, socket) => {
      if (error !== null) opened(error, null);
      else pass(socket, { proxy, target }, opened);
    };
    return open(proxy, onOpen, CONNECT_TIMEOUT_MS);
  };
}

function pass(
  socket: Socket,
  { proxy, target }: { proxy: ProxyServer; target: Target },
  opened: Opened,
): void {
  // The code that waits for the proxy's answer sees the socket's end; an unhandled error would end the process.
  socket.on('error', () => {});
  const timer = setTimeout(() => socket.destroy(), TUNNEL_TIMEOUT_MS).unref();
  openTunnel(socket, proxy, target).then(
    () => {
      clearTimeout(timer);
      opened(null, socket);
    },
    (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      opened(error instanceof ConnectionError ? error : new ConnectionError('PROXY_REFUSED'), null);
    },
  );
}

/**
 * A provider client connects to one host most of the time, so the last TLS session is enough to shorten nearly every handshake after the
 * first. It is offered only to the host that gave it.
 */
function createSecure(ca: string | undefined): (socket: Socket, host: string) => Socket {
  let last: { host: string; session: Buffer } | null = null;
  return (socket, host) =>
    connectSecure({
      socket,
      // Explicit, so that no environment variable can switch it off.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      ...(last?.host === host ? { session: last.session } : {}),
      ...(ca === undefined ? {} : { ca }),
    }).on('session', (session) => {
      last = { host, session };
    });
}

interface Watched {
  /** The event after which the socket may be used. */
  event: string;
  timeoutMs: number;
  allowPrivate: boolean;
}

/** Watches the socket until it may be used; from then on its connection owns it. */
function watch(socket: Socket, { event, timeoutMs, allowPrivate }: Watched, opened: Opened): Socket {
  const timer = setTimeout(() => socket.destroy(new ConnectionError('CONNECT_TIMEOUT')), timeoutMs).unref();
  const onError = (error: Error) => fail(error);
  // A close without an error was done by this process.
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
  // A request is a single write, so there is nothing to gather.
  socket.setNoDelay(true);
  return socket.once(event, onOpen).on('error', onError).on('close', onClose);
}
