// Checks requests that a browser sends with its session cookie: the Host must be a name of this gateway, and the page
// must be of the same origin. A refusal names the setting to change. Requests with a key or a token are not checked
// here.
import type { IncomingMessage } from 'node:http';
import { type Failure, failure } from '../../domain/failure.ts';

export interface GatewayHosts {
  /** Host names in lower case, with a port unless it is the scheme's default. */
  hosts(): readonly string[];
  /** The setting that lists them. */
  setting: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Characters of a valid host; any other value is not repeated in the answer. */
const HOST = /^[\w.:[\]-]{1,100}$/;

/**
 * `isOpening`: a sign-in, which has no cookie yet. A program that sends neither Origin nor Sec-Fetch-Site may sign
 * in.
 */
export function crossOriginRefusal(
  names: GatewayHosts,
  request: IncomingMessage,
  { isOpening = false } = {},
): Failure | null {
  const host = (request.headers.host ?? '').toLowerCase();
  if (!isOwnHost(names, request, host)) {
    const shown = HOST.test(host) ? ` "${host}"` : '';
    return failure('FORBIDDEN', `This gateway has no host name${shown}: list it in ${names.setting}.`);
  }
  if (isOwnPage(request, host, isOpening)) return null;
  return failure(
    'FORBIDDEN',
    `Only pages of this gateway's own address may send this request. A proxy in front of it must pass the Host header on unchanged, and ${names.setting} must list that host.`,
  );
}

/**
 * True for a listed name, and for an address of the socket itself: DNS rebinding can only fake names, not addresses.
 */
function isOwnHost({ hosts }: GatewayHosts, { socket }: IncomingMessage, host: string): boolean {
  if (hosts().includes(host)) return true;
  const port = `:${socket.localPort}`;
  const full = /:\d{1,5}$/.test(host) ? host : `${host}:80`;
  return (
    full.endsWith(port) && [...LOOPBACK, localHost(socket.localAddress)].includes(full.slice(0, -port.length))
  );
}

function localHost(address = ''): string {
  const plain = address.replace(/^::ffff:/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/**
 * Browsers send `Sec-Fetch-Site` over https and to localhost, and `Origin` with every method but GET. A GET over
 * plain http has neither. It changes nothing, and no page of another origin can send the page half of its session.
 */
function isOwnPage({ headers, method }: IncomingMessage, host: string, isOpening: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin !== undefined) return URL.parse(origin)?.host === host;
  return isOpening || method === 'GET';
}
