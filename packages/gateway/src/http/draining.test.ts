import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { answered, rawRequest, SEARCH, startServers } from './testing-servers.ts';

test('closing lets a running call end, and its answer closes the connection', async () => {
  const servers = await startServers();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  servers.calls.next = async (request) => {
    start();
    await gate;
    return answered(request);
  };
  const url = `http://127.0.0.1:${servers.publicPort}${SEARCH}?keyword=a`;
  const pending = fetch(url, { headers: { authorization: `Bearer ${servers.key}` } });
  await started;
  servers.setDraining(true);
  const closing = servers.public.app.close();
  await expect(fetch(url)).rejects.toThrow();
  open();
  expect((await pending).status).toBe(200);
  await closing;
  await servers.close();
});

test('a caller that never reads does not hold up closing for longer than it may', async () => {
  const servers = await startServers({ times: { drainMs: 200 } });
  const content = { kind: 'text' as const, head: [Buffer.alloc(50_000_000, 'x')], tail: '' };
  servers.calls.next = (request) => ({ ...answered(request), content }) as ReturnType<typeof answered>;
  const socket = connect(servers.publicPort, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(rawRequest(`GET ${SEARCH}?keyword=a`, [`Authorization: Bearer ${servers.key}`]));
  await expect.poll(() => servers.calls.seen.length).toBe(1);
  await servers.public.app.close();
  socket.destroy();
  await servers.close();
});
