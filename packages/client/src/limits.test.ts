// Limits of the client, one below, at and above each: what it waits for, what it remembers, and which calls share its budget.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Charge } from './index.ts';
import { client, cut, failure } from './testing/scripted-client.ts';
import { type Asked, json, pagesReply, problem, receipt } from './testing/scripted-fetch.ts';

const SEARCH = { platform: 'library', keyword: 'cat' };
const GET = { platform: 'library', id: '1' };

const video = () => json({ item: { id: '1' }, receipt: receipt() });
const replay = () => json({ item: { id: '1' }, receipt: receipt() }, 200, { 'x-reelgate-replayed': 'true' });

/** The codes of `fetch` after which nothing was sent, and others after which the gateway may have charged the call. */
const NEVER_SENT = ['ECONNREFUSED', 'ConnectionRefused', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
const MAYBE_SENT = [
  ...[
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETDOWN',
    'EPROTO',
    'ConnectionClosed',
  ],
  ...[
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_CLOSED',
    'UND_ERR_ABORTED',
  ],
  ...['econnrefused', 'ECONNREFUSED ', 'XENOTFOUND', 'EAI_AGAIN2', 'fetch failed', 'Connection refused'],
];
const failingBy: [string, (code: string) => () => never][] = [
  ['its cause', (code) => thrown(new TypeError('fetch failed', { cause: { code } }))],
  ['the error itself', (code) => thrown(Object.assign(new TypeError('failed'), { code }))],
  ['the text of its cause', (code) => thrown(new TypeError('fetch failed', { cause: new Error(code) }))],
];
const thrown = (error: Error) => () => {
  throw error;
};

interface Operation {
  operationId: string;
  parameters?: { name?: string }[];
}
const { paths } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

/** Routes that need no key: they are not asked by this client. */
const WITHOUT_KEY = /^\/api\/(test|pictures|library|feeds|showcase|account\/v1\/sign)/;

test('a call has a price ceiling exactly where the gateway takes one', async () => {
  const routes = Object.entries(paths).filter(
    ([route]) => /^\/api\//.test(route) && !WITHOUT_KEY.test(route),
  );
  const { reelgate, asked } = client([video], { budget: '1000' });
  for (const [route] of routes) await reelgate.request(route.replaceAll(/[{}]/g, ''));
  const takes = routes.map(([route, { get }]) => [
    route,
    get?.parameters?.some(({ name }) => name === 'max_price') === true,
  ]);
  const sent = asked.map(({ url }, at) => [routes[at]![0], url.searchParams.has('max_price')]);
  expect(sent).toEqual(takes);
});

test('pauses double up to eight seconds', async () => {
  const { reelgate, clock } = client([...Array<typeof cut>(8).fill(cut), video], { maxRetries: 8 });
  await reelgate.videos.get(GET);
  expect(clock.pauses).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test('the jitter on top of what the gateway asks for ends before the deadline', async () => {
  const { reelgate, clock } = client([
    () => problem('UPSTREAM_BUSY', 'wait', { retry_after_ms: 29_900 }),
    video,
  ]);
  // A longer pause would never end on this clock.
  await reelgate.videos.get(GET, { timeoutMs: 30_000 });
  expect(clock.pauses).toEqual([29_950]);
}, 10_000);

test('a gateway that asks to wait exactly until the deadline is not waited for', async () => {
  const { reelgate, clock } = client([() => problem('UPSTREAM_BUSY', 'wait', { retry_after_ms: 60_000 })]);
  expect((await failure(reelgate.videos.get(GET))).code).toBe('UPSTREAM_BUSY');
  expect(clock.pauses).toEqual([]);
});

test.each([
  [499, 'refused'],
  [500, 'unknown'],
])('a proxy that answers with status %i leaves the call %s', async (status, outcome) => {
  const { reelgate } = client([() => new Response('<html>', { status })], { maxRetries: 0 });
  expect((await failure(reelgate.videos.get(GET))).outcome).toBe(outcome);
});

test('a pause between two looks may be longer than the deadline of one call', async () => {
  const states = ['running', 'running', 'running', 'done'];
  const { reelgate } = client([() => json({ collection: { id: 'x_1', state: states.shift() } })]);
  expect(await reelgate.collections.wait('x_1', { timeoutMs: 100 })).toMatchObject({ state: 'done' });
});

/** The charges that a client reports for calls with these ids, of which some replies are lost. */
function charging(replies: Parameters<typeof client>[0]) {
  const charges: Charge[] = [];
  const { reelgate } = client(replies, { maxRetries: 0, onCharge: (charge) => charges.push(charge) });
  const get = (requestId?: string) =>
    reelgate.videos.get(GET, requestId === undefined ? {} : { requestId }).withResponse();
  return { charges, get };
}

test('a stored answer counts as charged once for a call in doubt, and always for an id of its own', async () => {
  const { charges, get } = charging([cut, replay]);
  await failure(get('mine'));
  const found = [await get('mine'), await get('mine'), await get('other'), await get()];
  expect(found.map(({ charged }) => charged)).toEqual(['0.012000', '0.000000', '0.000000', '0.012000']);
  expect(charges).toHaveLength(2);
});

test('the last thousand calls in doubt are remembered', async () => {
  const ids = Array.from({ length: 1_001 }, (_, at) => `call-${at}`);
  const { charges, get } = charging([...ids.map(() => cut), replay]);
  for (const id of ids) await failure(get(id));
  for (const id of ['call-0', 'call-1', 'call-1000']) await get(id);
  expect(charges.map(({ requestId }) => requestId)).toEqual(['call-1', 'call-1000']);
});

const BUDGET = '0.500000';
const ends = failingBy.flatMap(([where, failing]) => [
  ...NEVER_SENT.map((code) => ({ code, where, failing, outcome: 'not_sent', left: BUDGET })),
  ...MAYBE_SENT.map((code) => ({ code, where, failing, outcome: 'unknown', left: '0.000000' })),
]);

test.each(ends)(
  'a call whose connection failed with $code in $where is $outcome and leaves $left',
  async (row) => {
    const { reelgate, asked } = client([row.failing(row.code), video], { budget: BUDGET, maxRetries: 0 });
    expect((await failure(reelgate.videos.get(GET))).outcome).toBe(row.outcome);
    await reelgate.videos.get(GET).then(
      () => {},
      () => {},
    );
    expect(asked[1]!.url.searchParams.get('max_price')).toBe(row.left);
  },
);

test('a repeated call in doubt may cost what it may have cost before, and is counted once', async () => {
  const { reelgate, asked } = client([video, cut, video], { budget: '0.5', maxRetries: 0 });
  await reelgate.videos.get(GET);
  await failure(reelgate.videos.get(GET, { requestId: 'lost' }));
  await reelgate.videos.get(GET, { requestId: 'lost' });
  await reelgate.videos.get(GET);
  expect(asked.map(({ url }) => url.searchParams.get('max_price'))).toEqual([
    ...['0.500000', '0.488000', '0.488000', '0.476000'],
  ]);
});

test('a call that waits for its turn in the budget ends when its caller gives up, and is not sent', async () => {
  const slow = Promise.withResolvers<Response>();
  const { reelgate, asked } = client([() => slow.promise, video], { budget: '1' });
  const first = reelgate.videos.get(GET).withResponse();
  const second = await failure(reelgate.videos.get(GET, { signal: AbortSignal.abort() }));
  expect(second).toMatchObject({ code: 'ABORTED', outcome: 'not_sent' });
  slow.resolve(video());
  await first;
  expect(asked).toHaveLength(1);
}, 10_000);

test('what ends a call first is what it failed with', async () => {
  const controller = new AbortController();
  const { reelgate, clock } = client([
    () => {
      controller.abort();
      clock.passDeadlines();
      return new Promise<never>(() => {});
    },
  ]);
  expect((await failure(reelgate.videos.get(GET, { signal: controller.signal }))).code).toBe('ABORTED');
});

test('a walk says why it ended', async () => {
  const pageOf = (more: object) => () => json({ items: [], receipt: receipt(), ...more });
  const ends = [
    pageOf({ pcursor: 'again', end: 'more' }),
    pageOf({ pcursor: 'no_more', end: 'upstream_cap' }),
    pageOf({ pcursor: 'no_more' }),
  ].map(async (page) => {
    const walk = client([page]).reelgate.videos.search(SEARCH);
    for await (const _ of walk);
    return walk.end;
  });
  expect(await Promise.all(ends)).toEqual(['unknown', 'upstream_cap', 'exhausted']);
});

test('a walk that goes on with a larger budget has not ended', async () => {
  const dear = ({ url }: Asked) =>
    Number(url.searchParams.get('max_price')) < 0.5
      ? problem('PRICE_CEILING', 'fix', {}, 402)
      : pagesReply(2)({ url, headers: new Headers() } as Asked);
  const { reelgate } = client([dear]);
  const poor = reelgate.videos.search(SEARCH, { budget: '0.1' });
  for await (const _ of poor);
  const rich = reelgate.videos.resume(poor.checkpoint(), { budget: '2' });
  await rich[Symbol.asyncIterator]().next();
  expect([poor.end, rich.end]).toEqual(['budget', 'more']);
});

test('a walk that begins at a cursor asks for its first page with its own id', async () => {
  const { reelgate, ids } = client([pagesReply(3)]);
  for await (const _ of reelgate.videos.search({ ...SEARCH, pcursor: 'c1' }, { requestId: 'mine' }));
  expect(ids()).toEqual(['mine', expect.stringMatching(/^mine\../)]);
});

test('a checkpoint of another version is refused', async () => {
  const { reelgate } = client([pagesReply(2)]);
  const checkpoint = reelgate.videos.search(SEARCH).checkpoint();
  expect(() => reelgate.videos.resume(checkpoint.replace('"v":1', '"v":2'))).toThrow(/checkpoint/);
});
