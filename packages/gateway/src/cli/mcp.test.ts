// The tools for agents over standard input and output: the same tools at the same prices as the gateway's own, in both protocol revisions,
// nothing else on standard output, and clear messages when a gateway or a setting is missing.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import {
  Client,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { ownKey } from '../features/keys/key.account.ts';
import type { ToolResult } from '../mcp/tool-result.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';
import { createRemoteTools } from './remote-tools.ts';
import { TestCli } from './testing/cli.ts';

let gateway: TestGateway;
beforeAll(async () => {
  // Not the default service name: the command has to find out the header names before it buys anything.
  const settings = TEST_SETTINGS.replace('service: {', 'service: { name: "acme",');
  gateway = await startTestGateway({ settings, script: () => ({ ids: ['1', '2'], cursor: null }) });
});
afterAll(() => gateway.close());

async function runAndClose(cli: TestCli, options: string[]) {
  try {
    return await cli.run('mcp', ...options);
  } finally {
    await cli.close();
  }
}

/** Runs the command in this process, with pipes in place of its streams. */
function startCommand(options: string[] = []) {
  const cli = new TestCli();
  const [input, output] = [new PassThrough(), new PassThrough()];
  Object.assign(cli.world, {
    gatewayUrl: gateway.url,
    apiKey: gateway.key,
    streams: { input, output },
    clock: systemClock,
  });
  const ended = runAndClose(cli, options);
  return { input, output, ended };
}

/** The client's end of those pipes. */
class PipeTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #command: ReturnType<typeof startCommand>;

  constructor(...options: string[]) {
    this.#command = startCommand(options);
  }

  async start(): Promise<void> {
    const lines = createInterface({ input: this.#command.output });
    lines.on('line', (line) => this.onmessage?.(JSON.parse(line) as JSONRPCMessage));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#command.input.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#command.input.end();
    expect(await this.#command.ended).toEqual({ code: 0, out: '', err: '' });
    this.onclose?.();
  }
}

async function connected(transport: Transport, mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

/** Far more than a collection and a run need, also on a machine with thirty times more to do. */
const WORKED_MS_MAX = 60_000;

/** The id of the newest collection or watch. */
async function idIn(client: Client, name: string, list: string): Promise<string> {
  const { structuredContent } = (await client.callTool({ name, arguments: {} })) as ToolResult;
  return (structuredContent![list] as { id: string }[])[0]!.id;
}

const overHttp = () => {
  const requestInit = { headers: { authorization: `Bearer ${gateway.key}` } };
  return connected(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }), 'auto');
};

test('the command lists the tools that are chosen, in full, and refuses others by name', async () => {
  const client = await connected(new PipeTransport('--tools', 'find_videos,account'), 'auto');
  const { tools } = await client.listTools();
  expect(tools.map(({ name, outputSchema }) => [name, outputSchema !== undefined])).toEqual(
    ['find_videos', 'quote', 'account', 'receipt', 'platforms', 'explain_tool'].map((name) => [name, true]),
  );
  await client.close();
  const cli = new TestCli();
  Object.assign(cli.world, { gatewayUrl: gateway.url, apiKey: gateway.key });
  const { code, out, err } = await cli.run('mcp', '--tools', 'find_videos,nothing');
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/tools must name .*: nothing/)]);
  await cli.close();
});

describe.each(['auto', 'legacy'] as const)('the official client over stdio, %s', (mode) => {
  test('sees the tools of the gateway and pays a question once, over whichever way it is repeated', async () => {
    const [here, there] = [await connected(new PipeTransport(), mode), await overHttp()];
    expect((await here.listTools()).tools).toEqual((await there.listTools()).tools);
    const before = await gateway.money();
    const ask = { name: 'find_videos', arguments: { platform: 'scripted', keyword: `cats ${mode}` } };
    const first = (await here.callTool(ask)) as ToolResult;
    const again = (await there.callTool(ask)) as ToolResult;
    expect(first.structuredContent).toMatchObject({ charged: '0.012000', repeated: false });
    expect(again.structuredContent).toMatchObject({ charged: '0.000000', repeated: true });
    expect((await gateway.money()).balance).toBe(before.balance - 12_000);

    // Started once, over whichever way it is repeated.
    const asked = { platform: 'scripted', keyword: `all ${mode}` };
    const watch = { tool: 'find_videos', arguments: asked, every: '1d', budget_month: '0.5' };
    const collect = { tool: 'find_videos', arguments: asked, budget: '0.05', items_max: 2 };
    for (const [name, given] of Object.entries({ watch, collect })) {
      const call = { name, arguments: given };
      const [one, other] = [await here.callTool(call), await there.callTool(call)] as ToolResult[];
      expect(one!.structuredContent).toMatchObject({ created: true });
      expect(other!.structuredContent).toMatchObject({ created: false, id: one!.structuredContent!.id });
    }

    // Answers about the balance are compared below: nothing may be charged behind their back.
    await vi.waitFor(async () => {
      const { collections } = (await gateway.ask('/api/collections/v1')).body;
      const { watches } = (await gateway.ask('/api/watches/v1')).body;
      expect([collections[0].ended_at, watches[0].last_run]).not.toContain(null);
    }, WORKED_MS_MAX);
    const { request_id } = first.structuredContent as { request_id: string };
    const free = [
      { name: 'read_videos', arguments: { request_id, ids: ['2', '3'] } },
      { name: 'receipt', arguments: { request_id } },
      { name: 'quote', arguments: { tool: 'find_videos', platform: 'scripted', calls: 2 } },
      { name: 'account', arguments: {} },
      { name: 'platforms', arguments: {} },
      { name: 'cancel_collection', arguments: { id: await idIn(there, 'read_collection', 'collections') } },
      {
        name: 'change_watch',
        arguments: { id: await idIn(there, 'what_is_new', 'watches'), state: 'ended' },
      },
      { name: 'read_collection', arguments: { id: await idIn(there, 'read_collection', 'collections') } },
      { name: 'what_is_new', arguments: { id: await idIn(there, 'what_is_new', 'watches') } },
      { name: 'what_is_new', arguments: {} },
    ];
    for (const call of free) {
      const [one, other] = [await here.callTool(call), await there.callTool(call)] as ToolResult[];
      expect([one!.content, one!.structuredContent]).toEqual([other!.content, other!.structuredContent]);
      expect(one!.isError).toBeUndefined();
    }
    await Promise.all([here.close(), there.close()]);
  });
});

describe.each(['auto', 'legacy'] as const)(
  'a price above the limit of the operator, over stdio, %s',
  (mode) => {
    beforeAll(() =>
      gateway.reload({ ...gateway.config, mcp: { ...gateway.config.mcp, confirmAbove: '0.01' } }),
    );
    afterAll(() => gateway.reload(gateway.config));

    /** The answer of one tool call and the question that its user was asked. `answer` null: a client without forms. */
    async function ask(query: string, answer: 'accept' | 'decline' | null) {
      const asked: string[] = [];
      const capabilities = answer === null ? {} : { elicitation: { form: {} } };
      const client = new Client(
        { name: 'test', version: '1' },
        { capabilities, versionNegotiation: { mode } },
      );
      if (answer !== null) {
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          asked.push(params.message);
          return answer === 'accept' ? { action: 'accept', content: { pay: true } } : { action: 'decline' };
        });
      }
      await client.connect(new PipeTransport());
      const before = await gateway.money();
      const call = { name: 'find_videos', arguments: { platform: 'scripted', keyword: `${query} ${mode}` } };
      const result = (await client.callTool(call)) as ToolResult;
      await client.close();
      const paid = before.balance - (await gateway.money()).balance;
      return { asked, paid, text: result.content[0]!.text };
    }

    const QUESTION = 'find_videos on scripted may cost up to 0.012000 USD. Pay it?';

    test('is shown to the user in a form, and paid once the user agrees', async () => {
      const { asked, paid, text } = await ask('agreed', 'accept');
      expect({ asked, paid }).toEqual({ asked: [QUESTION], paid: 12_000 });
      expect(text).toContain('charged 0.012000');
    });

    test('is not paid when the user declines', async () => {
      const { asked, paid, text } = await ask('declined', 'decline');
      expect({ asked, paid }).toEqual({ asked: [QUESTION], paid: 0 });
      expect(text).toMatch(/DECLINED: .*nothing was charged/);
    });

    test('wants max_price where no form can be shown', async () => {
      const { paid, text } = await ask('no form', null);
      expect(paid).toBe(0);
      expect(text).toContain('repeat it with max_price "0.012000"');
    });
  },
);

test('nothing but messages is on standard output, and the command ends with standard input', async () => {
  const { input, output, ended } = startCommand();
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  const [answer] = await once(output, 'data');
  expect(JSON.parse(String(answer))).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  input.end();
  expect(await ended).toEqual({ code: 0, out: '', err: '' });
});

test('the gateway is the one that the configuration names, unless the environment names another', async () => {
  const cli = new TestCli();
  Object.assign(cli.world, { apiKey: 'k' });
  cli.write('reelgate.yaml', 'service: { public_url: "ftp://configured.example" }\n');
  const argv = ['--config', `${cli.folder}/reelgate.yaml`, 'mcp'];
  expect((await cli.run(...argv)).err).toContain('ftp://configured.example');
  Object.assign(cli.world, { gatewayUrl: 'elsewhere' });
  expect((await cli.run(...argv)).err).toContain('baseUrl must be an http');
  await cli.close();
});

describe('a setting that is missing or wrong ends the command with a word about it:', () => {
  test.each([
    ['the key', { gatewayUrl: 'http://127.0.0.1:1' }, 'REELGATE_KEY'],
    ['an invalid address', { gatewayUrl: 'gateway', apiKey: 'k' }, 'baseUrl must be an http'],
  ])('%s', async (_, world, words) => {
    const cli = new TestCli();
    Object.assign(cli.world, world);
    const { code, out, err } = await cli.run('mcp');
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)]);
    await cli.close();
  });
});

describe('a gateway that', () => {
  const REFUSED = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
  const port = (fetch: () => Promise<Response>) =>
    createRemoteTools({
      url: 'http://gateway.example',
      key: 'rgk_live_secret',
      fetch: fetch as typeof globalThis.fetch,
      clock: systemClock,
    });

  test('does not know the key: the message names the setting', async () => {
    const problem = { code: 'UNAUTHORIZED', detail: 'x', next: 'fix', charged: '0.000000' };
    const answer = await port(async () => Response.json(problem, { status: 401 })).payer();
    expect(answer).toMatchObject({ status: 401, body: { detail: expect.stringContaining('REELGATE_KEY') } });
  });

  test('is not a gateway: the message names the setting', async () => {
    const answer = await port(async () => new Response('<html>', { status: 404 })).payer();
    expect(answer).toMatchObject({ body: { detail: expect.stringContaining('REELGATE_URL') } });
  });

  test('cannot be reached: the message has its address and not the key', async () => {
    const answer = await port(() => Promise.reject(REFUSED)).payer();
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'CONNECTION', charged: '0.000000', detail: expect.stringContaining('ECONNREFUSED') },
    });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  test('hangs up: a free request was not charged, a paid one perhaps', async () => {
    const hungUp = Object.assign(new TypeError('fetch failed'), { cause: { code: 'UND_ERR_SOCKET' } });
    const tools = port(() => Promise.reject(hungUp));
    const free = await tools.free(ownKey);
    expect(free.body).toMatchObject({
      charged: '0.000000',
      detail: expect.stringMatching(/cannot be reached/),
    });
    const purchase = { platform: 'x', action: 'search_video_v2', query: { keyword: 'a' } };
    const terms = { requestId: 'r1', twins: [], maxPrice: null, quote: null };
    const paid = await tools.buy({ ...purchase, ...terms }, new AbortController().signal);
    expect(paid.body.charged).toBeUndefined();
    expect(paid.body.detail).toContain('It may have been charged');
  });
});
