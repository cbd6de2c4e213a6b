// A stream that has another length than was promised ends its connection: nothing that follows is taken for a part of it, nor a part of it for
// what follows. On real sockets, with a second request behind the first.
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawConnection, requestText } from '../../testing/raw-http.ts';
import { createAnswers } from './answer.ts';
import { createForms } from './answer-form.ts';
import { failureOf } from './error-failure.ts';
import { relativeDocs } from './problem.ts';

const app = fastify();
let url: string;
let chunks: () => AsyncGenerator<string | Uint8Array>;
let bytes: number | null;

beforeAll(async () => {
  const forms = createForms('reelgate', 'x-reelgate-request-id', relativeDocs('/docs'));
  const answers = createAnswers(forms, 'x-reelgate-request-id', () => false);
  app.setErrorHandler((error, _request, reply) => answers.failure(reply, failureOf(error)));
  app.get('/stream', async (_request, reply) =>
    answers.stream(reply, {
      ...{ type: 'text/plain', chunks: chunks(), bytes },
      headers: { etag: '"1"', 'content-disposition': 'attachment' },
    }),
  );
  app.get('/next', async (_request, reply) =>
    answers.text(reply, { type: 'text/plain', text: 'the next answer' }),
  );
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function* sent(...parts: (string | Uint8Array | Error)[]): AsyncGenerator<string | Uint8Array> {
  for (const part of parts) {
    // As a read of the ledger between two parts.
    await new Promise(setImmediate);
    if (part instanceof Error) throw part;
    yield part;
  }
}

/** Both requests in one write, and everything that comes until the server closes. */
async function pipelined(...parts: Parameters<typeof sent>): Promise<string> {
  chunks = () => sent(...parts);
  const connection = new RawConnection(url);
  connection.socket.write(requestText('GET /stream') + requestText('GET /next', ['Connection: close']));
  return `${await connection.closed}`;
}

test('the whole of it is sent, and then the next answer', async () => {
  bytes = 10;
  const text = await pipelined('0123', Buffer.from('456789'));
  expect(text).toMatch(
    /content-length: 10\r\n[\s\S]*\r\n\r\n0123456789HTTP\/1\.1 200[\s\S]*the next answer$/,
  );
});

test('nothing is a whole, too', async () => {
  bytes = 0;
  expect(await pipelined()).toMatch(
    /content-length: 0\r\n[\s\S]*\r\n\r\nHTTP\/1\.1 200[\s\S]*the next answer$/,
  );
});

describe.each([
  ['promised', 10],
  ['not promised', null],
])('its length is %s', (_name, promised) => {
  test.each([
    ['breaks off', ['0123', '45', new Error('the ledger is away')], '012345'],
    ...(promised === null
      ? []
      : [
          ['is too short', ['0123', '45'], '012345'],
          ['is too long', ['0123', '45', 'é789'], '012345'],
        ]),
  ] as [string, Parameters<typeof sent>, string][])(
    'a stream that %s ends the connection, and no other answer follows',
    async (_how, parts, got) => {
      bytes = promised;
      const text = await pipelined(...parts);
      expect(text.startsWith('HTTP/1.1 200')).toBe(true);
      expect(
        text
          .slice(text.indexOf('\r\n\r\n') + 4)
          .replaceAll(/[0-9a-f]+\r\n([\s\S]*?)\r\n/g, promised === null ? '$1' : '$&'),
      ).toBe(got);
    },
  );
});

test.each([
  ['is too short', [], 404, 10],
  ['is too long', ['01234567890'], 404, 10],
  ['fails', [new Error('a bug')], 500, null],
] as [string, Parameters<typeof sent>, number, number | null][])(
  'a stream that %s before its first byte is an error and not a part of a file, and the next answer follows',
  async (_how, parts, status, promised) => {
    bytes = promised;
    const text = await pipelined(...parts);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} .*HTTP/1.1 200.*the next answer$`, 's'));
    expect(text.split('HTTP/1.1')[1]).not.toMatch(/etag|content-disposition/i);
  },
);

test('a caller that leaves before the first byte ends the reading', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gate = Promise.withResolvers<void>();
  bytes = null;
  chunks = async function* () {
    begun.resolve();
    try {
      await gate.promise;
      for (;;) yield 'x'.repeat(1_000_000);
    } finally {
      ended.resolve();
    }
  };
  const { socket } = new RawConnection(url);
  socket.write(requestText('GET /stream'));
  await begun.promise;
  socket.resetAndDestroy();
  gate.resolve();
  await ended.promise;
});
