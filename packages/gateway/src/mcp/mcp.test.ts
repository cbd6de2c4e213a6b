// Tools for agents against a whole gateway, with the official client in both revisions of the protocol and with plain
// requests.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageVersion } from '../process/package-version.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';
import { questionIds } from './question-id.ts';
import { RESULT_BYTES_MAX, type ToolResult } from './tool-result.ts';

let gateway: TestGateway;
let platformCalls = 0;
let lastQuery: string | null = null;
/** The ids that the platform returns next. */
let ids: string[] = ['1', '2'];
/** What the platform answers when it is asked for a transcript. */
let transcript = '{}';
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: `${TEST_SETTINGS}mcp: { confirm_above: "0.5" }\n`,
    script: (asked) => {
      platformCalls++;
      if (asked.has('transcript')) return { text: transcript };
      lastQuery = asked.get('q');
      return { ids, cursor: 'next' };
    },
  });
});
afterAll(() => gateway.close());

type Message = { result?: ToolResult & Record<string, never>; error?: { message: string } };

/** One message of the older revision, whose answers are a stream with one event. */
async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function call(
  name: string,
  given: object = {},
  headers: Record<string, string> = {},
): Promise<ToolResult> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const response = await post(message, headers);
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return (JSON.parse(data) as Message).result!;
}

const search = (given: object = {}) => call('find_videos', { platform: 'scripted', ...given });
const textOf = (result: ToolResult) => result.content[0]!.text;
const charged = (result: ToolResult) => result.structuredContent!.charged;

describe.each(['auto', '2025-11-25'] as const)('the official client, revision %s', (revision) => {
  test('lists the tools with the prices of this key, and buys a search', async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: revision === 'auto' ? { mode: 'auto' } : { mode: 'legacy' } },
    );
    const requestInit = { headers: { authorization: `Bearer ${gateway.key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }));
    expect(client.getServerVersion()).toMatchObject({ name: 'reelgate', version: packageVersion() });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'find_videos',
      'get_video',
      'list_author_videos',
      'list_comments',
      'find_authors',
      'list_popular_videos',
      'list_related_videos',
      'get_playlist',
      'list_playlist_videos',
      'get_transcript',
      'read_videos',
      'quote',
      'account',
      'receipt',
      'platforms',
      'collect',
      'read_collection',
      'cancel_collection',
      'watch',
      'what_is_new',
      'change_watch',
      'explain_tool',
    ]);
    expect(tools[0]!.description).toMatch(/ Price: \S+ to \S+ per call\.$/);
    const keyword = `by client ${revision}`;
    const result = await client.callTool({
      name: 'find_videos',
      arguments: { platform: 'scripted', keyword, more: { sort: 'newest' } },
    });
    expect(result.structuredContent).toMatchObject({ charged: '0.012000', repeated: false });
    // The same question with its arguments beside each other, as the full list has them.
    const again = await client.callTool({
      name: 'find_videos',
      arguments: { platform: 'scripted', keyword, sort: 'newest' },
    });
    expect(again.structuredContent).toMatchObject({ charged: '0.000000', repeated: true });
    await client.close();
  });
});

describe('a question', () => {
  test('the old name of the keyword still works, is the same question, and is refused together with the new one', async () => {
    const [first, second] = [await search({ query: 'old name' }), await search({ keyword: 'old name' })];
    expect([charged(first), charged(second)]).toEqual(['0.012000', '0.000000']);
    expect((await search({ query: 'a', keyword: 'b' })).isError).toBe(true);
  });

  test('that is repeated without an id is charged once and asks the platform once', async () => {
    const before = platformCalls;
    const [first, second] = [
      await search({ keyword: 'twice' }),
      await search({ count: 10, keyword: 'twice' }),
    ];
    expect([charged(first), charged(second)]).toEqual(['0.012000', '0.000000']);
    expect(second.structuredContent).toMatchObject({ repeated: true, items: first.structuredContent!.items });
    expect(platformCalls - before).toBe(1);
  });

  test('that was paid under the id of the previous window is answered under that id, free', async () => {
    const query = `before ${Math.random()}`;
    const question = {
      platform: 'scripted',
      action: 'search_video_v2',
      query: { keyword: query, count: '10' },
    };
    const payer: string = (await gateway.ask('/api/account/v1/key')).body.key.id;
    let [asked, result]: [string | null, ToolResult | null] = [null, null];
    const before = platformCalls;
    // Repeated when a window ends in between.
    for (const windowNow = () => Math.floor(Date.now() / 600_000); asked === null; ) {
      const began = windowNow();
      const [id] = questionIds(Date.now(), { payer, tool: 'find_videos', question }).twins;
      await search({ keyword: query, request_id: id });
      result = await search({ keyword: query });
      if (windowNow() === began) asked = id!;
    }
    expect(result!.structuredContent).toMatchObject({
      request_id: asked,
      charged: '0.000000',
      repeated: true,
    });
    expect(platformCalls).toBe(before + 1);
  });

  test('with a lone surrogate reaches the platform as well-formed text', async () => {
    await search({ keyword: 'half \ud83d' });
    expect(lastQuery).toBe('half \ufffd');
  });

  test('of another key is another question', async () => {
    const first = await search({ keyword: 'two keys' });
    const other = await gateway.newKey();
    const response = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'find_videos', arguments: { platform: 'scripted', keyword: 'two keys' } },
      },
      { authorization: `Bearer ${other.secret}` },
    );
    const second = /"request_id":"([^"]+)"/.exec(await response.text())![1];
    expect(second).not.toBe(first.structuredContent!.request_id);
  });

  test('has an id, under which the receipt shows the charge', async () => {
    const { request_id } = (await search({ keyword: 'receipt' })).structuredContent as { request_id: string };
    expect((await call('receipt', { request_id })).structuredContent).toMatchObject({
      known: true,
      state: 'settled',
      charged: '0.012000',
      answer_kept: true,
    });
    expect((await call('receipt', { request_id: 'never' })).structuredContent).toMatchObject({
      known: false,
    });
  });

  test('may be asked afresh under an id of its own, but not without one', async () => {
    await search({ keyword: 'fresh' });
    const refused = await search({ keyword: 'fresh', fresh: true });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining('needs a `request_id`'),
    ]);
    expect(charged(await search({ keyword: 'fresh', fresh: true, request_id: 'fresh-1' }))).toBe('0.012000');
  });
});

describe('an answer', () => {
  test('is at most 16 kB, says how to get the rest free, and every part of the rest follows', async () => {
    ids = Array.from({ length: 50 }, (_, i) => `${i}-${'猫'.repeat(120)}`);
    const given = { keyword: 'long', count: 50, detail: 'full' };
    const first = await search(given);
    const { request_id } = first.structuredContent as { request_id: string };
    const seen: string[] = [];
    let parts = 0;
    for (let part = first; ; parts++) {
      expect(Buffer.byteLength(textOf(part))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
      expect(Buffer.byteLength(JSON.stringify(part.structuredContent))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
      const { items, next_skip } = part.structuredContent as { items: { id: string }[]; next_skip?: number };
      seen.push(...items.map(({ id }) => id));
      expect(charged(part)).toBe(parts === 0 ? '0.012000' : '0.000000');
      if (next_skip === undefined) break;
      expect(textOf(part)).toContain(
        `${ids.length - seen.length} more in this answer: repeat with request_id "${request_id}" and skip ${next_skip}, free.`,
      );
      part = await search({ ...given, skip: next_skip, request_id });
    }
    // A third part needs the position of the second one, not of the first.
    expect(parts).toBeGreaterThan(1);
    expect(seen).toEqual(ids);
    ids = ['1', '2'];
  });

  test('has the same facts in its text as in its fields', async () => {
    const result = await search({ keyword: 'facts' });
    const { items, next_cursor, request_id } = result.structuredContent as {
      items: { id: string }[];
      next_cursor: string;
      request_id: string;
    };
    const lines = textOf(result).split('\n');
    expect(lines).toHaveLength(items.length + 1);
    for (const [i, { id }] of items.entries()) expect(lines[i]!.startsWith(id)).toBe(true);
    expect(lines.at(-1)).toContain(`id ${request_id} · next cursor ${next_cursor}`);
    expect(charged(await search({ keyword: 'facts', cursor: next_cursor }))).toBe('0.012000');
  });
});

describe('a transcript', () => {
  /** Four cues a minute, of about 120 bytes in either form. */
  const CUES = 480;
  const at = (seconds: number) => {
    const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
    return [h, m, s].map((part) => String(part).padStart(2, '0')).join(':');
  };
  const vtt = Array.from(
    { length: CUES },
    (_, i) => `${at(i * 15)}.000 --> ${at(i * 15 + 15)}.000\ncue ${i} ${'猫'.repeat(20)}\n`,
  ).join('\n');
  const get = (given: object) => call('get_transcript', { platform: 'scripted', id: 'talk', ...given });
  interface Part {
    items: { at: string; text: string }[];
    next_skip?: number;
    request_id: string;
  }
  const partOf = (result: ToolResult) => result.structuredContent as unknown as Part;
  const said = (result: ToolResult) => partOf(result).items.map(({ text }) => text.split(' 猫')[0]);

  beforeAll(() => {
    transcript = JSON.stringify({ vtt: `WEBVTT\n\n${vtt}` });
  });

  test('comes in parts of 16 kB: the first is paid, the others are free, and no cue is lost', async () => {
    const { balance } = await gateway.money();
    const before = platformCalls;
    const seen: unknown[] = [];
    let parts = 0;
    for (let skip: number | undefined = 0; skip !== undefined; parts++) {
      const part = await get(parts === 0 ? {} : { skip });
      expect(Buffer.byteLength(textOf(part))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
      expect(Buffer.byteLength(JSON.stringify(part.structuredContent))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
      expect(charged(part)).toBe(parts === 0 ? '0.008000' : '0.000000');
      seen.push(...said(part));
      skip = partOf(part).next_skip;
    }
    expect(parts).toBeGreaterThan(2);
    expect(seen).toEqual(Array.from({ length: CUES }, (_, i) => `cue ${i}`));
    expect(platformCalls - before).toBe(1);
    expect(balance - (await gateway.money()).balance).toBe(8_000);
  });

  test.each([
    // Half a minute before 12:30 is 12:00, where cue 47 ends.
    ['12:30', 48, '12:00'],
    ['750', 48, '12:00'],
    ['1:30:00', 358, '1:29:30'],
    ['0:10', 0, '0:00'],
    // After the end: the last cue.
    ['9:00:00', CUES - 1, '1:59:45'],
  ])('around %s begins half a minute before it, free', async (around, cue, time) => {
    const part = await get({ around });
    expect([said(part)[0], partOf(part).items[0]!.at]).toEqual([`cue ${cue}`, time]);
    expect(charged(part)).toBe('0.000000');
    const { next_skip } = partOf(part);
    // What follows a part around a moment continues it.
    if (next_skip !== undefined) expect(said(await get({ skip: next_skip }))[0]).toBe(`cue ${next_skip}`);
    expect(next_skip ?? CUES).toBe(cue + said(part).length);
  });

  test.each(['noon', '-1', '1:2:3:4', '12:30.5', ''])(
    'around "%s" is refused for nothing',
    async (around) => {
      const { balance } = await gateway.money();
      const result = await get({ around });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('around')]);
      expect((await gateway.money()).balance).toBe(balance);
    },
  );
});

describe('an error', () => {
  test.each([
    ['an argument that is missing', 'find_videos', { platform: 'scripted' }, 'keyword is required'],
    [
      'an argument that nobody knows',
      'find_videos',
      { platform: 'scripted', keyword: 'a', limit: 3 },
      'limit is not a field here',
    ],
    [
      'a platform that is not there',
      'find_videos',
      { platform: 'nowhere', keyword: 'a' },
      'PLATFORM_NOT_FOUND',
    ],
    [
      'an amount that is none',
      'find_videos',
      { platform: 'scripted', keyword: 'a', max_price: 'much' },
      'max_price',
    ],
    ...['', 'two words', 'line\nend', 'zero\0', '\ud800', 'x'.repeat(256)].map(
      (request_id): [string, string, object, string] => [
        `the id ${JSON.stringify(request_id).slice(0, 12)}`,
        'find_videos',
        { platform: 'scripted', keyword: 'a', request_id },
        'request_id',
      ],
    ),
    [
      'words that are none',
      'find_videos',
      { platform: 'scripted', keyword: '  ' },
      'INVALID_REQUEST: keyword: must not be empty',
    ],
    ...[
      ['find_videos', { platform: 'scripted', keyword: 'zero\0' }],
      ['get_video', { platform: 'scripted', id: '\0' }],
      ['read_collection', { id: 'col_\0' }],
      ['collect', { tool: 'find_videos', arguments: { platform: 'scripted', keyword: '\0' }, budget: '1' }],
    ].map(([name, given]): [string, string, object, string] => [
      `a NUL in an argument of ${name}`,
      name as string,
      given as object,
      'must not contain NUL',
    ]),
    [
      'a cursor of another search',
      'find_videos',
      { platform: 'scripted', keyword: 'a', cursor: 'mine' },
      'INVALID_CURSOR: Send the cursor of the last answer unchanged',
    ],
    ['a tool that is not there', 'buy_all', {}, 'There is no such tool'],
  ])('for %s says what, that nothing was charged, what to do and when', async (_, name, given, what) => {
    const before = await gateway.money();
    const result = await call(name, given);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(what);
    expect(JSON.stringify(result)).not.toMatch(/pcursor/);
    expect(textOf(result)).toMatch(/nothing was charged · change the arguments( · id |$)/);
    expect(await gateway.money()).toEqual(before);
  });

  test('above the price limit of the caller names the price; nothing is charged', async () => {
    const result = await search({ keyword: 'dear', max_price: '0.001' });
    expect(result._meta!['reelgate/problem']).toMatchObject({ code: 'PRICE_CEILING', price: '0.012000' });
  });
});

describe('the route', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  test.each([
    ['no key', { authorization: '' }, 401],
    ['a wrong key', { authorization: 'Bearer wrong' }, 401],
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
  ])('refuses %s as HTTP does', async (_, headers, status) => {
    expect((await post(list, headers)).status).toBe(status);
  });

  test('lists what the client chooses, else what the operator has set, and refuses a tool that nobody knows', async () => {
    const listed = async (query: string) => {
      const headers = {
        authorization: `Bearer ${gateway.key}`,
        accept: 'application/json, text/event-stream',
      };
      const asked = {
        method: 'POST',
        headers: { ...headers, 'mcp-protocol-version': '2025-11-25' },
        body: list,
      };
      const { status, text } = await gateway.ask(`/mcp${query}`, asked);
      if (status !== 200) return [status, JSON.parse(text).detail];
      const { tools } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!).result;
      return [tools.length, tools.filter((one: object) => 'outputSchema' in one).length];
    };
    expect(await listed('')).toEqual([22, 0]);
    expect(await listed('?tools=account')).toEqual([5, 5]);
    expect(await listed('?tools=short,find_videos&tools=quote')).toEqual([22, 2]);
    expect(await listed('?tools=buy_all')).toEqual([400, expect.stringContaining('buy_all')]);
    gateway.reload({ ...gateway.config, mcp: { ...gateway.config.mcp, tools: 'all' } });
    expect([await listed(''), await listed('?tools=short')]).toEqual([
      [22, 22],
      [22, 0],
    ]);
    gateway.reload(gateway.config);
  });

  test('accepts one message at a time, and none larger than a question', async () => {
    expect((await post([list, list])).status).toBe(400);
    expect((await post({ ...list, params: { x: 'x'.repeat(70_000) } })).status).toBe(413);
  });

  test('accepts only POST, and announces no sign-in of its own', async () => {
    expect((await fetch(`${gateway.url}/mcp`)).status).toBe(405);
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server']) {
      expect((await fetch(`${gateway.url}/.well-known/${name}`)).status).toBe(404);
    }
  });
});

test('a quote shows what calls would cost and leave, and changes nothing', async () => {
  const before = await gateway.money();
  const { structuredContent: facts } = await call('quote', {
    tool: 'find_videos',
    platform: 'scripted',
    calls: 3,
  });
  expect(facts).toMatchObject({ most: '0.036000', most_per_call: '0.012000', currency: 'USD' });
  expect(Math.round(Number(facts!.balance_after) * 1e6)).toBe(before.balance - 36_000);
  expect(await gateway.money()).toEqual(before);
  expect((await call('quote', { tool: 'find_videos', platform: 'nowhere' })).isError).toBe(true);
});

test('the account shows what is left of every cap of the key, and what was spent today', async () => {
  const { secret } = await gateway.newKey({ daily_cap: '1', total_cap: '5' });
  await call(
    'find_videos',
    { platform: 'scripted', keyword: 'under a cap' },
    { authorization: `Bearer ${secret}` },
  );
  const result = await call('account', {}, { authorization: `Bearer ${secret}` });
  const { caps, spent_today } = result.structuredContent as { caps: object[]; spent_today: string };
  expect(caps).toMatchObject([
    { scope: 'key', window: 'day', limit: '1.000000', left: '0.988000' },
    { scope: 'key', window: 'total', limit: '5.000000', left: '4.988000' },
  ]);
  expect(Number(spent_today)).toBeGreaterThanOrEqual(0.012);
  expect(textOf(result)).toContain(`spent today ${spent_today}`);
  expect(textOf(result)).toContain('key cap, total: 4.988000 left of 5.000000');
});

describe('chosen records of a paid answer', () => {
  test('are read whole, free, and without asking the platform', async () => {
    const { request_id } = (await search({ keyword: 'read later' })).structuredContent as {
      request_id: string;
    };
    const [before, asked] = [await gateway.money(), platformCalls];
    const result = await call('read_videos', { request_id, ids: ['2', 'nobody'] });
    expect(result.structuredContent).toMatchObject({
      items: [{ id: '2' }],
      not_shown: [],
      missing: ['nobody'],
    });
    expect(textOf(result)).toMatch(/^platform: scripted\nid: 2\n/);
    expect([await gateway.money(), platformCalls]).toEqual([before, asked]);
  });

  test('of an unknown id, or of another account, are not found', async () => {
    const result = await call('read_videos', { request_id: 'never', ids: ['1'] });
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('NOT_FOUND')]);
  });

  test('are refused to a key that could not have bought them', async () => {
    const { request_id } = (await search({ keyword: 'not for all' })).structuredContent as {
      request_id: string;
    };
    const read = async (limits: object) => {
      const { secret } = await gateway.newKey(limits);
      const headers = { authorization: `Bearer ${secret}` };
      return textOf(await call('read_videos', { request_id, ids: ['1'] }, headers));
    };
    expect(await read({ groups: ['u2'] })).toContain('FORBIDDEN');
    expect(await read({ platforms: ['library'] })).toContain('NOT_FOUND');
    expect(await read({})).not.toContain('NOT_FOUND');
  });
});

describe("a price above the operator's limit", () => {
  const dear = { name: 'find_videos', arguments: { platform: 'scripted', keyword: '', count: 10 } };
  beforeAll(() =>
    gateway.reload({ ...gateway.config, mcp: { ...gateway.config.mcp, confirmAbove: '0.01' } }),
  );
  afterAll(() => gateway.reload(gateway.config));

  async function connected(answer: 'accept' | 'decline' | null) {
    const capabilities = answer === null ? {} : { elicitation: { form: {} } };
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities, versionNegotiation: { mode: 'auto' } },
    );
    const asked: string[] = [];
    if (answer !== null) {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params.message);
        return answer === 'accept' ? { action: 'accept', content: { pay: true } } : { action: 'decline' };
      });
    }
    const requestInit = { headers: { authorization: `Bearer ${gateway.key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit }));
    const buy = async (query: string) => {
      const result = await client.callTool({ ...dear, arguments: { ...dear.arguments, keyword: query } });
      await client.close();
      return result as ToolResult;
    };
    return { asked, buy };
  }

  test('is shown to the user in a form, and paid once the user agrees', async () => {
    const { asked, buy } = await connected('accept');
    const before = await gateway.money();
    const result = await buy('agreed');
    expect(asked).toEqual(['find_videos on scripted may cost up to 0.012000 USD. Pay it?']);
    expect(charged(result)).toBe('0.012000');
    expect((await gateway.money()).balance).toBe(before.balance - 12_000);
  });

  test('is not paid when the user declines', async () => {
    const { buy } = await connected('decline');
    const before = await gateway.money();
    expect(textOf(await buy('declined'))).toMatch(/DECLINED: .*nothing was charged · do not repeat it/);
    expect(await gateway.money()).toEqual(before);
  });

  test('needs max_price where no form can be shown, which the model sends after asking', async () => {
    const { buy } = await connected(null);
    expect(textOf(await buy('no form'))).toContain('Ask the user, then repeat it with max_price "0.012000"');
    expect(charged(await search({ keyword: 'no form', max_price: '0.012' }))).toBe('0.012000');
  });

  test('is not asked about when the key itself may not pay it', async () => {
    gateway.reload({ ...gateway.config, mcp: { ...gateway.config.mcp, confirmAbove: '0.02' } });
    const { secret } = await gateway.newKey({ max_call: '0.01' });
    const given = { platform: 'scripted', keyword: 'key ceiling' };
    const result = await call('find_videos', given, { authorization: `Bearer ${secret}` });
    expect(textOf(result)).toContain('This key may not pay that much for one call.');
  });
});

test('free tools show the balance, and the platforms with their prices', async () => {
  expect((await call('account')).structuredContent).toMatchObject({
    currency: 'USD',
    held: '0.000000',
    caps: [],
    confirm_above: '0.5',
  });
  expect(textOf(await call('platforms'))).toContain('scripted (ok): video.search 0.012000 per call');
  // The price of a search over many platforms is the sum of its platforms, not the price of each.
  expect(textOf(await call('platforms', { platform: 'all' }))).toMatch(
    /^all \(ok\): video\.search \S+ per call(, (author\.search|video\.popular) \S+ per call)*$/,
  );
});
