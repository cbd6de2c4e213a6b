// `search` against a small HTTP server that answers like a gateway.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../../terminal/world.ts';
import { TestCli } from '../testing/cli.ts';
import { FakeGateway, type SeenRequest, sendJson, sendProblem } from '../testing/gateway.ts';

let cli: TestCli;
let gateway: FakeGateway;
let seen: SeenRequest[];

beforeEach(async () => {
  cli = new TestCli();
  gateway = new FakeGateway((one, response) => sendJson(response, pageOf(one)));
  ({ seen } = gateway);
  await gateway.open(cli);
});
afterEach(async () => {
  await gateway.close();
  await cli.close();
});

/** Three pages; the cursor is the page number. */
function pageOf({ url, id }: SeenRequest) {
  const page = Number(url.searchParams.get('pcursor') ?? '1');
  return {
    request_id: id,
    items: [
      {
        rank: page,
        title: '夜の空\u001b[31m',
        author: { name: 'Ann', handle: null },
        published_at: '2026-01-02T03:04:05.000Z',
        published_text: null,
        duration_ms: 3_725_000,
        stats: { views: 1234 },
        url: `https://v.example/${page}`,
      },
    ],
    pcursor: page === 3 ? 'no_more' : String(page + 1),
    has_more: page < 3,
    receipt: { charged: '0.012000', currency: 'USD', source: 'live', balance: '9.9' },
  };
}

test('pages are walked to the end, each with its own request id', async () => {
  const { code, out, err } = await cli.run(
    'search',
    'library',
    '夜の空',
    '--pages',
    '9',
    '--request-id',
    'r',
    '--count',
    '1',
  );
  expect({ code, err }).toEqual({ code: EXIT.ok, err: '' });
  expect(seen.map(({ id }) => id)).toEqual([
    'r',
    expect.stringMatching(/^r\.\w+$/),
    expect.stringMatching(/^r\.\w+$/),
  ]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(3);
  expect(seen.map(({ url }) => url.searchParams.get('pcursor'))).toEqual([null, '2', '3']);
  expect(seen[0]!.url.pathname).toBe('/api/u1/v1/library/app/search_video_v2');
  expect(seen[0]!.url.searchParams.get('keyword')).toBe('夜の空');
  expect(seen[0]!.authorization).toBe('Bearer rgk_live_test');
  expect(out).toMatch(/1 {2}夜の空 \[31m {2}Ann +2026-01-02 +1:02:05 +1234 {2}https:\/\/v\.example\/1/);
  expect(out).toContain('Total charged: 0.036000 USD');
  expect(out).not.toContain('\u001b');
  expect(out).not.toContain('rgk_live_test');
});

test('what items of the library have of the keyword is a column, and there is none where no item says it', async () => {
  const { out } = await cli.run('search', 'library', 'sky', '--pages', '1');
  expect(out).not.toContain('match');
  gateway.answer = (one, response) => {
    const page = pageOf(one);
    const [item] = page.items;
    sendJson(response, {
      ...page,
      items: [{ ...item, match: 'exact' }, { ...item, match: 'most_words' }, item],
    });
  };
  const told = await cli.run('search', 'library', 'sky', '--pages', '1');
  expect(told.out).toMatch(/# +match +title/);
  expect(told.out).toMatch(/1 +exact +夜の空[\s\S]*1 +most_words +夜の空[\s\S]*1 +– +夜の空/);
});

test('variant, group and another gateway can be chosen', async () => {
  const url = cli.world.config(null).service.publicUrl;
  cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
  const argv = [
    'search',
    'a/b',
    'x',
    '--variant',
    'economy',
    '--group',
    'u2',
    '--key',
    'other',
    '--url',
    url,
  ];
  expect((await cli.run(...argv)).code).toBe(EXIT.ok);
  expect(seen[0]!.url.pathname).toBe('/api/u2/v1/a%2Fb/app/search_video');
  expect(seen[0]!.authorization).toBe('Bearer other');
  expect(seen[0]!.id).toMatch(/^cli-\w{20}$/);
});

test('JSON keeps the digits of large numbers', async () => {
  gateway.answer = (one, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ ...pageOf(one), raw: 0 }).replace('"raw":0', '"raw":{"id":7300000000000000001}'),
    );
  };
  const { code, out } = await cli.run(
    'search',
    'library',
    'x',
    '--group',
    'u2',
    '--request-id',
    'r',
    '--json',
  );
  expect(code).toBe(EXIT.ok);
  expect(out).toContain('7300000000000000001');
  expect(JSON.parse(out)).toMatchObject({
    platform: 'library',
    keyword: 'x',
    receipts: [{ page: 1, request_id: 'r', charged: '0.012000', is_replay: false }],
    total_charged: '0.012000',
    problem: null,
    pages: [{ request_id: 'r' }],
  });
});

test.each([[], ['--json']])(
  'a page that could not be written leaves its receipt on standard error (%j)',
  async (...flags) => {
    gateway.answer = (one, response) => {
      if (seen.length === 2) cli.outputLoss = 'EPIPE';
      sendJson(response, pageOf(one));
    };
    const { code, out, err } = await cli.run(
      'search',
      'library',
      'x',
      '--pages',
      '3',
      '--request-id',
      'r',
      ...flags,
    );
    expect(code).toBe(EXIT.ok);
    // The third page would have been paid and never printed.
    expect(seen).toHaveLength(2);
    expect(out).not.toContain(seen[1]!.id!);
    expect(err).toMatch(/1 {2}r +0\.012000 {2}live/);
    expect(err).toMatch(/2 {2}r\.\w+ +0\.012000 {2}live/);
    expect(err).toContain('Total charged: 0.024000 USD');
  },
);

test('a search stops before the page that would pass its budget', async () => {
  gateway.answer = (one, response) =>
    Number(one.url.searchParams.get('max_price')) < 0.012
      ? sendProblem(response, problem('PRICE_CEILING', 'fix'))
      : sendJson(response, pageOf(one));
  const { code, out, err } = await cli.run('search', 'library', 'x', '--pages', '3', '--budget', '0.03');
  expect({ code, err }).toEqual({ code: EXIT.ok, err: 'Stopped: the next page would exceed the budget.\n' });
  expect(out).toContain('Total charged: 0.024000 USD');
  expect((await cli.run('search', 'library', 'x', '--budget', 'much')).code).toBe(EXIT.usage);
});

test('a replayed page costs nothing', async () => {
  gateway.answer = (one, response) =>
    sendJson(response, pageOf(one), { 'x-reelgate-replayed': 'true', 'x-reelgate-charged': '0.000000' });
  const { out } = await cli.run('search', 'library', 'x', '--request-id', 'r');
  expect(out).toContain('replay');
  expect(out).toContain('Total charged: 0.000000 USD');
});

test('a lost connection is tried once more with the same id', async () => {
  gateway.answer = (one, response, request) =>
    seen.length === 1 ? request.socket.destroy() : sendJson(response, pageOf(one));
  const { code } = await cli.run('search', 'library', 'x');
  expect(code).toBe(EXIT.ok);
  expect(seen).toHaveLength(2);
  expect(seen[0]!.id).toBe(seen[1]!.id);
});

test('a connection lost twice names the id to ask again with', async () => {
  gateway.answer = (_one, _response, request) => request.socket.destroy();
  const { code, err } = await cli.run('search', 'library', 'x', '--request-id', 'r-9');
  expect({ code, tries: seen.length }).toEqual({ code: EXIT.unavailable, tries: 2 });
  expect(err).toMatch(/^error: the connection .* --request-id r-9, which never charges twice\n$/);
});

function problem(code: string, next: string) {
  return {
    title: 'No money.',
    detail: 'Top up.',
    code,
    next,
    request_id: 'r',
    charged: '0.000000',
    // Longer than the command's timeout.
    retry_after_ms: 60_000,
  };
}

test.each([
  ['INSUFFICIENT_BALANCE', 'top_up', EXIT.no],
  ['INVALID_REQUEST', 'fix', EXIT.usage],
  ['UPSTREAM_BUSY', 'wait', EXIT.unavailable],
])('%s is explained and ends with %s: %i', async (code, next, exitCode) => {
  gateway.answer = (_one, response) => sendProblem(response, problem(code, next));
  const ran = await cli.run('search', 'library', 'x');
  expect({ code: ran.code, out: ran.out }).toEqual({ code: exitCode, out: '' });
  expect(ran.err).toContain(`error: No money. Top up. (${code})\nNext: `);
  expect(ran.err).toContain('Not before 60 s.');
});

test('what was paid for is shown also when a later page fails', async () => {
  gateway.answer = (one, response) =>
    seen.length === 1
      ? sendJson(response, pageOf(one))
      : sendProblem(response, problem('UPSTREAM_ERROR', 'retry'));
  const { code, out } = await cli.run('search', 'library', 'x', '--pages', '3', '--json');
  expect(code).toBe(EXIT.unavailable);
  expect(JSON.parse(out)).toMatchObject({ total_charged: '0.012000', problem: { code: 'UPSTREAM_ERROR' } });
});

/** An address without a listener. */
async function nowhere(): Promise<string> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return `127.0.0.1:${port}`;
}

test('a server that is no gateway, or none at all, is code 3', async () => {
  gateway.answer = (_one, response) => response.end('<html>');
  expect((await cli.run('search', 'library', 'x')).err).toContain('does not answer like a Reelgate gateway');
  const address = await nowhere();
  const away = await cli.run('search', 'library', 'x', '--url', `http://${address}`);
  const told = `error: cannot reach the gateway at http://${address} (ECONNREFUSED); if it listens elsewhere, `;
  expect(away).toEqual({
    code: EXIT.unavailable,
    out: '',
    err: `${told}give another --url, or none to use the configuration\n`,
  });
  cli.write('reelgate.yaml', `service: { public: "${address}" }\n`);
  expect((await cli.run('search', 'library', 'x')).err).toBe(
    `${told}set REELGATE_PUBLIC and REELGATE_ADMIN to its addresses\n`,
  );
  const file = cli.write('reelgate.yaml', `service: { public_url: "http://${address}" }\n`);
  expect((await cli.run('search', 'library', 'x')).err).toBe(
    `${told}--url names another address; this one is service.public_url in ${file}\n`,
  );
});

test('a redirect is not followed, so the key stays here', async () => {
  gateway.answer = (_one, response) => {
    response.writeHead(302, { location: '/elsewhere' });
    response.end('{}');
  };
  expect((await cli.run('search', 'library', 'x')).code).toBe(EXIT.unavailable);
  expect(seen).toHaveLength(1);
});

test('a missing key, or an invalid key, id or URL, is wrong use', async () => {
  expect((await cli.run('search', 'library', 'x', '--url', 'ftp://x')).code).toBe(EXIT.usage);
  expect((await cli.run('search', 'library', 'x', '--request-id', 'ä b')).code).toBe(EXIT.usage);
  cli.world.apiKey = 'two\nlines';
  expect((await cli.run('search', 'library', 'x')).err).toBe(
    'error: the key must be visible ASCII without spaces\n',
  );
  cli.world.apiKey = null;
  expect((await cli.run('search', 'library', 'x')).code).toBe(EXIT.usage);
  expect(seen).toEqual([]);
});

test('a ceiling goes with every page, and one that is no amount is refused here', async () => {
  await cli.run('search', 'library', 'x', '--pages', '2', '--max-price', '0.02');
  expect(seen.map(({ url }) => url.searchParams.get('max_price'))).toEqual(['0.02', '0.02']);
  expect((await cli.run('search', 'library', 'x', '--max-price', '-1')).code).toBe(EXIT.usage);
});

test('a quote is asked for with path, count and pages, and shown', async () => {
  const row = {
    ...{ path: '/p', unit: 'item', unit_price: '0.001000', minimum: '0.004000', most: '0.020000' },
    ...{ free_per_day: 3, currency: 'USD', catalog_version: 2, balance: '9.9', balance_after: null },
    ...{ calls_affordable: 4, quote: 'sealed', valid_until: '2026-11-15T12:15:00.000Z' },
    caps: [{ scope: 'key', window: 'day', left: '0.080000' }],
  };
  gateway.answer = (_one, response) => sendJson(response, row);
  const { code, out } = await cli.run('quote', '/p?keyword=x', '--count', '5', '--pages', '4');
  expect(code).toBe(EXIT.ok);
  expect(`${seen[0]!.url.pathname}${seen[0]!.url.search}`).toBe(
    '/api/pricing/v1/quote?path=%2Fp%3Fkeyword%3Dx&count=5&pages=4',
  );
  for (const text of ['0.001000 USD per item', '0.020000 USD', 'not enough', '0.080000 USD left', 'sealed']) {
    expect(out).toContain(text);
  }
  expect(await cli.json('quote', '/p')).toEqual(row);
  gateway.answer = (_one, response) =>
    sendJson(
      response,
      { title: 'T', detail: 'd', code: 'ENDPOINT_NOT_FOUND', next: 'fix' },
      {},
      'application/problem+json',
    );
  expect(await cli.run('quote', '/nowhere')).toMatchObject({ code: EXIT.no });
});
