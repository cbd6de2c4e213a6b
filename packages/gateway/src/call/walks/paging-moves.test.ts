// Walks whose providers fail midway, over real HTTP: which provider goes on, what is skipped, and what the caller is told.
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptFailure, AttemptFailureKind } from '../../connectors/connector.ts';
import { NativePage, SearchPage } from '../../operations/video-search.ts';
import { createTestClock, type TestClock } from '../../storage/contracts/storage.contract.ts';
import { seedOfRun } from '../../testing/drawn.ts';
import type { ScriptedAnswer } from '../../testing/scripted-platform.ts';
import { type Answer, startTestGateway, type TestGateway, testConfig } from '../../testing/test-gateway.ts';

const settings = (platforms: string) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: ${platforms}
providers:
  library: { connector: library }
  first: { connector: scripted, cost: "0.001" }
  second: { connector: scripted, cost: "0.002" }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }
cache: { fresh_seconds: 0 }
`;
/** Longer than any provider stays ejected or suspended. */
const LONG_MS = 600_000;
/** More pages than any walk here has. */
const PAGES_MAX = 100;
const ECONOMY = '/api/u1/v1/scripted/app/search_video';
const NATIVE = '/api/u2/v1/scripted/app/search_video_v2';

const fails = (kind: AttemptFailureKind, more: Partial<AttemptFailure> = {}): AttemptFailure => ({
  kind,
  detail: 'scripted',
  ...more,
});
const down = fails('unavailable');

const catalogue = (items: number, name = 'video') => Array.from({ length: items }, (_, i) => `${name}-${i}`);

/** A list given out in pages of at most `size`; its cursor is an offset. */
function serve(list: readonly string[], query: URLSearchParams, size = 50): ScriptedAnswer {
  const from = Number(query.get('cursor') || 0);
  const till = from + Math.min(size, Number(query.get('count')));
  return { ids: list.slice(from, till), cursor: till < list.length ? String(till) : null };
}

/** A platform that gives pages of its own size, whatever is asked for. */
function inPagesOf70(list: readonly string[], query: URLSearchParams): ScriptedAnswer {
  return serve(list, new URLSearchParams({ cursor: query.get('cursor') ?? '', count: '70' }), 70);
}

/** The names of items decide which a set in a cursor mistakes for one that was delivered: one of the first, one of the second. */
const SEEDS = [3, 20, seedOfRun()];

let gateway: TestGateway;
let clock: TestClock;
/** The providers that are down now. */
let out: string[];
/** Provider and cursor of every request, in order. */
let asked: string[];

const platforms = '{ scripted: [first, second], mixed: [first, library], one: [first], two: [second] }';
beforeAll(async () => {
  clock = createTestClock();
  gateway = await startTestGateway({ settings: settings(platforms), ports: { clock, chance: () => 0 } });
});
beforeEach(async () => {
  gateway.reload(testConfig(gateway.folder, settings(platforms)));
  await gateway.fundCalls(10_000);
  await heal();
});
afterAll(() => gateway.close());

/** Makes every provider healthy again. */
async function heal(): Promise<void> {
  clock.advance(LONG_MS);
  gateway.script = () => ({ ids: [], cursor: null });
  for (const platform of ['one', 'two']) await gateway.search({ keyword: 'a' }, { platform });
  out = [];
  asked = [];
}

/** Each provider has its own list; those in `out` fail in one way. */
function providers(lists: Record<string, (query: URLSearchParams) => ScriptedAnswer>): void {
  gateway.script = (query, { provider }) => {
    asked.push(`${provider} ${query.get('cursor')}`);
    return out.includes(provider) ? down : lists[provider]!(query);
  };
}

const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);

/** Walks to the end; `before` decides which providers are down on which page. */
async function walk(
  query: Record<string, string>,
  before: (page: number, pcursor: string) => void = () => {},
  options: { platform?: string; path?: string } = {},
): Promise<Answer[]> {
  const pages: Answer[] = [];
  let pcursor = '';
  while (pcursor !== 'no_more' && pages.length < PAGES_MAX) {
    before(pages.length, pcursor);
    const answer = await gateway.search({ keyword: 'a', ...query, pcursor }, options);
    expect(answer.status, answer.text).toBe(200);
    expect(Value.Errors(SearchPage, answer.body)).toEqual([]);
    expect(answer.body.pcursor.length).toBeLessThanOrEqual(2_048);
    pages.push(answer);
    pcursor = answer.body.pcursor;
  }
  return pages;
}

function expectEachOnce(pages: readonly Answer[], list: readonly string[]): void {
  const ids = pages.flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(list.toSorted());
  const ranks = pages.flatMap(({ body }) => body.items.map(({ rank }: { rank: number }) => rank));
  expect(ranks).toEqual(ids.map((_, i) => i + 1));
}

describe('a stable walk', () => {
  test.each([10, 50])(
    'of 20 pages of %i with a fail-over on every page gives no item twice and misses none',
    async (count) => {
      const list = catalogue(20 * count);
      providers({ first: (query) => serve(list, query), second: (query) => serve(list, query) });
      const pages = await walk({ count: String(count) }, (page) => {
        out = [page % 2 === 0 ? 'second' : 'first'];
      });
      expect(pages).toHaveLength(20);
      expectEachOnce(pages, list);
      expect(pages.map(({ body }) => body.resumed)).toEqual(pages.map((_, page) => page > 0));
      expect(pages.at(-1)!.body.end).toBe('exhausted');
      // One request that failed and one or two that succeeded per page, though each list was left far behind.
      expect(asked.length).toBeLessThanOrEqual(3 * 20);
    },
  );

  test('stays with the provider that went on, and the next page there is no longer marked as resumed', async () => {
    const list = catalogue(30);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list, query) });
    const pages = await walk({ count: '10' }, (page) => {
      out = page === 1 ? ['first'] : [];
    });
    expectEachOnce(pages, list);
    expect(pages.map(({ body }) => body.resumed)).toEqual([false, true, false]);
    expect(asked).toEqual(['first ', 'first 10', 'second ', 'second 20']);
  });

  test('loses nothing when the other provider ranks otherwise and gives larger pages', async () => {
    const list = catalogue(60);
    const reversed = list.toReversed();
    providers({ first: (query) => serve(list, query, 7), second: (query) => serve(reversed, query) });
    const pages = await walk({ count: '5' }, (page) => {
      out = page % 3 === 0 ? ['second'] : ['first'];
    });
    expectEachOnce(pages, list);
  });

  test('for every sequence of failures, gives each item of two equal catalogues once', {
    timeout: 60_000,
  }, async () => {
    const run = fc.record({
      items: fc.nat(60),
      count: fc.integer({ min: 4, max: 50 }),
      sizes: fc.tuple(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 2, max: 50 })),
      order: fc.constantFrom('same', 'reversed', 'shifted'),
      failing: fc.infiniteStream(fc.constantFrom('first', 'second', 'none')),
    });
    await fc.assert(
      fc.asyncProperty(run, async ({ items, count, sizes, order, failing }) => {
        await heal();
        const list = catalogue(items);
        const other = {
          same: list,
          reversed: list.toReversed(),
          shifted: [...list.slice(9), ...list.slice(0, 9)],
        };
        providers({
          first: (query) => serve(list, query, sizes[0]),
          second: (query) => serve(other[order as 'same'], query, sizes[1]),
        });
        const pages = await walk({ count: String(count) }, () => {
          // A provider that failed on many pages would be ejected for a while; here each page starts with healthy providers.
          clock.advance(LONG_MS);
          out = [failing.next().value];
        });
        expectEachOnce(pages, list);
      }),
      { numRuns: 30 },
    );
  });

  test.each(SEEDS)(
    'of 1,000 items gives each once, with cut pages and a move between equal lists too (names %i)',
    {
      timeout: 60_000,
    },
    async (seed) => {
      const list = catalogue(1_000, `v${seed}`);
      providers({ first: (query) => serve(list, query, 100), second: (query) => serve(list, query) });
      expectEachOnce(await walk({ count: '50' }), list);
      // Pages of 70 of which 50 fit: every second answer is what a page had left.
      providers({ first: (query) => inPagesOf70(list, query), second: () => down });
      expectEachOnce(await walk({ count: '50' }), list);
      providers({ first: (query) => serve(list, query), second: (query) => serve(list, query) });
      expectEachOnce(
        await walk({ count: '50' }, (page) => {
          clock.advance(LONG_MS);
          out = [page < 11 ? 'second' : 'first'];
        }),
        list,
      );
    },
  );

  test('goes on by position at a provider with other ids', async () => {
    const at = { platform: 'mixed' };
    providers({ first: (query) => serve(catalogue(500), query) });
    out = ['first'];
    const alone = await gateway.search({ keyword: '猫', count: '20' }, at);
    clock.advance(LONG_MS);
    out = [];
    const begun = await gateway.search({ keyword: '猫', count: '7' }, at);
    expect(idsOf(begun)).toEqual(catalogue(7));
    out = ['first'];
    const moved = await gateway.search({ keyword: '猫', count: '6', pcursor: begun.body.pcursor }, at);
    expect(moved.body.resumed).toBe(true);
    expect(idsOf(moved)).toEqual(idsOf(alone).slice(7, 13));
    expect(moved.body.items[0].rank).toBe(8);
    const next = await gateway.search({ keyword: '猫', count: '5', pcursor: moved.body.pcursor }, at);
    expect(next.body.resumed).toBe(false);
    expect(idsOf(next)).toEqual(idsOf(alone).slice(13, 18));
  });

  test('whose delivered items are not known goes on by position, also where ids are shared', async () => {
    const list = catalogue(30);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list.toReversed(), query) });
    const native = await gateway.search({ keyword: 'a', count: '10' }, { path: NATIVE });
    out = ['first'];
    const moved = await gateway.search({ keyword: 'a', count: '5', pcursor: native.body.pcursor });
    expect(moved.body.resumed).toBe(true);
    expect(idsOf(moved)).toEqual(list.toReversed().slice(10, 15));
  });

  test('costs another provider no more pages than one move in ten seconds, and the pages count in the caller’s rate', async () => {
    const list = catalogue(900);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list, query) });
    // Ten pages ahead of the second provider.
    let pcursor = '';
    for (let page = 0; page < 9; page++) {
      const answer = await gateway.search({ keyword: 'a', count: '50', pcursor });
      pcursor = answer.body.pcursor;
    }
    out = ['first'];
    asked = [];
    const key = (await gateway.newKey({ rate: { requests: 100, per_seconds: 3_600, concurrent: 10 } }))
      .secret;
    const ask = () => gateway.search({ keyword: 'a', count: '50', pcursor }, { key });
    const answers: Answer[] = [];
    for (let n = 0; n < 20; n++) answers.push(await ask());
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.slice(5).every((status) => status >= 500)).toBe(true);
    expect(asked.filter((one) => one.startsWith('second'))).toHaveLength(50);
    // Each of the five moves took nine pages more than its call.
    expect(answers.at(-1)!.headers.get('ratelimit')).toMatch(/;r=35;/);
    clock.advance(10_000);
    expect((await ask()).body).toMatchObject({ resumed: true });
  });

  test('goes on when its provider is taken out of the configuration', async () => {
    const list = catalogue(30);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list, query) });
    const pages = await walk({ count: '10' }, (page) => {
      if (page === 1) gateway.reload(testConfig(gateway.folder, settings('{ scripted: [second] }')));
    });
    expectEachOnce(pages, list);
    expect(pages.map(({ body }) => body.resumed)).toEqual([false, true, false]);
  });

  test.each([
    ['input_rejected', {}],
    ['not_found', {}],
    ['bad_response', { isDeadCursor: true }],
  ] as const)('whose cursor is dead (%s) starts anew and passes over what it gave', async (kind, more) => {
    const list = catalogue(30);
    let session = 1;
    const page = (query: URLSearchParams): ScriptedAnswer => {
      const [of, offset = ''] = (query.get('cursor') || `${session}:0`).split(':');
      if (Number(of) !== session) return fails(kind, more);
      const served = serve(list, new URLSearchParams({ count: query.get('count')!, cursor: offset }));
      return 'cursor' in served && served.cursor !== null
        ? { ...served, cursor: `${session}:${served.cursor}` }
        : served;
    };
    providers({ first: page, second: () => down });
    const pages = await walk({ count: '10' }, (at) => {
      if (at === 1) session += 1;
    });
    expectEachOnce(pages, list);
    expect(pages.map(({ body }) => body.resumed)).toEqual([false, true, false]);
    expect(asked).toEqual(['first ', 'first 1:10', 'first ', 'first 2:20']);
  });

  test('that is rejected everywhere midway is not reported as a mistake of the caller', async () => {
    const list = catalogue(30);
    const first = (query: URLSearchParams) =>
      query.get('cursor') === '' && query.get('count') === '10'
        ? serve(list, query)
        : fails('input_rejected');
    providers({ first, second: () => fails('input_rejected') });
    const begun = await gateway.search({ keyword: 'a', count: '10' });
    const before = await gateway.money();
    const { status, body } = await gateway.search({ keyword: 'a', count: '10', pcursor: begun.body.pcursor });
    expect([status, body.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(await gateway.money()).toEqual(before);
  });

  test('passes over an item that a live list moved to the next page', async () => {
    let list = catalogue(20);
    providers({ first: (query) => serve(list, query), second: () => down });
    const pages = await walk({ count: '5' }, (page) => {
      if (page === 1) list = ['new', ...list];
    });
    const ids = pages.flatMap(idsOf);
    expect(ids).toEqual(catalogue(20));
  });

  test('is not ended by a provider that knows fewer items than were delivered', async () => {
    const list = catalogue(40);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list.slice(0, 5), query) });
    const begun = await gateway.search({ keyword: 'a', count: '20' });
    out = ['first'];
    const query = { keyword: 'a', count: '20', pcursor: begun.body.pcursor };
    expect((await gateway.search(query)).status).toBe(502);
    clock.advance(LONG_MS);
    out = [];
    expect(idsOf(await gateway.search(query))).toEqual(list.slice(20));
  });

  test('takes the new items of a shorter list and goes back to its own provider', async () => {
    const list = catalogue(40);
    const short = [...list.slice(0, 5), 'only here'];
    providers({ first: (query) => serve(list, query), second: (query) => serve(short, query) });
    const pages = await walk({ count: '20' }, (page) => {
      out = page === 1 ? ['first'] : [];
    });
    expect(pages.map(idsOf)).toEqual([list.slice(0, 20), ['only here'], list.slice(20)]);
    expect(pages.map(({ body }) => body.end)).toEqual(['more', 'more', 'exhausted']);
  });

  test('whose provider’s cursor has expired and has fewer items now ends without a proof', async () => {
    let list = catalogue(40);
    const first = (query: URLSearchParams) =>
      list.length === 40 || query.get('cursor') === '' ? serve(list, query) : fails('not_found');
    providers({ first, second: () => down });
    const begun = await gateway.search({ keyword: 'a', count: '20' });
    list = list.slice(0, 5);
    const { body } = await gateway.search({ keyword: 'a', pcursor: begun.body.pcursor });
    expect(body).toMatchObject({ items: [], pcursor: 'no_more', end: 'unknown', resumed: true });
  });

  test('is not ended by a list that is shorter than what its own provider has', async () => {
    const list = catalogue(60);
    const served = (some: string[]) => (query: URLSearchParams) => ({
      ...(serve(some, query) as { ids: string[]; cursor: string | null }),
      total: some.length,
    });
    providers({ first: served(list), second: served(list.slice(0, 30)) });
    const pages = await walk({ count: '10' }, (page) => {
      out = page === 2 ? ['first'] : [];
    });
    expectEachOnce(pages, list);
    expect(pages[2]!.body).toMatchObject({ resumed: true, has_more: true });
    expect(pages.at(-1)!.body.end).toBe('exhausted');
  });

  test('that only a provider with a shorter list can carry on ends without a proof', async () => {
    const list = catalogue(40);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list.slice(0, 5), query) });
    const begun = await gateway.search({ keyword: 'a', count: '20' });
    gateway.reload(testConfig(gateway.folder, settings('{ scripted: [second] }')));
    const { body } = await gateway.search({ keyword: 'a', pcursor: begun.body.pcursor });
    expect(body).toMatchObject({ items: [], pcursor: 'no_more', end: 'unknown', resumed: true });
  });

  test('keeps its cursor within 2 KiB when the platform has long ones', async () => {
    const list = catalogue(1_000);
    const long = (query: URLSearchParams) => {
      const at = query.get('cursor')!.replaceAll('.', '');
      const served = serve(list, new URLSearchParams({ count: query.get('count')!, cursor: at }));
      const isLast = !('cursor' in served) || served.cursor === null;
      return isLast ? served : { ...served, cursor: served.cursor!.padEnd(1_000, '.') };
    };
    providers({ first: long, second: long });
    const pages = await walk({ count: '50' }, (page) => {
      out = [page % 5 === 4 ? 'first' : 'second'];
    });
    expectEachOnce(pages, list);
  });
});

describe('a walk that stays with its provider', () => {
  beforeEach(() => {
    const list = catalogue(30);
    providers({ first: (query) => serve(list, query), second: (query) => serve(list, query) });
  });

  test.each([
    ['economy', ECONOMY],
    ["group u2, which gives the platform's own body", NATIVE],
  ])('%s', async (_, path) => {
    const begun = await gateway.search({ keyword: 'a', count: '10' }, { path });
    out = ['first'];
    const query = { keyword: 'a', count: '10', pcursor: begun.body.pcursor };
    expect((await gateway.search(query, { path })).body.code).toBe('UPSTREAM_ERROR');
    clock.advance(LONG_MS);
    out = [];
    const next = await gateway.search(query, { path });
    expect(next.body.resumed).toBe(false);
    expect(asked.every((request) => request.startsWith('first'))).toBe(true);
    expect(asked.at(-1)).toBe('first 10');
    if (path === NATIVE) expect(Value.Errors(NativePage, next.body)).toEqual([]);
  });

  test('tells an economy caller that the cursor has expired', async () => {
    const begun = await gateway.search({ keyword: 'a', count: '10' }, { path: ECONOMY });
    providers({ first: () => fails('input_rejected') });
    const query = { keyword: 'a', count: '10', pcursor: begun.body.pcursor };
    const { status, body } = await gateway.search(query, { path: ECONOMY });
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});

test('every page that was fetched on the way counts as a cost of the attempt', async () => {
  const list = catalogue(100);
  const costOfSecond = async () => {
    const { body } = await gateway.admin('usage/providers');
    const row = body.rows.find(({ provider }: { provider: string }) => provider === 'second');
    return Math.round(Number(row?.cost ?? 0) * 1e6);
  };
  providers({ first: (query) => serve(list, query), second: (query) => serve(list, query, 10) });
  const begun = await gateway.search({ keyword: 'a', count: '40' });
  out = ['first'];
  const before = await costOfSecond();
  await gateway.search({ keyword: 'a', count: '10', pcursor: begun.body.pcursor });
  expect(asked.filter((request) => request.startsWith('second'))).toHaveLength(5);
  expect((await costOfSecond()) - before).toBe(5 * 2_000);
});
