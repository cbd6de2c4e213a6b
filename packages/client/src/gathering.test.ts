// Collections and watches: the rules of their methods, with a scripted gateway and a fake clock.
import { expect, test } from 'vitest';
import type { Collection, FoundItem } from './index.ts';
import { client, cut, failure } from './testing/scripted-client.ts';
import { type Asked, json, problem } from './testing/scripted-fetch.ts';

const QUESTION = { path: '/api/u1/v1/library/app/search_video_v2', query: { keyword: 'cat' } };
const item = (number: number) => ({
  number,
  found_at: '2026-11-15T06:00:00.000Z',
  record: { id: `v${number}` },
});

/** A collection or watch that finds more each time its state is read. */
class Finder {
  found: number;
  state = 'running';
  /** What happens before each look at the state. */
  readonly moments: (() => void)[] = [];

  constructor(found: number) {
    this.found = found;
  }

  readonly reply = ({ url, sent }: Asked): Response => {
    const { pathname, searchParams } = url;
    if (pathname.endsWith('/items')) return this.#items(searchParams);
    if (sent === 'GET') this.moments.shift()?.();
    const one = { id: 'x_1', state: this.state, items: this.found };
    return json({ collection: one, watch: one, created: true });
  };

  #items(query: URLSearchParams): Response {
    const after = Number(query.get('after'));
    const limit = Math.min(2, Number(query.get('limit')));
    const items = Array.from({ length: Math.min(limit, this.found - after) }, (_, i) => item(after + i + 1));
    const last = after + items.length;
    const isAll = last === this.found && (this.state === 'done' || this.state === 'stopped');
    return json({ items, next: isAll ? null : last });
  }
}

async function numbersOf(items: AsyncIterable<{ number: number }>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of items) numbers.push(number);
  return numbers;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('every attempt to create a collection or a watch has one request id and one body', async () => {
  const finder = new Finder(0);
  const collection = { ...QUESTION, items_max: 50, budget: '2.00' };
  const watch = { ...QUESTION, every: '1d' };
  for (const body of [collection, watch]) {
    const { reelgate, asked, ids } = client([cut, () => problem('OVERLOADED', 'retry'), finder.reply]);
    const made = await (body === watch
      ? reelgate.watches.create(watch)
      : reelgate.collections.create(collection));
    expect(made).toMatchObject({ collection: { id: 'x_1' }, watch: { id: 'x_1' } });
    expect([ids().length, new Set(ids()).size]).toEqual([3, 1]);
    expect(new Set(asked.map(({ sent }) => sent))).toEqual(new Set([`POST ${JSON.stringify(body)}`]));
  }
});

test('an answer about one collection has its methods, and its JSON is that of the gateway', async () => {
  const finder = new Finder(1);
  finder.state = 'done';
  const { reelgate, asked } = client([finder.reply]);
  const made = await reelgate.collections.create({ ...QUESTION, budget: '1' }, { requestId: 'mine' });
  expect(JSON.parse(JSON.stringify(made))).toEqual({
    collection: { id: 'x_1', state: 'done', items: 1 },
    watch: { id: 'x_1', state: 'done', items: 1 },
    created: true,
  });
  expect(await numbersOf(made.items())).toEqual([1]);
  await made.cancel();
  await (await reelgate.watches.get('x_1')).pause();
  expect(asked.slice(-3).map(({ url, sent }) => `${sent} ${url.pathname}`)).toEqual([
    'POST /api/collections/v1/x_1/cancel',
    'GET /api/watches/v1/x_1',
    'PATCH {"state":"paused"} /api/watches/v1/x_1',
  ]);
});

test('items follow a running collection, and those that come with its end are not missed', async () => {
  const finder = new Finder(3);
  finder.moments.push(
    () => {},
    () => {
      finder.found = 4;
    },
    () => {
      finder.found = 9;
      finder.state = 'stopped';
    },
  );
  const states: string[] = [];
  const onUpdate = ({ state }: Collection) => void states.push(state);
  const { reelgate, clock } = client([finder.reply]);
  expect(await numbersOf(reelgate.collections.items('x_1', { onUpdate }))).toEqual(upTo(9));
  expect(states).toEqual(['running', 'running', 'stopped']);
  // The first pause again after new items: 500 ms, less a quarter by the jitter of this clock.
  expect(clock.pauses).toEqual([375, 750]);
});

test('pauses between looks grow to ten seconds, and are short again after new items', async () => {
  const finder = new Finder(1);
  finder.moments.push(...Array.from({ length: 6 }, () => () => {}));
  finder.moments.push(() => {
    finder.found = 2;
  });
  finder.moments.push(() => {});
  finder.moments.push(() => {
    finder.state = 'done';
  });
  const { reelgate, clock } = client([finder.reply]);
  expect(await numbersOf(reelgate.collections.items('x_1'))).toEqual([1, 2]);
  expect(clock.pauses).toEqual([375, 750, 1_500, 3_000, 6_000, 7_500, 7_500, 375]);
});

test('an iterator of items goes on after an error, and after a restart with the number of the last item', async () => {
  const finder = new Finder(5);
  finder.state = 'done';
  let isCut = false;
  const flaky = (asked: Asked) => {
    isCut = !isCut;
    return isCut ? cut() : finder.reply(asked);
  };
  const { reelgate } = client([flaky], { maxRetries: 0 });
  const items = reelgate.collections.items('x_1');
  const numbers: number[] = [];
  let errors = 0;
  for (let isOpen = true; isOpen; ) {
    try {
      const { done, value } = await items.next();
      isOpen = done !== true;
      if (isOpen) numbers.push((value as FoundItem).number);
    } catch {
      errors++;
    }
  }
  expect(numbers).toEqual(upTo(5));
  expect(errors).toBeGreaterThan(3);
  const restarted = client([finder.reply]).reelgate.collections.items('x_1', { after: 3 });
  expect(await numbersOf(restarted)).toEqual([4, 5]);
});

test.each([
  ['collections', 'done'],
  ['watches', 'ended'],
] as const)(
  'items that come with the end of %s are not missed, whichever request fails',
  async (what, end) => {
    for (let cutAt = 1; cutAt <= 6; cutAt++) {
      const finder = new Finder(1);
      finder.moments.push(() => {
        finder.found = 3;
        finder.state = end;
      });
      let requests = 0;
      const reply = (asked: Asked) => (++requests === cutAt ? cut() : finder.reply(asked));
      const items = client([reply], { maxRetries: 0 }).reelgate[what].items('x_1');
      const numbers: number[] = [];
      for (let isOpen = true; isOpen; ) {
        const next = await items.next().catch(() => null);
        isOpen = next?.done !== true;
        if (next?.done === false) numbers.push(next.value.number);
      }
      expect(numbers, `request ${cutAt} was cut`).toEqual(upTo(3));
    }
  },
);

test('a deletion whose answer was lost is a deletion, and one of a thing that was never there is an error', async () => {
  const absent = () => problem('NOT_FOUND', 'fix', {}, 404);
  expect(await client([cut, absent]).reelgate.watches.remove('x_1')).toEqual({ removed: true });
  expect((await failure(client([absent]).reelgate.collections.remove('x_1'))).code).toBe('NOT_FOUND');
});

test('the signal of the caller ends an iterator that has items at hand', async () => {
  const finder = new Finder(2);
  const controller = new AbortController();
  const { reelgate } = client([finder.reply]);
  const items = reelgate.watches.items('x_1', { signal: controller.signal });
  expect((await items.next()).value).toMatchObject({ number: 1 });
  controller.abort();
  expect((await failure(items.next())).code).toBe('ABORTED');
});

test('the signal of the caller ends a pause', async () => {
  const finder = new Finder(0);
  const controller = new AbortController();
  finder.moments.push(() => controller.abort());
  const { reelgate } = client([finder.reply]);
  const error = await failure(reelgate.collections.wait('x_1', { signal: controller.signal }));
  expect(error.code).toBe('ABORTED');
});

test('wait gives the collection when it has ended, and tells what it waits for meanwhile', async () => {
  const finder = new Finder(0);
  finder.state = 'waiting';
  finder.moments.push(
    () => {},
    () => {
      finder.state = 'done';
    },
  );
  const states: string[] = [];
  const onUpdate = ({ state }: Collection) => void states.push(state);
  const { reelgate } = client([finder.reply]);
  expect(await reelgate.collections.wait('x_1', { onUpdate })).toMatchObject({ state: 'done' });
  expect(states).toEqual(['waiting', 'done']);
});

test.each(['done', 'stopped', 'failed'] as const)('a collection that is %s has ended', async (state) => {
  const finder = new Finder(2);
  finder.state = state;
  const { reelgate } = client([finder.reply]);
  let looks = 0;
  const onUpdate = () => {
    if (++looks > 2) throw new Error('asked again');
  };
  expect(await reelgate.collections.wait('x_1', { onUpdate })).toMatchObject({ state });
  expect(await numbersOf(reelgate.collections.items('x_1', { onUpdate }))).toEqual([1, 2]);
});

test('free routes are asked without a price ceiling, and wait for no call of the budget', async () => {
  const slow = Promise.withResolvers<Response>();
  const reply = ({ url }: Asked) => (/search/.test(url.pathname) ? slow.promise : json({ balance: '1' }));
  const { reelgate, asked } = client([reply], { budget: '1' });
  const page = reelgate.videos.search({ platform: 'library', keyword: 'x' }).withResponse();
  expect(await reelgate.account.balance()).toEqual({ balance: '1' });
  slow.resolve(json({ items: [], pcursor: 'no_more', receipt: { charged: '0.1' } }));
  await page;
  const ceilings = asked.map(({ url }) => [/search/.test(url.pathname), url.searchParams.get('max_price')]);
  expect(Object.fromEntries(ceilings)).toEqual({ true: '1.000000', false: null });
});

// Watches.

test('the items of a watch are waited for within a request, until the watch has ended', async () => {
  const finder = new Finder(3);
  finder.state = 'active';
  finder.moments.push(
    () => {},
    () => {
      finder.found = 4;
      finder.state = 'ended';
    },
  );
  const { reelgate, asked } = client([finder.reply]);
  expect(await numbersOf(reelgate.watches.items('x_1', { after: 1 }))).toEqual([2, 3, 4]);
  const reads = asked.filter(({ url }) => url.pathname.endsWith('/items'));
  expect(reads.map(({ url }) => [url.searchParams.get('after'), url.searchParams.get('wait')])).toEqual([
    ['1', '0'],
    ['3', '0'],
    ['3', '25'],
    ['3', '0'],
    ['4', '0'],
  ]);
});

test.each([1, 1_999, 2_000, 10_000, 49_999, 50_000, 600_000])(
  'with a deadline of %d ms, of the client or of one reading, no request waits past half of it, and later items are not missed',
  async (timeoutMs) => {
    for (const [ofClient, ofReading] of [
      [{ timeoutMs }],
      [{}, { timeoutMs }],
      [{ timeoutMs: 1 }, { timeoutMs }],
    ]) {
      const finder = new Finder(0);
      const becomes = (found: number, state: string) => () => Object.assign(finder, { found, state });
      finder.moments.push(becomes(0, 'active'), becomes(1, 'active'), becomes(1, 'ended'));
      const { reelgate, asked, clock } = client([finder.reply], ofClient);
      clock.deadlineMs = timeoutMs;
      expect(await numbersOf(reelgate.watches.items('x_1', ofReading))).toEqual([1]);
      const waits = asked.map(({ url }) => Number(url.searchParams.get('wait')));
      expect(Math.max(...waits)).toBe(Math.min(25, Math.floor(timeoutMs / 2_000)));
      // The gateway of this test never waits.
      expect(clock.pauses).toEqual([375]);
    }
  },
);

test('a gateway that does not wait is asked with growing pauses', async () => {
  const finder = new Finder(0);
  finder.moments.push(...Array.from({ length: 3 }, () => () => {}));
  finder.moments.push(() => {
    finder.state = 'ended';
  });
  const { reelgate, clock } = client([finder.reply]);
  await numbersOf(reelgate.watches.items('x_1'));
  expect(clock.pauses).toEqual([375, 750, 1_500]);
});

test('a proxy that ends a waiting request early is asked again after a pause; a gateway that waited is not', async () => {
  const finder = new Finder(0);
  // A request waits 25 seconds, so half of it is the border between the two.
  const tookMs = [0, 12_499, 12_500];
  finder.moments.push(
    () => {},
    () => {},
    () => {
      finder.state = 'ended';
    },
  );
  const { reelgate, clock } = client([
    (asked) => {
      if (asked.url.searchParams.get('wait') !== null) clock.nowMs += tookMs.shift() ?? 0;
      return finder.reply(asked);
    },
  ]);
  await numbersOf(reelgate.watches.items('x_1'));
  expect(clock.pauses).toEqual([375]);
});

test('with wait 0 the iterator ends with the items that are there', async () => {
  const finder = new Finder(3);
  finder.state = 'active';
  const { reelgate, asked } = client([finder.reply]);
  expect(await numbersOf(reelgate.watches.items('x_1', { wait: 0 }))).toEqual(upTo(3));
  expect(asked.every(({ url }) => url.pathname.endsWith('/items'))).toBe(true);
});

// Exports.

const LINES = '{"id":"v1"}\n{"id":"v2"}\n{"id":"v3"}\n';
const BYTES = new TextEncoder().encode(LINES);

/** Sends at most `length` bytes from the requested position, then breaks unless that was all. */
function exporting(length: number, { etag = '"e1"', takesRange = true } = {}) {
  return ({ headers }: Asked): Response => {
    const asked = Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0);
    const from = takesRange ? asked : 0;
    if (from >= BYTES.length) return problem('RANGE_NOT_SATISFIABLE', 'fix', {}, 416);
    const part = BYTES.slice(from, from + length);
    const isAll = from + part.length === BYTES.length;
    let isSent = part.length === 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isSent) controller.enqueue(part);
        else if (isAll) controller.close();
        else controller.error(new TypeError('terminated'));
        isSent = true;
      },
    });
    return new Response(body, { status: from > 0 ? 206 : 200, headers: { etag } });
  };
}

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

test('an export that breaks goes on at the byte where it broke, also after a compressed part', async () => {
  const { reelgate, asked } = client([exporting(5, { etag: 'W/"e1-gzip"' }), exporting(5)]);
  expect(await textOf(reelgate.collections.export('x_1', { format: 'jsonl' }))).toBe(LINES);
  expect(asked.slice(0, 3).map(({ url, headers }) => [url.search, headers.get('range')])).toEqual([
    ['?format=jsonl', null],
    ['?format=jsonl', 'bytes=5-'],
    ['?format=jsonl', 'bytes=10-'],
  ]);
});

test('a file that has its first bytes gets the others', async () => {
  const { reelgate } = client([exporting(100)]);
  expect(await textOf(reelgate.collections.export('x_1', { fromByte: 12 }))).toBe(LINES.slice(12));
  expect(await textOf(reelgate.collections.export('x_1', { fromByte: BYTES.length }))).toBe('');
});

test('a server that ignores the position sends no byte twice to the caller', async () => {
  const replies = [exporting(5), exporting(9, { takesRange: false }), exporting(100, { takesRange: false })];
  const { reelgate } = client(replies);
  expect(await textOf(reelgate.collections.export('x_1'))).toBe(LINES);
});

test('an export that has changed in between is an error, not a mixture', async () => {
  const { reelgate } = client([exporting(5), exporting(100, { etag: '"e2"' })]);
  expect((await failure(textOf(reelgate.collections.export('x_1')))).code).toBe('BAD_ANSWER');
});

test.each([
  [401, 'INVALID_KEY'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [410, 'GONE'],
])('a refusal with %i after a break is an error, and never the end of the file', async (status, code) => {
  const { reelgate, asked } = client([exporting(5), () => problem(code, 'fix', {}, status)]);
  expect((await failure(textOf(reelgate.collections.export('x_1')))).code).toBe(code);
  expect(asked).toHaveLength(2);
});

test('an export without progress gives up, and a refusal ends it at once', async () => {
  const broken = client([exporting(0)]);
  await expect(textOf(broken.reelgate.collections.export('x_1', { maxRetries: 2 }))).rejects.toThrow();
  expect(broken.asked).toHaveLength(3);
  const running = client([() => problem('CONFLICT', 'wait', {}, 409)], { maxRetries: 0 });
  expect((await failure(textOf(running.reelgate.collections.export('x_1')))).code).toBe('CONFLICT');
});
