// Streams that break at any byte, and agents that repeat: whatever is cut, a question is charged once. The ledger is
// checked; nothing here depends on the speed of the machine.
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const PRICE_MICROS = 12_000;
const RUNS = 12;
const CUTS_MAX = 5;
/** Longer than a question and its answer with headers; a cut beyond the end has no effect. */
const BYTES_MAX = 3_000;
/** Turns of the event loop, not time: both ends of a socket are in this process. */
const TURNS = 50;

/** Where a connection breaks: after this many bytes of the request, or of the answer. */
interface Cut {
  of: 'question' | 'answer';
  bytes: number;
}

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
type Revision = (typeof REVISIONS)[number];

let gateway: TestGateway;
let proxy: Server;
let cuts: Cut[] = [];
let release: (() => void) | null = null;

beforeAll(async () => {
  gateway = await startTestGateway({
    script: async (query) => {
      if (query.get('q') === 'held back') await new Promise<void>((resolve) => (release = resolve));
      return { ids: ['1', '2', '3'], cursor: null };
    },
  });
  proxy = createServer((client) => passOn(client, cuts.shift() ?? null));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.close();
  await gateway.close();
});

/** Passes bytes on until the cut; then both sides lose their connection at once. */
function passOn(client: Socket, cut: Cut | null): void {
  const server = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const end = () => {
    client.destroy();
    server.destroy();
  };
  const pass = (from: Socket, to: Socket, of: Cut['of']) => {
    let left = cut?.of === of ? cut.bytes : Number.POSITIVE_INFINITY;
    from.on('data', (chunk: Buffer) => {
      to.write(chunk.subarray(0, Math.min(chunk.length, left)));
      left -= chunk.length;
      if (left <= 0) end();
    });
    from.on('error', end).on('close', end);
  };
  pass(client, server, 'question');
  pass(server, client, 'answer');
}

function messageOf(revision: Revision, id: number, query: string): string {
  const params = { name: 'find_videos', arguments: { platform: 'scripted', keyword: query } };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const isModern = revision === '2026-07-28';
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: isModern ? { ...params, _meta: meta } : params,
  });
}

/** The whole answer; null when the connection broke. */
function post(port: number, revision: Revision, body: string): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${gateway.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': 'find_videos',
    };
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent: false });
    sent.on('error', () => resolve(null));
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('error', () => resolve(null));
      response.on('close', () => resolve(response.complete ? text : null));
    });
    sent.end(body);
  });
}

/** As a client does after a broken stream: repeats the call with a new protocol id. */
async function askUntilAnswered(revision: Revision, query: string): Promise<string> {
  const { port } = proxy.address() as AddressInfo;
  for (let id = 1; id <= CUTS_MAX + 1; id++) {
    const answer = await post(port, revision, messageOf(revision, id, query));
    if (answer !== null) return answer;
  }
  throw new Error('more broke than was cut');
}

const schedules = fc.array(
  fc.record({
    of: fc.constantFrom<Cut['of'][]>('question', 'answer'),
    bytes: fc.integer({ min: 1, max: BYTES_MAX }),
  }),
  { minLength: 1, maxLength: CUTS_MAX },
);

let asked = 0;

test.each(REVISIONS)(
  'cut at any bytes and repeated, a question is charged once: revision %s',
  async (revision) => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const query = `question ${++asked} of ${revision}`;
        const before = await gateway.money();
        cuts = [...schedule];
        const answer = await askUntilAnswered(revision, query);
        expect(answer).toMatch(/"request_id":"mcp-[\w-]{22}"/);
        // A cut beyond the end of an answer was not used.
        cuts = [];
        expect(await gateway.money()).toEqual({ balance: before.balance - PRICE_MICROS, held: 0 });
      }),
      { numRuns: RUNS },
    );
  },
  120_000,
);

describe('a client that disconnects before the charge', () => {
  /** Resolves once the gateway has noticed the disconnect. */
  async function askAndLeave(revision: Revision): Promise<void> {
    const body = messageOf(revision, 1, 'held back');
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const lines = [
      'POST /mcp HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: Bearer ${gateway.key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'accept: application/json, text/event-stream',
      `mcp-protocol-version: ${revision}`,
      'mcp-method: tools/call',
      'mcp-name: find_videos',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    await untilHeld();
    socket.resume().end();
    await once(socket, 'finish');
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    release!();
    release = null;
    await untilFree();
  }

  async function untilHeld(): Promise<void> {
    while (release === null) await new Promise((resolve) => setImmediate(resolve));
  }

  async function untilFree(): Promise<void> {
    while ((await gateway.money()).held !== 0) await new Promise((resolve) => setImmediate(resolve));
  }

  test('cancels the call in the newer revision: its hold is released', async () => {
    const before = await gateway.money();
    await askAndLeave('2026-07-28');
    expect(await gateway.money()).toEqual(before);
  });

  test('cancels nothing in the older revision: the answer is stored, and the repeat is free', async () => {
    const before = await gateway.money();
    await askAndLeave('2025-11-25');
    const paid = { balance: before.balance - PRICE_MICROS, held: 0 };
    expect(await gateway.money()).toEqual(paid);
    const answer = await askUntilAnswered('2025-11-25', 'held back');
    expect(answer).toContain('"repeated":true');
    expect(await gateway.money()).toEqual(paid);
  });
});
