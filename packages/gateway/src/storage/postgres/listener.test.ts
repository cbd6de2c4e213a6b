// When the listener gives up and when it does not: a lost connection is opened again, but it does not listen behind a pooler.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool, type Pool } from './connection.ts';
import { RevisionListener } from './listener.ts';
import { database, useDatabases } from './testing/backend.ts';

useDatabases();

let pool: Pool;
let notices: string[];

beforeEach(() => {
  pool = createPool(database.url, { sync: 'any' });
  notices = [];
});
afterEach(() => pool.end());

const listen = (url: string, through: Pick<Pool, 'query'> = pool) =>
  new RevisionListener({ url, pool: through as Pool, onNotice: (text) => notices.push(text) });

const told = (listener: RevisionListener) => new Promise<void>((resolve) => listener.add(resolve));

test('a listener whose connection ends between LISTEN and its probe listens again and reports no pooler', async () => {
  let probes = 0;
  const query = async (text: string, values: unknown[]) => {
    if (++probes > 1) return pool.query(text, values);
    return pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
  };
  const listener = listen(database.url, { query } as never);
  await told(listener);
  expect(probes).toBe(2);
  expect(notices).toEqual([]);
  await listener.close();
});

test('behind a pooler there is no listener, because its connection would go on listening for other clients', async () => {
  const pooler = await startPooler();
  const listener = listen(pooler.url);
  listener.add(() => {});
  while (notices.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(notices).toEqual([expect.stringContaining('because of a pooler')]);
  expect(pooler.sent()).toContain('pg_backend_pid');
  expect(pooler.sent()).not.toContain('LISTEN');
  // Before it says so it has ended its connection, which nobody uses any more.
  expect(pooler.sent().endsWith(TERMINATE)).toBe(true);
  await listener.close();
  pooler.close();
});

test('a listener that is closed while it connects leaves no connection', async () => {
  const pooler = await startPooler();
  const listener = listen(pooler.url);
  listener.add(() => {});
  await listener.close();
  expect(pooler.sent().endsWith(TERMINATE)).toBe(true);
  pooler.close();
});

/** The last message of a client that ends its connection: an X and its length of four. */
const TERMINATE = 'X\0\0\0\x04';

/** Like a pooler, it sends a process number of its own in its greeting. */
async function startPooler() {
  const { hostname, port } = new URL(database.url);
  const sockets = new Set<Socket>();
  let sent = '';
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    sockets.add(client).add(upstream);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => client.write(withOtherNumber(chunk)));
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, sent: () => sent, close };
}

/** BackendKeyData: a K, its length of twelve, and the process number. */
function withOtherNumber(chunk: Buffer): Buffer {
  const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0) chunk.writeInt32BE(0, at + 5);
  return chunk;
}
