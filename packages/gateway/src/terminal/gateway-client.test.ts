// What a command makes of a refusal by the gateway: its exit code follows the advice of the refusal.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAILURES } from '../domain/failure.ts';
import { GatewayClient } from './gateway-client.ts';
import { EXIT } from './world.ts';

/** Refuses everything, for the reason that the path names. */
const refusing = createServer(({ url }, response) => {
  const code = url!.slice(1) as keyof typeof FAILURES;
  const { title, next } = FAILURES[code];
  response.writeHead(400, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ title, detail: title, code, next, request_id: 'r' }));
});
let client: GatewayClient;

beforeAll(async () => {
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  client = new GatewayClient({ url: `http://127.0.0.1:${port}`, name: 'reelgate' });
});
afterAll(async () => {
  await client.close();
  await new Promise((resolve) => refusing.close(resolve));
});

const asked = { key: 'k', hint: 'h' };

test.each([
  ['an answer', (path: string) => client.send(path, asked)],
  ['a file', (path: string) => client.download(path, 'k', { from: 0, tag: null })],
])(
  'a command that is refused %s exits with 3 when it shall be tried later, and with 1 otherwise',
  async (_, ask) => {
    for (const [code, { next }] of Object.entries(FAILURES)) {
      const exitCode = ['retry', 'wait'].includes(next) ? EXIT.unavailable : EXIT.no;
      await expect(ask(`/${code}`), code).rejects.toMatchObject({ code, exitCode });
    }
  },
);
