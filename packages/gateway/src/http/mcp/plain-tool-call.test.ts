// The fast path of a tool call against the protocol's SDK: both must give the same answer, word for word.
import { createMcpHandler } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProtocolServer } from '../../mcp/protocol.ts';
import type { ToolAnswer, ToolPort } from '../../mcp/tool-port.ts';
import { answerPlainToolCall, readPlainToolCall } from './plain-tool-call.ts';

const server = { name: 'reelgate', version: '1.2.3' };
const about = { server, onBug: () => {} };

const free = (status: number, body: Record<string, unknown>): ToolAnswer => ({
  status,
  body,
  charged: null,
  balance: null,
  isReplay: false,
});
const page = { items: [{ id: '1', title: 'A cat\u2028' }], has_more: false, receipt: { currency: 'USD' } };
const problem = { code: 'PRICE_CEILING', price: '0.012000', detail: 'x', next: 'fix', charged: '0.000000' };

/** What verbs answer; there is nothing else. */
const FREE: Record<string, ToolAnswer> = {
  getOwnKey: free(200, { available: '1', held: '0', currency: 'USD', spent_today: '0', caps: [] }),
  getRequest: free(404, problem),
  listPrices: free(200, { endpoints: [] }),
  listPlatforms: free(200, { platforms: [] }),
  getQuote: free(200, { quote: 'q', currency: 'USD' }),
};

/** The platform chooses the answer: a page, a problem, a price above the limit, a bug. */
const port: ToolPort = {
  nowMs: () => 0,
  payer: () => ({ keyId: 'k', confirmAbove: '0.01' }),
  async buy({ platform, requestId }) {
    if (platform === 'bug') throw new Error('secret');
    if (platform === 'dear') return { ...free(402, problem), requestId };
    if (platform === 'gone') return { ...free(502, { ...problem, code: 'UPSTREAM_ERROR' }), requestId };
    return { status: 200, body: page, charged: '0.012000', balance: '1.000000', isReplay: false, requestId };
  },
  free: async ({ name }) => FREE[name] ?? free(404, { ...problem, code: 'NOT_FOUND' }),
};

const choice = { isShort: true, full: new Set<string>() };
const sdk = createMcpHandler(() => createProtocolServer(port, { ...server, choice, onBug: about.onBug }), {
  responseMode: 'auto',
  keepAliveMs: 0,
});

type Headers = Record<string, string>;
type Message = Record<string, unknown>;

async function bySdk(message: Message, headers: Headers): Promise<{ status: number; message: unknown }> {
  const request = new Request('http://gateway/mcp', { method: 'POST', headers });
  const response = await sdk.fetch(request, { parsedBody: message });
  const text = await response.text();
  return { status: response.status, message: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) };
}

const BOTH = 'application/json, text/event-stream';
const META = 'io.modelcontextprotocol/';

function older(params: Message, more: Message = {}): [Message, Headers] {
  const headers = { accept: BOTH, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
  return [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params, ...more }, headers];
}

function newer(params: Message, meta: Message = {}): [Message, Headers] {
  const _meta = {
    [`${META}protocolVersion`]: '2026-07-28',
    [`${META}clientInfo`]: { name: 'test', version: '1' },
    [`${META}clientCapabilities`]: {},
    ...meta,
  };
  const [message, headers] = older({ ...params, _meta });
  const own = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
  return [message, { ...headers, ...own, 'mcp-name': String(params.name) }];
}

const find = (given: Message) => ({ name: 'find_videos', arguments: { query: 'a', ...given } });
const CALLS: [string, Message][] = [
  ['an answer', find({ platform: 'good' })],
  ['a problem', find({ platform: 'gone' })],
  ['a price above the limit', find({ platform: 'dear' })],
  ['a bug', find({ platform: 'bug' })],
  ['a wrong argument', find({ platform: 3, more: true })],
  ['an argument in both places', find({ platform: 'good', sort: 'views', more: { sort: 'likes' } })],
  ['no arguments', { name: 'account' }],
  ['a record that is not there', { name: 'read_videos', arguments: { request_id: 'r', ids: ['1'] } }],
];

async function expectTheSame([message, headers]: [Message, Headers]): Promise<void> {
  const plain = readPlainToolCall(message, headers);
  const answer = plain && (await answerPlainToolCall(port, plain, about));
  if (answer === null) return;
  const isStream = answer.type === 'text/event-stream';
  const text = isStream ? /^event: message\ndata: (.*)\n\n$/.exec(answer.text)![1]! : answer.text;
  expect(isStream).toBe(headers['mcp-protocol-version'] !== '2026-07-28');
  expect({ status: 200, message: JSON.parse(text) }).toEqual(await bySdk(message, headers));
}

describe.each([
  ['older', older],
  ['newer', newer],
])('a plain call of the %s revision', (_, call) => {
  test.each(CALLS)('that ends in %s is read, and answered as the SDK answers', async (_name, params) => {
    expect(readPlainToolCall(...call(params))).not.toBeNull();
    await expectTheSame(call(params));
  });

  test('with a progress token, or with a text as its id, is plain too', async () => {
    const [message, headers] = call({ ...find({ platform: 'good' }) });
    expect(readPlainToolCall({ ...message, id: 'text' }, headers)).toMatchObject({ id: 'text' });
    await expectTheSame([{ ...message, id: 'text' }, headers]);
  });
});

test('a client that can show forms is asked through the SDK', async () => {
  const capabilities = { [`${META}clientCapabilities`]: { elicitation: { form: {} } } };
  const plain = readPlainToolCall(...newer(find({ platform: 'dear' }), capabilities))!;
  expect(plain.canBeAsked).toBe(true);
  expect(await answerPlainToolCall(port, plain, about)).toBeNull();
});

const [plainOld, plainNew] = [older(find({ platform: 'good' })), newer(find({ platform: 'good' }))];

describe('left to the SDK is', () => {
  const without = (headers: Headers, name: string) => ({ ...headers, [name]: '' });
  test.each<[string, Message, Headers]>([
    ['another method', { ...plainOld[0], method: 'tools/list' }, plainOld[1]],
    ['a notification', { ...plainOld[0], id: undefined }, plainOld[1]],
    ['an id that is none', { ...plainOld[0], id: 1.5 }, plainOld[1]],
    ['a tool that is not there', older({ name: 'buy_all' })[0], plainOld[1]],
    ['arguments that are a list', older({ name: 'account', arguments: [] })[0], plainOld[1]],
    ['a reply to a form', older({ ...find({}), inputResponses: {} })[0], plainOld[1]],
    ['a revision that nobody knows', plainOld[0], { ...plainOld[1], 'mcp-protocol-version': '2020-01-01' }],
    ['a client that reads no streams', plainOld[0], { ...plainOld[1], accept: 'application/json' }],
    ['an older message with a newer header', plainOld[0], plainNew[1]],
    ['a newer message with an older header', plainNew[0], plainOld[1]],
    ['another tool in the header', plainNew[0], { ...plainNew[1], 'mcp-name': 'account' }],
    ['another method in the header', plainNew[0], without(plainNew[1], 'mcp-method')],
    ['capabilities that are none', newer(find({}), { [`${META}clientCapabilities`]: 3 })[0], plainNew[1]],
    ['a client without a name', newer(find({}), { [`${META}clientInfo`]: {} })[0], plainNew[1]],
    ['a wish for log lines', newer(find({}), { [`${META}logLevel`]: 'info' })[0], plainNew[1]],
  ])('%s', (_name, message, headers) => {
    expect(readPlainToolCall(message, headers)).toBeNull();
  });

  test.each([null, undefined, 3, 'text', [], {}])('%j', (message) => {
    expect(readPlainToolCall(message, plainOld[1])).toBeNull();
  });
});

test('whatever is changed in a message, the fast path and the SDK never differ', async () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      'x',
      0,
      -1,
      1.5,
      2 ** 60,
      true,
      [],
      {},
      [{}],
      { form: {} },
      { x: 'y' },
    ),
    fc.string(),
  );
  const field = fc.constantFrom(
    ...[
      'jsonrpc',
      'id',
      'params',
      'name',
      'arguments',
      '_meta',
      'progressToken',
      'platform',
      'query',
      'more',
    ],
    ...['clientInfo', 'clientCapabilities', 'protocolVersion', 'logLevel'].map((name) => META + name),
    ...['elicitation', 'sampling', 'roots', 'form', 'title', 'version'],
  );
  const calls = fc.constantFrom(...CALLS.flatMap(([, params]) => [older(params), newer(params)]));
  await fc.assert(
    fc.asyncProperty(
      calls,
      fc.array(fc.tuple(field, odd), { maxLength: 2 }),
      ([message, headers], changes) => {
        const changed = changes.reduce((text, [name, value]) => withField(text, name, value), message);
        return expectTheSame([changed, headers]);
      },
    ),
    { numRuns: 300 },
  );
});

/** Sets the field everywhere it occurs, and everywhere it could. */
function withField(message: Message, name: string, value: unknown): Message {
  const { params } = message as { params: Message };
  if (params === null || typeof params !== 'object') return message;
  if (['jsonrpc', 'id', 'params'].includes(name)) return { ...message, [name]: value };
  if (['name', 'arguments', '_meta', 'more'].includes(name)) {
    return { ...message, params: { ...params, [name]: value } };
  }
  const within = ['platform', 'query'].includes(name) ? 'arguments' : '_meta';
  const part = (params[within] ?? {}) as Message;
  const capabilities = `${META}clientCapabilities`;
  const info = `${META}clientInfo`;
  if (['elicitation', 'sampling', 'roots'].includes(name)) {
    return withField(message, capabilities, { ...(part[capabilities] as Message), [name]: value });
  }
  if (name === 'form') return withField(message, capabilities, { elicitation: { form: value } });
  if (['title', 'version'].includes(name)) {
    return withField(message, info, { ...(part[info] as Message), [name]: value });
  }
  return { ...message, params: { ...params, [within]: { ...part, [name]: value } } };
}
