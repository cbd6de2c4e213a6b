// The rules of the package, one test each, with a scripted network and a fake clock.
import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { type Charge, isReelgateError, Reelgate, ReelgateError } from './index.ts';
import { client, cut, failure, KEY } from './testing/scripted-client.ts';
import { type Asked, json, pagesReply, problem, receipt } from './testing/scripted-fetch.ts';

const SEARCH = { platform: 'library', keyword: '猫' };

const noListener = () => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
const video = () => json({ item: { id: '1' }, receipt: receipt() });

async function idsOf(walk: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of walk) ids.push(id);
  return ids;
}

test('a call is sent when it is first awaited, and once', async () => {
  const { reelgate, asked } = client([video]);
  const call = reelgate.videos.get({ platform: 'library', id: '1' });
  expect(asked).toEqual([]);
  const [first, second] = await Promise.all([call, call]);
  expect(first).toBe(second);
  expect(asked.map(({ url }) => url.href)).toEqual([
    'https://gateway.example/api/u1/v1/library/app/get_video_v2?id=1',
  ]);
});

test('a request carries the key and the request id and no other header of ours', async () => {
  const { reelgate, asked } = client([video]);
  await reelgate.videos.get({ platform: 'library', id: '1' });
  expect([...asked[0]!.headers.keys()]).toEqual(['authorization', 'x-reelgate-request-id']);
});

test('a quote travels with the call that it is for', async () => {
  const { reelgate, asked } = client([video]);
  await reelgate.videos.get({ platform: 'library', id: '1' }, { quote: 'sealed' });
  expect(asked[0]!.headers.get('x-reelgate-quote')).toBe('sealed');
});

test('the request id is the same over all retries, and in result and error', async () => {
  const one = client([cut, () => problem('UPSTREAM_ERROR', 'retry'), () => new Response('{"ite'), video]);
  const answer = await one.reelgate.videos.get({ platform: 'library', id: '1' }).withResponse();
  expect(new Set(one.ids())).toEqual(new Set([answer.requestId]));
  expect(one.ids()).toHaveLength(4);
  const other = client([cut]);
  const error = await failure(other.reelgate.videos.get({ platform: 'library', id: '1' }));
  expect(new Set(other.ids())).toEqual(new Set([error.requestId]));
});

test('a call whose body was cut is retried, also where the connection ended normally', async () => {
  const broken = () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }));
  const { reelgate, asked } = client([broken, () => new Response('{"item":'), video]);
  expect(await reelgate.videos.get({ platform: 'library', id: '1' })).toMatchObject({ item: { id: '1' } });
  expect(asked).toHaveLength(3);
});

test.each([
  ['retry', 503, 2],
  ['wait', 400, 2],
  ['fix', 503, 1],
  ['switch', 503, 1],
  ['top_up', 503, 1],
])('the gateway decides about retries, not the status: next %s with %i', async (next, status, sent) => {
  const { reelgate, asked } = client([() => problem('SOME_NEW_CODE', next, {}, status), video]);
  await reelgate.videos.get({ platform: 'library', id: '1' }).catch(() => {});
  expect(asked).toHaveLength(sent);
});

test('a pause is what the gateway asks for, and full jitter on top', async () => {
  const busy = () => problem('RATE_LIMITED', 'wait', { retry_after_ms: 5_000 }, 429);
  const { reelgate, clock } = client([busy, cut, cut, video]);
  await reelgate.videos.get({ platform: 'library', id: '1' });
  expect(clock.pauses).toEqual([5_125, 250, 500]);
});

test('a wait longer than the deadline is an error at once that says so', async () => {
  const { reelgate, asked, clock } = client([
    () => problem('UPSTREAM_BUSY', 'wait', { retry_after_ms: 90_000 }),
  ]);
  const error = await failure(reelgate.videos.get({ platform: 'library', id: '1' }));
  expect(error).toMatchObject({
    code: 'UPSTREAM_BUSY',
    retryAfterMs: 90_000,
    outcome: 'refused',
    charged: '0.000000',
  });
  expect(error.message).toContain('the gateway asks to wait 90000 ms, the deadline leaves 60000 ms');
  expect({ sent: asked.length, pauses: clock.pauses }).toEqual({ sent: 1, pauses: [] });
});

test('the deadline is one over all attempts and the pauses between them', async () => {
  const { reelgate, asked } = client([
    () => problem('RATE_LIMITED', 'wait', { retry_after_ms: 25_000 }, 429),
  ]);
  const error = await failure(reelgate.videos.get({ platform: 'library', id: '1' }));
  expect(error.message).toContain('the gateway asks to wait 25000 ms, the deadline leaves 9625 ms');
  expect(asked).toHaveLength(3);
});

test('Retry-After counts where a proxy answers for the gateway', async () => {
  const proxy = () => new Response('<html>', { status: 503, headers: { 'retry-after': '3' } });
  const { reelgate, clock } = client([proxy, video]);
  await reelgate.videos.get({ platform: 'library', id: '1' });
  expect(clock.pauses).toEqual([3_125]);
});

test('a server error without a problem document is retried, from status 500 on', async () => {
  for (const [status, sent] of [
    [499, 1],
    [500, 2],
  ]) {
    const { reelgate, asked } = client([() => new Response('<html>', { status: status! }), video]);
    await reelgate.videos.get({ platform: 'library', id: '1' }).catch(() => null);
    expect(asked).toHaveLength(sent!);
  }
});

test('an answer that is not from a gateway is not retried, and a redirect is not followed', async () => {
  const { reelgate, asked } = client([
    () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
  ]);
  const error = await failure(reelgate.account.balance());
  expect(error).toMatchObject({ code: 'BAD_ANSWER', status: 302, next: 'fix' });
  // By default a runtime follows redirects, and sends the key along.
  expect(asked.map(({ redirect }) => redirect)).toEqual(['manual']);
});

test.each(['headers', 'body'])(
  'the deadline ends a stall in the %s, also where fetch ignores its signal',
  async (where) => {
    const { reelgate, clock } = client([
      () => {
        setImmediate(() => clock.passDeadlines());
        return where === 'headers' ? new Promise<never>(() => {}) : new Response(new ReadableStream());
      },
    ]);
    const error = await failure(reelgate.videos.get({ platform: 'library', id: '1' }));
    expect(error).toMatchObject({ code: 'DEADLINE', outcome: 'unknown', charged: null, next: 'retry' });
    expect(error.message).toContain('repeat it with the same request id');
    expect(clock.openDeadlines).toBe(0);
  },
);

test('the signal of the caller ends a call and a pause', async () => {
  const controller = new AbortController();
  const { reelgate } = client([
    () => {
      controller.abort();
      return problem('RATE_LIMITED', 'wait', { retry_after_ms: 1_000 }, 429);
    },
  ]);
  const options = { signal: controller.signal };
  const error = await failure(reelgate.videos.get({ platform: 'library', id: '1' }, options));
  expect(error.code).toBe('ABORTED');
  const early = await failure(reelgate.videos.get({ platform: 'library', id: '1' }, options));
  expect(early).toMatchObject({ code: 'ABORTED' });
});

test('a signal that many calls share has no listener left of those that have ended, however they ended', async () => {
  const { signal } = new AbortController();
  const ended = { id: 'x_1', state: 'done', items: 0 };
  const answer = { collection: ended, items: [], next: null, pcursor: 'no_more', receipt: receipt() };
  const replies = [cut, () => problem('OVERLOADED', 'retry'), () => json(answer)];
  const { reelgate } = client(replies, { budget: '1' });
  await reelgate.collections.wait('x_1', { signal });
  for await (const _ of reelgate.collections.items('x_1', { signal }));
  for await (const _ of reelgate.collections.export('x_1', { signal }));
  for await (const _ of reelgate.videos.search(SEARCH, { signal }));
  const refused = client([() => problem('NOT_FOUND', 'fix', {}, 404)]).reelgate;
  await failure(refused.account.balance({ signal }));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an error says whether the call was never sent or may have been charged', async () => {
  const refused = await failure(client([noListener]).reelgate.account.balance());
  expect(refused).toMatchObject({ code: 'CONNECTION', outcome: 'not_sent', charged: '0.000000' });
  const lost = await failure(client([noListener, cut, noListener]).reelgate.account.balance());
  expect(lost).toMatchObject({ code: 'CONNECTION', outcome: 'unknown', charged: null });
  const running = await failure(
    client([() => problem('REQUEST_IN_PROGRESS', 'wait', {}, 409)]).reelgate.account.balance(),
  );
  expect(running).toMatchObject({ code: 'REQUEST_IN_PROGRESS', outcome: 'unknown' });
});

test('a refusal keeps code and fields of the gateway, also those that this package does not know', async () => {
  const errors = [{ field: 'keyword', message: 'is required' }];
  const { reelgate } = client([() => problem('NEW_CODE', 'fix', { errors, price: '0.5' }, 418)]);
  const error = await failure(reelgate.account.balance());
  expect(error).toMatchObject({ code: 'NEW_CODE', status: 418, fields: errors, next: 'fix' });
  expect(error.problem).toMatchObject({ price: '0.5' });
  expect(error.message).toContain('because NEW_CODE (NEW_CODE, request id ');
});

test('errors of another copy of the package are recognised', async () => {
  const error = await failure(client([noListener]).reelgate.account.balance());
  expect(error instanceof ReelgateError).toBe(true);
  const foreign = Object.defineProperty(new Error('x'), Symbol.for('reelgate.error'), { value: true });
  expect(foreign instanceof ReelgateError).toBe(true);
  expect([new Error('x'), null, 'x', { code: 'DEADLINE' }].some((one) => isReelgateError(one))).toBe(false);
});

test('the key is in no message, no inspection and no JSON', async () => {
  const leak = () => Object.assign(new Error(`Invalid header Bearer ${KEY}`), { headers: { key: KEY } });
  const echo = () => problem('X', 'fix', { detail: `you sent ${KEY}` }, 400);
  for (const reply of [leak, echo]) {
    const { reelgate } = client([reply]);
    const error = await failure(reelgate.account.balance());
    const shown = [reelgate, error].map(
      (one) => inspect(one, { depth: 9, showHidden: true }) + JSON.stringify(one),
    );
    expect(shown.join('') + error.stack).not.toContain(KEY);
  }
  expect(() => client([], { apiKey: 'two\nlines' })).toThrow(/^(?!.*two)/);
});

test.each([
  [{ apiKey: '' }],
  [{ apiKey: undefined }],
  [{ baseUrl: undefined as unknown as string }],
  [{ baseUrl: 'ftp://x' }],
  [{ baseUrl: 'https://me:secret@x' }],
  [{ timeoutMs: 0 }],
  [{ timeoutMs: 2 ** 31 }],
  [{ maxRetries: 1.5 }],
  [{ budget: '1e3' }],
  [{ budget: 1 as unknown as string }],
])('wrong options are refused by name: %j', (options) => {
  const [name] = Object.keys(options);
  expect(() => client([], options)).toThrow(new RegExp(`^${name} .*INVALID_OPTION`));
});

test('a missing key or address is called missing, as when an environment variable is not set', () => {
  expect(() => client([], { apiKey: undefined })).toThrow(/^apiKey is missing/);
  expect(() => client([], { baseUrl: '' })).toThrow(/^baseUrl is missing/);
});

test.each([
  { a: 1 },
  new Date(0),
  Promise.resolve('cat'),
  () => 'cat',
  Number.NaN,
  ['cat', {}],
  [['cat']],
  [null],
])('a parameter that has no text of its own is refused by name, and nothing is sent: %j', async (wrong) => {
  const { reelgate, asked } = client([video]);
  const value = wrong as unknown as string;
  const calls = [
    async () => reelgate.videos.get({ platform: 'library', id: value }),
    async () => reelgate.authors.search({ platform: 'library', keyword: value }),
    async () => reelgate.request('/api/u2/v1/mount/search', { keyword: value }),
  ];
  for (const call of calls)
    expect((await failure(call())).message).toMatch(/^(id|keyword) must be a text.*INVALID_OPTION/);
  expect(asked).toEqual([]);
});

test('a call without parameters is refused, and nothing is sent', async () => {
  const { reelgate, asked } = client([video]);
  const none = undefined as never;
  for (const call of [async () => reelgate.videos.get(none), async () => reelgate.videos.search(none)])
    expect((await failure(call())).message).toMatch(/^parameters must be an object.*INVALID_OPTION/);
  expect(asked).toEqual([]);
});

test('texts, numbers, switches and lists of them are sent as they read', async () => {
  const { reelgate, asked } = client([video]);
  const query = {
    text: '猫',
    whole: 9_007_199_254_740_993n,
    part: 1.5,
    is: false,
    list: ['a', 2],
    none: null,
  };
  await reelgate.request('/api/u2/v1/mount/search', query);
  expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({
    ...{ text: '猫', whole: '9007199254740993', part: '1.5', is: 'false', list: 'a,2' },
  });
});

test.each([
  [{ maxPrice: '1e3' }],
  [{ maxPrice: 0.5 as unknown as string }],
  [{ timeoutMs: 0 }],
  [{ maxRetries: -1 }],
  [{ requestId: 'two words' }],
])('wrong options of one call are refused by name, and nothing is sent: %j', async (options) => {
  const { reelgate, asked } = client([video]);
  const [name] = Object.keys(options);
  const call = async () => reelgate.videos.get({ platform: 'library', id: '1' }, options);
  expect((await failure(call())).message).toMatch(new RegExp(`^${name} .*INVALID_OPTION`));
  expect(asked).toEqual([]);
});

test('fields that this package does not know pass through, and large numbers stand whole in the text', async () => {
  const body = '{"item":{"id":"1","new_field":[1]},"views":9007199254740993,"receipt":null}';
  const { reelgate } = client([() => new Response(body)]);
  const { data, text } = await reelgate.videos.get({ platform: 'library', id: '1' }).withResponse();
  expect(data).toMatchObject({ item: { id: '1', new_field: [1] } });
  expect(text).toBe(body);
});

test('a key is refused in a browser without allowBrowser', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Mozilla/5.0' }, configurable: true });
  try {
    expect(() => client([])).toThrow(/BROWSER/);
    expect(client([], { allowBrowser: true }).reelgate).toBeInstanceOf(Reelgate);
  } finally {
    Object.defineProperty(globalThis, 'navigator', before);
  }
});

test('a walk gives every item, its pages, or one page', async () => {
  const { reelgate, asked } = client([pagesReply(3)]);
  expect(await idsOf(reelgate.videos.search(SEARCH))).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
  const cursors = [];
  for await (const page of reelgate.videos.search(SEARCH).pages()) cursors.push(page.cursor);
  expect(cursors).toEqual(['c1', 'c2', null]);
  expect(asked).toHaveLength(6);
  expect(await reelgate.videos.search(SEARCH)).toMatchObject({
    items: [{ id: '0a' }, { id: '0b' }],
    cursor: 'c1',
  });
  expect(asked).toHaveLength(7);
});

test('the ids of pages follow from the id of the walk and their cursors', async () => {
  const { reelgate, ids } = client([pagesReply(3)]);
  await idsOf(reelgate.videos.search(SEARCH, { requestId: 'cats' }));
  await idsOf(reelgate.videos.search(SEARCH, { requestId: 'cats' }));
  expect(ids().slice(0, 3)).toEqual(ids().slice(3));
  expect(ids()[0]).toBe('cats');
  expect(new Set(ids()).size).toBe(3);
});

test('iterating does not request a page again that was awaited', async () => {
  const { reelgate, asked } = client([pagesReply(2)]);
  const walk = reelgate.videos.search(SEARCH);
  await walk;
  await idsOf(walk);
  expect(asked).toHaveLength(2);
});

test('a checkpoint continues after the last returned item', async () => {
  const { reelgate } = client([pagesReply(3)]);
  const all = await idsOf(reelgate.videos.search(SEARCH));
  for (let taken = 0; taken <= all.length; taken++) {
    const walk = reelgate.videos.search(SEARCH);
    const items = walk[Symbol.asyncIterator]();
    for (let i = 0; i < taken; i++) await items.next();
    const rest = await idsOf(reelgate.videos.resume(walk.checkpoint()));
    expect(rest).toEqual(all.slice(taken));
  }
});

test('a resumed walk uses the request ids of the stopped one', async () => {
  const { reelgate, ids } = client([pagesReply(3)]);
  const walk = reelgate.videos.search(SEARCH);
  const items = walk[Symbol.asyncIterator]();
  for (let i = 0; i < 3; i++) await items.next();
  const checkpoint = walk.checkpoint();
  await items.next();
  await items.next();
  const before = ids();
  await idsOf(reelgate.videos.resume(checkpoint));
  expect(ids().slice(before.length)).toEqual(before.slice(1));
});

test.each([
  '',
  'x',
  '[]',
  '{"v":1,"list":"account.entries"}',
  '{"v":1,"list":"videos.search"}',
  '{}',
  'null',
])('a text that is no checkpoint is refused: %j', (text) => {
  expect(() => client([]).reelgate.videos.resume(text)).toThrow(/checkpoint.*INVALID_OPTION/);
});

test('an iterator continues after an error, at the same place and with the same id', async () => {
  let broken = true;
  const pages = pagesReply(3);
  const { reelgate, ids } = client(
    [(asked) => (asked.url.searchParams.get('pcursor') === 'c1' && broken ? cut() : pages(asked))],
    {
      maxRetries: 0,
    },
  );
  const items = reelgate.videos.search(SEARCH)[Symbol.asyncIterator]();
  const got = [(await items.next()).value?.id, (await items.next()).value?.id];
  expect((await failure(items.next())).code).toBe('CONNECTION');
  broken = false;
  for (let one = await items.next(); one.done !== true; one = await items.next()) got.push(one.value.id);
  expect(got).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
  expect(ids()[1]).toBe(ids()[2]);
});

test('overlapping steps return each item once', async () => {
  const { reelgate } = client([pagesReply(2)]);
  const items = reelgate.videos.search(SEARCH)[Symbol.asyncIterator]();
  const steps = await Promise.all(Array.from({ length: 6 }, () => items.next()));
  expect(steps.map(({ value }) => value?.id)).toEqual(['0a', '0b', '1a', '1b', undefined, undefined]);
});

test('one step skips a limited number of empty pages, because each may be charged', async () => {
  const empty = () => json({ items: [], pcursor: 'again', end: 'more', receipt: receipt() });
  const { reelgate, asked } = client([empty]);
  expect(await idsOf(reelgate.videos.search(SEARCH))).toEqual([]);
  expect(asked).toHaveLength(5);
});

test('native pages are walked as pages: they have no items to pay for', async () => {
  const { reelgate, asked } = client([pagesReply(2)]);
  const walk = reelgate.videos.search({ ...SEARCH, group: 'u2', variant: 'economy' });
  expect(() => walk[Symbol.asyncIterator]()).toThrow(/pages\(\)/);
  expect(asked).toEqual([]);
  await walk;
  expect(asked[0]!.url.pathname).toBe('/api/u2/v1/library/app/search_video');
});

test('an address may say the platform', async () => {
  const { reelgate, asked } = client([video]);
  await reelgate.videos.get({ url: 'https://v.example/1' });
  expect(asked[0]!.url.pathname).toBe('/api/u1/v1/any/app/get_video_v2');
});

test('each namespace resumes its own walks', async () => {
  const { reelgate, asked } = client([pagesReply(2)]);
  const walks = [
    [reelgate.authors.videos({ ...SEARCH, author_id: 'a' }), reelgate.authors.resume],
    [reelgate.comments.list({ platform: 'library', id: '1' }), reelgate.comments.resume],
    [reelgate.comments.replies({ platform: 'library', id: '1', comment_id: '2' }), reelgate.comments.resume],
  ] as const;
  for (const [walk, resume] of walks) {
    await walk.pages().next();
    for await (const _ of resume(walk.checkpoint()));
    expect(() => reelgate.videos.resume(walk.checkpoint())).toThrow(/checkpoint/);
  }
  const actions = asked.map(({ url }) => url.pathname.split('/').at(-1));
  const each = ['list_author_videos_v2', 'list_comments_v2', 'list_replies_v2'];
  expect(actions).toEqual(each.flatMap((action) => [action, action]));
});

test('onCharge is called once per id, also when only a replay arrived', async () => {
  const charges: Charge[] = [];
  const replay = () => json({ items: [], receipt: receipt() }, 200, { 'x-reelgate-replayed': 'true' });
  const { reelgate } = client([cut, replay], { onCharge: (charge) => charges.push(charge) });
  await reelgate.videos.get({ platform: 'library', id: '1' }, { requestId: 'mine' });
  expect(charges).toEqual([
    {
      requestId: 'mine',
      charged: '0.012000',
      currency: 'USD',
      balance: '9.988000',
      path: '/api/u1/v1/library/app/get_video_v2',
    },
  ]);
  const again = await reelgate.videos
    .get({ platform: 'library', id: '1' }, { requestId: 'mine' })
    .withResponse();
  expect(again).toMatchObject({ charged: '0.000000', isReplay: true });
  expect(charges).toHaveLength(1);
});

/** Like the gateway: refuses a call that may cost more than its ceiling. */
function pricedReply(pages: number, price: string): (asked: Asked) => Response {
  const reply = pagesReply(pages, price);
  return (asked) => {
    const ceiling = asked.url.searchParams.get('max_price');
    const isAbove = ceiling !== null && Number(ceiling) < Number(price);
    return isAbove ? problem('PRICE_CEILING', 'fix', { price }, 402) : reply(asked);
  };
}

test('a walk stops before the page that would exceed its budget, and its checkpoint continues it', async () => {
  const { reelgate, asked } = client([pricedReply(4, '0.012000')]);
  const walk = reelgate.videos.search(SEARCH, { budget: '0.03' });
  expect(await idsOf(walk)).toEqual(['0a', '0b', '1a', '1b']);
  expect(walk).toMatchObject({ end: 'budget', spent: '0.024000' });
  expect(asked.map(({ url }) => url.searchParams.get('max_price'))).toEqual([
    '0.030000',
    '0.018000',
    '0.006000',
  ]);
  const more = reelgate.videos.resume(walk.checkpoint(), { budget: '1' });
  expect(await idsOf(more)).toEqual(['2a', '2b', '3a', '3b']);
  expect(more).toMatchObject({ end: 'exhausted', spent: '0.048000' });
  expect(await idsOf(reelgate.videos.resume(walk.checkpoint()))).toEqual([]);
});

test('calls that share a budget never exceed it together', async () => {
  const { reelgate } = client([pricedReply(1, '0.4')], { budget: '1' });
  const calls = Array.from({ length: 5 }, () => reelgate.videos.get({ platform: 'library', id: '1' }));
  const ends = await Promise.all(
    calls.map((call) =>
      failure(call).then(
        ({ code }) => code,
        () => 'paid',
      ),
    ),
  );
  expect(ends).toEqual(['paid', 'paid', 'BUDGET', 'BUDGET', 'BUDGET']);
});

test('a possible charge counts against the budget until its id is repeated', async () => {
  let isCut = true;
  const priced = pricedReply(1, '0.2');
  const { reelgate } = client([(asked) => (isCut ? cut() : priced(asked))], { budget: '0.5', maxRetries: 0 });
  const get = (id: string) => reelgate.videos.get({ platform: 'library', id });
  const call = get('1');
  expect((await failure(call)).outcome).toBe('unknown');
  isCut = false;
  // All that was left of the budget may have been charged.
  expect((await failure(get('2'))).code).toBe('BUDGET');
  // The repeated call was charged 0.2: the budget now allows one more call, but not two.
  await call;
  await get('2');
  expect((await failure(get('3'))).code).toBe('BUDGET');
});

test('a call above maxPrice fails with PRICE_CEILING, not with BUDGET', async () => {
  const { reelgate } = client([pricedReply(1, '0.4')], { budget: '1' });
  const error = await failure(reelgate.videos.get({ platform: 'library', id: '1' }, { maxPrice: '0.1' }));
  expect(error).toMatchObject({ code: 'PRICE_CEILING', outcome: 'refused', charged: '0.000000' });
});

test('a complaint is posted with its reason, and posted again when its answer was cut', async () => {
  const { reelgate, asked } = client([cut, () => json({ complaint: { id: 'cmp_1' } }, 201)]);
  expect(await reelgate.complain('r 1', 'all the same')).toMatchObject({ complaint: { id: 'cmp_1' } });
  expect(asked.map(({ url, sent }) => `${url.pathname} ${sent}`)).toEqual(
    Array(2).fill('/api/account/v1/requests/r%201/complaint POST {"reason":"all the same"}'),
  );
});

test('a dry run asks the route of its action, and says that it is one', async () => {
  const { reelgate, asked } = client([() => json({ allowed: true })]);
  await reelgate.dryRun('search_video', { platform: 'library', keyword: 'cat', variant: 'economy' });
  expect([asked[0]!.url.pathname, asked[0]!.url.search, asked[0]!.sent]).toEqual([
    '/api/u1/v1/library/app/search_video',
    '?keyword=cat&dry_run=1',
    'GET',
  ]);
});

test('chosen fields are sent as one list, and the records have the types of those fields alone', async () => {
  const item = { platform: 'library', id: '1', title: 'Cat' };
  const answer = () => json({ item, fields: ['platform', 'id', 'title'], receipt: receipt() });
  const { reelgate, asked } = client([answer, pagesReply(1)]);
  const one = await reelgate.videos.get({ platform: 'library', id: '1', fields: ['title'] });
  expect(asked[0]!.url.searchParams.get('fields')).toBe('title');
  expect([one.item.id, one.item.title]).toEqual(['1', 'Cat']);
  // @ts-expect-error: the answer has no text.
  expect(one.item.text).toBeUndefined();
  // @ts-expect-error: no record has such a field.
  reelgate.videos.search({ ...SEARCH, fields: ['nothing'] });
  await reelgate.videos.search({ ...SEARCH, fields: ['id', 'title'] });
  expect(asked[1]!.url.searchParams.get('fields')).toBe('id,title');
});

test('a transcript comes in a format as its content, with the receipt of its headers', async () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGood morning\n';
  const headers = {
    ...{ 'content-type': 'text/vtt; charset=utf-8', 'x-receipt': JSON.stringify(receipt('0.008000')) },
    ...{ 'x-reelgate-balance': '9.900000' },
  };
  const charges: Charge[] = [];
  const { reelgate, asked } = client(
    [
      () => cut(),
      () => new Response(vtt, { headers }),
      () => json({ item: { text: 'a' }, receipt: receipt() }),
    ],
    { onCharge: (charge) => charges.push(charge) },
  );
  const ask = { platform: 'library', id: '1', from: 1.5, to: 90 };
  const captions = await reelgate.transcripts.get({ ...ask, format: 'vtt' });
  expect(captions.content).toBe(vtt);
  expect(captions.receipt).toMatchObject({ charged: '0.008000', balance: '9.900000' });
  expect(charges).toMatchObject([{ charged: '0.008000', balance: '9.900000' }]);
  expect(asked[1]!.url.search).toBe('?id=1&from=1.5&to=90&format=vtt');
  expect(asked[1]!.url.pathname).toBe('/api/u1/v1/library/app/get_transcript_v2');
  const whole = await reelgate.transcripts.get(ask);
  expect(whole.item.text).toBe('a');
  // @ts-expect-error: JSON has no content.
  expect(whole.content).toBeUndefined();
});
