// What a command makes of a refusal by the gateway: its exit code follows the advice of the refusal.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAILURES } from '../domain/failure.ts';
import { GatewayClient } from './gateway-client.ts';
import { exitCodeOf } from './problem.ts';
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

test('a command that is refused exits with 2 for wrong words, with 3 when it shall be tried later, and with 1 otherwise', async () => {
  for (const [code, { next }] of Object.entries(FAILURES)) {
    const later = ['retry', 'wait'].includes(next) ? EXIT.unavailable : EXIT.no;
    const outcome = await client.ask(`/${code}`, { key: 'k', hint: 'h' });
    const exitCode = code.startsWith('INVALID_') ? EXIT.usage : later;
    expect([code, outcome.kind === 'problem' && exitCodeOf(outcome.problem)]).toEqual([code, exitCode]);
    const file = client.download(`/${code}`, 'k', { from: 0, tag: null });
    await expect(file, code).rejects.toMatchObject({ code, exitCode: later });
  }
});
