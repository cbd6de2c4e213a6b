// Opens a tunnel through a proxy: asks the proxy at the other end of an open socket to connect to a host and port. undici reads
// the answer of an HTTP proxy; SOCKS5 (RFC 1928, RFC 1929) is a few bytes of fixed form. The proxy resolves the name, so the
// gateway does not see the address. No error contains credentials.
import { isIP, isIPv6, type Socket } from 'node:net';
import type { ProxyServer } from '../domain/network/proxy-server.ts';
import { ConnectionError } from './failures.ts';
import { RESPONSE_HEAD_BYTES_MAX } from './limits.ts';
import { Client, connectBy } from './undici-client.ts';

export interface Target {
  hostname: string;
  port: number;
}

/** Resolves when the socket leads to the target. Rejects when the proxy refuses, or is not a proxy. */
export function openTunnel(socket: Socket, proxy: ProxyServer, target: Target): Promise<void> {
  return proxy.kind === 'http' ? connectHttp(socket, proxy, target) : connectSocks5(socket, proxy, target);
}

async function connectHttp(
  socket: Socket,
  { hostname, credentials }: ProxyServer,
  target: Target,
): Promise<void> {
  const client = new Client(`http://${bracketed(hostname)}`, {
    // Not synchronously: undici continues only after its own call has returned.
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    allowH2: false,
    useMilo: false,
    maxHeaderSize: RESPONSE_HEAD_BYTES_MAX,
    // The code that opened the socket keeps the deadline.
    headersTimeout: 0,
  });
  const authority = `${bracketed(target.hostname)}:${target.port}`;
  const headers = {
    host: authority,
    ...(credentials !== null && { 'proxy-authorization': basic(credentials) }),
  };
  const { statusCode } = await connectBy(client, { path: authority, headers });
  if (statusCode !== 200) throw new ConnectionError(statusCode === 407 ? 'PROXY_AUTH' : 'PROXY_REFUSED');
}

function basic({ user, password }: NonNullable<ProxyServer['credentials']>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function bracketed(hostname: string): string {
  return isIPv6(hostname) ? `[${hostname}]` : hostname;
}

const [VERSION, NO_AUTH, BY_PASSWORD, CONNECT, NAME, IPV4, IPV6] = [5, 0, 2, 1, 3, 1, 4];

async function connectSocks5(socket: Socket, { credentials }: ProxyServer, target: Target): Promise<void> {
  const methods = credentials === null ? [NO_AUTH] : [NO_AUTH, BY_PASSWORD];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await read(socket, 2);
  if (version !== VERSION) throw new ConnectionError('PROXY_REFUSED');
  if (method === BY_PASSWORD && credentials !== null) await logIn(socket, credentials);
  else if (method !== NO_AUTH) throw new ConnectionError('PROXY_AUTH');
  const port = Buffer.from([target.port >> 8, target.port & 0xff]);
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(target.hostname), port]));
  const [, reply, , kind] = await read(socket, 4);
  if (reply !== 0) throw new ConnectionError('PROXY_REFUSED');
  // The address that the proxy is bound to is not used, but precedes the first byte of the target.
  const length = kind === IPV4 ? 4 : kind === IPV6 ? 16 : (await read(socket, 1))[0]!;
  await read(socket, length + 2);
}

async function logIn(
  socket: Socket,
  { user, password }: NonNullable<ProxyServer['credentials']>,
): Promise<void> {
  socket.write(Buffer.concat([Buffer.from([1]), sized(user), sized(password)]));
  const [, status] = await read(socket, 2);
  if (status !== 0) throw new ConnectionError('PROXY_AUTH');
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function addressOf(hostname: string): Buffer {
  if (isIP(hostname) === 4) return Buffer.from([IPV4, ...hostname.split('.').map(Number)]);
  // An IPv6 literal is sent as a name, which every proxy accepts.
  return Buffer.concat([Buffer.from([NAME]), sized(hostname)]);
}

/** Reads exactly this many bytes; the rest stays in the socket. */
function read(socket: Socket, bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = () => socket.off('readable', take).off('close', fail).off('end', fail);
    const fail = () => {
      settle();
      reject(new ConnectionError('PROXY_REFUSED'));
    };
    const take = () => {
      const found = socket.read(bytes) as Buffer | null;
      if (found === null) return;
      settle();
      if (found.length === bytes) resolve(found);
      else reject(new ConnectionError('PROXY_REFUSED'));
    };
    socket.on('readable', take).on('close', fail).on('end', fail);
    take();
  });
}
