// Two small proxies for tests, on loopback: CONNECT and SOCKS5. Each leads every name to one port of this machine, as a proxy
// with its own name server would, and records what it was asked for.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface TestProxy {
  port: number;
  /** `host:port` of each requested tunnel. */
  asked: string[];
  /** The logins that were sent, in the form of the protocol. */
  logins: string[];
  close(): Promise<void>;
}

interface Rules {
  /** The port that all tunnels lead to. */
  leadsTo: number;
  /** The only accepted login; null accepts every client. */
  login: string | null;
}

async function listen(
  server: Server,
  sockets: Set<Socket>,
): Promise<{ port: number; close(): Promise<void> }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function join(socket: Socket, port: number, sockets: Set<Socket>, onOpen: () => void): void {
  const onward = connect(port, '127.0.0.1', () => {
    onOpen();
    socket.pipe(onward).pipe(socket);
  });
  sockets.add(onward.on('error', () => socket.destroy()));
  socket.on('close', () => onward.destroy());
}

export async function httpProxy({ leadsTo, login }: Rules): Promise<TestProxy> {
  const [asked, logins, sockets]: [string[], string[], Set<Socket>] = [[], [], new Set()];
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (bytes) => {
      const head = bytes.toString();
      const given = /proxy-authorization: Basic (\S+)/i.exec(head)?.[1] ?? '';
      logins.push(Buffer.from(given, 'base64').toString());
      if (login !== null && logins.at(-1) !== login) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      asked.push(/^CONNECT (\S+) HTTP/.exec(head)?.[1] ?? head);
      join(socket, leadsTo, sockets, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    });
  });
  return { asked, logins, ...(await listen(server, sockets)) };
}

/** Reads exactly this many bytes. */
async function take(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const found = socket.read(bytes) as Buffer | null;
    if (found !== null) return found;
    await once(socket, 'readable');
  }
}

async function takeText(socket: Socket): Promise<string> {
  const [length] = await take(socket, 1);
  return (await take(socket, length!)).toString();
}

export async function socks5Proxy({ leadsTo, login }: Rules): Promise<TestProxy> {
  const [asked, logins, sockets]: [string[], string[], Set<Socket>] = [[], [], new Set()];
  const serve = async (socket: Socket) => {
    const [, count] = await take(socket, 2);
    const methods = [...(await take(socket, count!))];
    const method = login === null ? 0 : 2;
    socket.write(Buffer.from([5, methods.includes(method) ? method : 0xff]));
    if (method === 2) {
      await take(socket, 1);
      logins.push(`${await takeText(socket)}:${await takeText(socket)}`);
      socket.write(Buffer.from([1, logins.at(-1) === login ? 0 : 1]));
      if (logins.at(-1) !== login) return;
    }
    const [, , , kind] = await take(socket, 4);
    const host = kind === 3 ? await takeText(socket) : [...(await take(socket, 4))].join('.');
    asked.push(`${host}:${(await take(socket, 2)).readUInt16BE()}`);
    join(socket, leadsTo, sockets, () => socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])));
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket).catch(() => socket.destroy());
  });
  return { asked, logins, ...(await listen(server, sockets)) };
}
