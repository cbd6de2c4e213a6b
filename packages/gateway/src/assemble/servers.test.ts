import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { listenOn } from './servers.ts';

test('a listener on localhost is one server, with all limits', async () => {
  const app = Fastify();
  const bound = await listenOn(app, { host: 'localhost', port: 0 });
  expect(bound).toEqual({ host: 'localhost', port: expect.any(Number) });
  expect(app.addresses()).toEqual([{ address: '127.0.0.1', family: 'IPv4', port: bound.port }]);
  await app.close();
});
