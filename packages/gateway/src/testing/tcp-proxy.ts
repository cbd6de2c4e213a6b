// A TCP proxy for tests that breaks a connection between a client and a database server at a chosen moment.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Fault =
  | 'none'
  /** The next chunk with the marked text is passed on; the answer to it is dropped and the connection closed. */
  | 'lose the answer'
  /** The same, and nothing passes after that. */
  | 'lose the server'
  /** The connection is closed instead of passing on the next chunk with the marked text. */
  | 'cut before'
  /** Nothing passes any more, in either direction, and no connection is closed. */
  | 'black hole';

export interface TcpProxy {
  port: number;
  fault: Fault;
  /** How often a fault has happened. */
  struck: number;
  close(): Promise<void>;
}

export async function createTcpProxy(to: { host: string; port: number }, marked: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(to.port, to.host);
    let isSwallowing = false;
    let isLast = false;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on('data', (chunk) => {
      if (proxy.fault === 'black hole') return;
      if (proxy.fault !== 'none' && chunk.includes(marked)) {
        const { fault } = proxy;
        proxy.fault = 'none';
        proxy.struck++;
        if (fault === 'cut before') return cut();
        isSwallowing = true;
        isLast = fault === 'lose the server';
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (proxy.fault === 'black hole') return;
      if (!isSwallowing) client.write(chunk);
      // The server answers a COMMIT with the word COMMIT, once it is on disk.
      else if (chunk.includes(marked)) {
        if (isLast) proxy.fault = 'black hole';
        cut();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    fault: 'none',
    struck: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
