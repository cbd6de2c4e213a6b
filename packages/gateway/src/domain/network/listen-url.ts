// URLs of listeners.
import { isIPv6 } from 'node:net';

interface ListenAddress {
  host: string;
  port: number;
}

/** Where a listener listens, as operators see it. */
export function listenUrl({ host, port }: ListenAddress): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * The URL of a listener when no setting gives one: of links, and for commands on the same machine. A listener on all addresses is reached
 * over loopback, since no browser opens 0.0.0.0. With port 0, call it again once the real port is known.
 */
export function defaultUrl({ host, port }: ListenAddress): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return listenUrl({ host: own, port });
}
