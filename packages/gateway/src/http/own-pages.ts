// Owns the rule for requests that a browser makes with its cookie: they come to a name that this gateway is known by, and from a
// page of that very origin. A refusal names the setting to change. Requests with a key or a token never come here.
import type { IncomingMessage } from 'node:http';
import { type Failure, failure } from '../domain/failure.ts';

export interface OwnNames {
  /** Values of Host, in small letters, with a port unless it is the scheme's own. */
  hosts(): readonly string[];
  /** The setting that lists them. */
  setting: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** What a host is written with; anything else is not repeated to anybody. */
const HOST = /^[\w.:[\]-]{1,100}$/;

/** `isOpening`: a request that brings no cookie yet. A program that says nothing of itself may open a session. */
export function foreignRefusal(
  names: OwnNames,
  request: IncomingMessage,
  { isOpening = false } = {},
): Failure | null {
  const host = (request.headers.host ?? '').toLowerCase();
  if (!isOwnHost(names, request, host)) {
    const shown = HOST.test(host) ? ` "${host}"` : '';
    return failure('FORBIDDEN', `This gateway is not known as${shown}: ${names.setting} lists its names.`);
  }
  if (isOwnPage(request, host, isOpening)) return null;
  return failure(
    'FORBIDDEN',
    `Only pages of this gateway's own address may send this. Behind a proxy, it must pass Host on as it is, and ${names.setting} must list it.`,
  );
}

/** By a listed name, or by an address of this very socket: nobody can bend an address to another machine. */
function isOwnHost({ hosts }: OwnNames, { socket }: IncomingMessage, host: string): boolean {
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
 * Browsers say `Sec-Fetch-Site` over https and to this machine, and `Origin` with whatever is not a GET. A GET over plain http
 * says neither; it changes nothing, and the half of the page in it is one that no other page can send.
 */
function isOwnPage({ headers, method }: IncomingMessage, host: string, isOpening: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin !== undefined) return URL.parse(origin)?.host === host;
  return isOpening || method === 'GET';
}
