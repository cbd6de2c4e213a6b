// A fault without effect would make every run look good, so each toxic is tested over real sockets.
import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Applied, Link, type Toxic } from './fault-proxy.ts';
import { diceOf } from './seed.ts';

const MESSAGE = 'x'.repeat(5_000);
let echo: Server;
let link: Link;

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  link = new Link('test', diceOf(1));
  await link.open();
  link.retarget((echo.address() as { port: number }).port);
});

afterEach(async () => {
  await link.close();
  echo.close();
});

const always = (toxic: Toxic): Applied => ({ toxic, direction: 'down', probability: 1 });

/** Sends the message and ends; returns what came back and how it ended. */
function exchange(): Promise<{ text: string; error: string | null; ms: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    let text = '';
    let error: string | null = null;
    const socket = connect(link.port, '127.0.0.1', () => socket.end(MESSAGE));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', (reason) => {
      error = (reason as NodeJS.ErrnoException).code ?? reason.message;
    });
    socket.on('close', () => resolve({ text, error, ms: performance.now() - began }));
  });
}

test('without a toxic everything passes', async () => {
  expect(await exchange()).toMatchObject({ text: MESSAGE, error: null });
});

test('latency delays and loses nothing', async () => {
  await link.apply(always({ name: 'latency', ms: 120, jitterMs: 0 }));
  const { text, ms } = await exchange();
  expect(text).toBe(MESSAGE);
  expect(ms).toBeGreaterThan(110);
});

test('down refuses connections until it is healed', async () => {
  await link.apply(always({ name: 'down' }));
  expect((await exchange()).error).toBe('ECONNREFUSED');
  await link.heal();
  expect((await exchange()).text).toBe(MESSAGE);
});

test('bandwidth slows down and loses nothing', async () => {
  await link.apply(always({ name: 'bandwidth', bytesPerSecond: 20_000 }));
  const { text, ms } = await exchange();
  expect(text).toBe(MESSAGE);
  expect(ms).toBeGreaterThan(200);
});

test('slow_close delays the end of a stream', async () => {
  await link.apply(always({ name: 'slow_close', ms: 150 }));
  const { text, ms } = await exchange();
  expect(text).toBe(MESSAGE);
  expect(ms).toBeGreaterThan(140);
});

test('timeout swallows everything and closes in the end', async () => {
  await link.apply(always({ name: 'timeout', ms: 100 }));
  expect((await exchange()).text).toBe('');
});

test.each([0, 20])('reset_peer resets after %d ms, and nothing passes before', async (ms) => {
  await link.apply(always({ name: 'reset_peer', ms }));
  for (let n = 0; n < 20; n++) expect(await exchange()).toMatchObject({ text: '', error: 'ECONNRESET' });
});

test('slicer cuts into pieces and loses nothing', async () => {
  await link.apply(always({ name: 'slicer', bytes: 100, delayMs: 1 }));
  const { text, ms } = await exchange();
  expect(text).toBe(MESSAGE);
  expect(ms).toBeGreaterThan(40);
});

test('limit_data closes after its bytes', async () => {
  await link.apply(always({ name: 'limit_data', bytes: 1_234 }));
  expect((await exchange()).text.length).toBe(1_234);
});

test('a toxic of probability 0 hits no connection, and one of the other direction does not affect this one', async () => {
  await link.apply({ toxic: { name: 'reset_peer', ms: 0 }, direction: 'up', probability: 0 });
  await link.apply({ toxic: { name: 'limit_data', bytes: MESSAGE.length }, direction: 'up', probability: 1 });
  expect((await exchange()).text).toBe(MESSAGE);
});
