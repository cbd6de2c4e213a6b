// Filtered searches over real HTTP: which providers are asked, what is left out, how many pages one call takes, and what the
// caller is told.
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NativePage, SearchPage } from '../../operations/video-search.ts';
import { createTestClock, type TestClock } from '../../storage/contracts/storage.contract.ts';
import type { ScriptedAnswer } from '../../testing/scripted-platform.ts';
import { type Answer, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms:
  scripted: [first, second]
  plain: [bare]
  uneven: [bare, first]
  mixed: [first, library]
providers:
  library: { connector: library }
  first: { connector: scripted, cost: "0.001" }
  second: { connector: scripted, cost: "0.002" }
  bare: { connector: scripted, cost: "0.001", options: { filters: none } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }
cache: { fresh_seconds: 0 }
`;
/** Longer than any provider stays ejected or suspended. */
const LONG_MS = 600_000;
const PAGES_MAX = 60;
const NATIVE = '/api/u2/v1/scripted/app/search_video_v2';
const ECONOMY = '/api/u1/v1/scripted/app/search_video';

let gateway: TestGateway;
let clock: TestClock;
let out: string[];
let asked: { provider: string; query: URLSearchParams }[];

beforeAll(async () => {
  clock = createTestClock();
  gateway = await startTestGateway({ settings: SETTINGS, ports: { clock, chance: () => 0 } });
});
beforeEach(async () => {
  await gateway.fundCalls(10_000);
  clock.advance(LONG_MS);
  // Good answers, so that failures of the previous test do not count against a provider.
  gateway.script = () => ({ ids: [], cursor: null });
  for (const platform of ['scripted', 'plain', 'scripted', 'plain']) {
    await gateway.search({ keyword: 'a' }, { platform });
  }
  out = [];
  asked = [];
});
afterAll(() => gateway.close());

/** The lengths of this many videos: the n-th is n seconds long. */
const lengths = (videos: number) => Array.from({ length: videos }, (_, n) => n);
const idOf = (seconds: number) => `video-${seconds}`;

/** Every provider has the same list; pages are at most `size` long, and the cursor is an offset. */
function serve(seconds: readonly number[], size: number): void {
  gateway.script = (query, { provider }): ScriptedAnswer => {
    asked.push({ provider, query });
    if (out.includes(provider)) return { kind: 'unavailable', detail: 'scripted' };
    const from = Number(query.get('cursor') || 0);
    const till = from + Math.min(size, Number(query.get('count')));
    const page = seconds.slice(from, till);
    return { ids: page.map(idOf), seconds: page, cursor: till < seconds.length ? String(till) : null };
  };
}

const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);

async function walk(
  query: Record<string, string>,
  before: (page: number) => void = () => {},
  options: { platform?: string; path?: string } = {},
): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let pcursor = ''; pcursor !== 'no_more' && pages.length < PAGES_MAX; ) {
    before(pages.length);
    const answer = await gateway.search({ keyword: 'a', ...query, pcursor }, options);
    expect(answer.status, answer.text).toBe(200);
    expect(Value.Errors(SearchPage, answer.body)).toEqual([]);
    pages.push(answer);
    pcursor = answer.body.pcursor;
  }
  return pages;
}

describe('a filter that we check', () => {
  test('is exact to the millisecond, and its words mean what they say', async () => {
    const seconds = [19.999, 20, 20.001, 239.999, 240, 1200, 1200.001];
    serve(seconds, 10);
    const found = async (query: object) => idsOf(await gateway.search({ keyword: 'a', ...query }));
    expect(await found({ duration_max: '20' })).toEqual([19.999, 20].map(idOf));
    expect(await found({ duration_min: '20', duration_max: '239' })).toEqual([20, 20.001].map(idOf));
    expect(await found({ duration_max: '239' })).toEqual([19.999, 20, 20.001].map(idOf));
    expect(await found({ duration: 'short' })).toEqual([19.999, 20, 20.001, 239.999].map(idOf));
    expect(await found({ duration: 'medium' })).toEqual([240, 1200].map(idOf));
    expect(await found({ duration: 'long' })).toEqual([1200.001].map(idOf));
  });

  test('fills its page from up to three pages of the provider', async () => {
    serve(lengths(100), 10);
    const { body } = await gateway.search({
      keyword: 'a',
      duration_min: '5',
      duration_max: '24',
      count: '15',
    });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(lengths(20).slice(5).map(idOf));
    expect(body).toMatchObject({ has_more: true, scanned: 20, approximate_filters: [], ignored_filters: [] });
    expect(body.receipt.charged).toBe(body.receipt.unit_price);
  });

  test('after three pages gives a short page, or an empty one, and says how far it looked', async () => {
    serve(lengths(100), 10);
    const short = await gateway.search({ keyword: 'a', duration_min: '28' });
    expect(idsOf(short)).toEqual(['video-28', 'video-29']);
    expect(short.body).toMatchObject({ has_more: true, scanned: 30, total: null });
    const empty = await gateway.search({ keyword: 'a', duration_min: '50' });
    expect(empty.body).toMatchObject({ items: [], has_more: true, scanned: 30 });
    expect(asked).toHaveLength(6);
    const economy = await gateway.search({ keyword: 'a', duration_min: '28' }, { path: ECONOMY });
    expect(idsOf(economy)).toEqual(idsOf(short));
  });

  test('leaves out records without that field, and does not affect other searches', async () => {
    gateway.script = () => ({ ids: ['a', 'b'], cursor: null });
    expect(idsOf(await gateway.search({ keyword: 'a', duration_max: '999' }))).toEqual([]);
    expect(idsOf(await gateway.search({ keyword: 'a', language: 'de' }))).toEqual(['a', 'b']);
  });

  test('gives what it has when the provider fails after a page, and goes on from there', async () => {
    serve(lengths(40), 10);
    const { script } = gateway;
    gateway.script = (query, at) =>
      query.get('cursor') === '10' && out.length > 0
        ? { kind: 'timeout', detail: 'scripted' }
        : script(query, at);
    out = ['second'];
    const first = await gateway.search({ keyword: 'a', duration_min: '3', count: '20' });
    expect(idsOf(first)).toEqual(lengths(10).slice(3).map(idOf));
    out = [];
    const pcursor = first.body.pcursor;
    const next = await gateway.search({ keyword: 'a', duration_min: '3', count: '20', pcursor });
    expect(idsOf(next)).toEqual(lengths(30).slice(10).map(idOf));
  });

  test.each([1, 4, 50])('walked %i a page, gives every match once and nothing else', async (count) => {
    serve(lengths(60), 7);
    const pages = await walk({ duration_min: '20', duration_max: '43', count: String(count) });
    expect(pages.flatMap(idsOf)).toEqual(lengths(44).slice(20).map(idOf));
    const ranks = pages.flatMap(({ body }) => body.items.map(({ rank }: { rank: number }) => rank));
    expect(ranks).toEqual(lengths(24).map((n) => n + 1));
    expect(pages.at(-1)!.body.end).toBe('exhausted');
  });
});

describe('a walk that moves between providers', () => {
  test.each([3, 10])('gives every match once, %i a page with a fail-over on each', async (count) => {
    serve(lengths(120), 9);
    const pages = await walk({ duration_min: '10', duration_max: '69', count: String(count) }, (page) => {
      out = [page % 2 === 0 ? 'second' : 'first'];
    });
    expect(pages.flatMap(idsOf)).toEqual(lengths(70).slice(10).map(idOf));
    expect(pages.slice(1).every(({ body }) => body.resumed)).toBe(true);
  });

  test('where ids are not shared counts positions among the records that pass', async () => {
    const filter = { keyword: '猫', duration_min: '30' };
    const at = { platform: 'mixed' };
    serve(lengths(200), 50);
    out = ['first'];
    const alone = await gateway.search({ ...filter, count: '20' }, at);
    expect(alone.body.items.length).toBeGreaterThan(10);
    clock.advance(LONG_MS);
    out = [];
    const begun = await gateway.search({ ...filter, count: '4' }, at);
    expect(idsOf(begun)).toEqual([30, 31, 32, 33].map(idOf));
    out = ['first'];
    const moved = await gateway.search({ ...filter, count: '5', pcursor: begun.body.pcursor }, at);
    expect(idsOf(moved)).toEqual(idsOf(alone).slice(4, 9));
    expect(moved.body.items[0].rank).toBe(5);
  });

  test('never goes to a provider that cannot apply a filter', async () => {
    serve(lengths(30), 10);
    const at = { platform: 'uneven' };
    const answer = await gateway.search({ keyword: 'a', sort: 'newest' }, at);
    expect(answer.status).toBe(200);
    out = ['first'];
    expect((await gateway.search({ keyword: 'a', sort: 'newest' }, at)).status).toBe(502);
    expect(new Set(asked.map(({ provider }) => provider))).toEqual(new Set(['first']));
  });

  test('does not move from a list that ignores a filter to a list that applies it', async () => {
    serve(lengths(60), 10);
    const at = { platform: 'uneven' };
    const query = { keyword: 'a', sort: 'newest', filters: 'best_effort', count: '5' };
    const begun = await gateway.search(query, at);
    expect(begun.body.ignored_filters).toEqual([]);
    expect(asked.map(({ provider }) => provider)).toEqual(['first']);
    out = ['first'];
    const stuck = await gateway.search({ ...query, pcursor: begun.body.pcursor }, at);
    expect(stuck.status).toBe(502);
    expect(asked.some(({ provider }) => provider === 'bare')).toBe(false);
    // A first page has no position yet, so the other provider may stand in. Its answer says which filter it ignored.
    const other = await gateway.search(query, at);
    expect(other.body.ignored_filters).toEqual(['sort']);
  });
});

describe('a filter that no provider here supports', () => {
  test('is refused, names the platforms that do, sends nothing and costs nothing', async () => {
    serve(lengths(5), 10);
    const before = await gateway.money();
    const { status, body } = await gateway.search({ keyword: 'a', sort: 'likes', region: 'DE' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'FILTER_UNSUPPORTED', charged: '0.000000' });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['sort', 'region']);
    expect(body.errors[0].message).toContain('sort=likes');
    expect(body.errors[0].message).toContain('mixed');
    expect(asked).toEqual([]);
    expect(await gateway.money()).toEqual(before);
  });

  test('passes with best effort, is not sent, and is listed', async () => {
    serve(lengths(5), 10);
    const query = { keyword: 'a', sort: 'likes', language: 'de', filters: 'best_effort' };
    const { status, body } = await gateway.search(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ignored_filters: ['sort'], approximate_filters: ['language'], scanned: 5 });
    expect(asked[0]!.query.get('sort')).toBeNull();
    expect(asked[0]!.query.get('language')).toBe('de');
  });

  test('is every filter that the gateway would have to check, where the answer is the platform’s own body', async () => {
    serve(lengths(5), 10);
    const refused = await gateway.search({ keyword: 'a', duration_min: '3' }, { path: NATIVE });
    expect(refused.body.code).toBe('FILTER_UNSUPPORTED');
    const byWord = await gateway.search({ keyword: 'a', duration: 'medium' }, { path: NATIVE });
    expect(byWord.body.errors).toHaveLength(1);
    expect(byWord.body.errors[0]).toMatchObject({ field: 'duration' });
    expect(byWord.body.errors[0].message).toMatch(
      /^duration is not supported by this platform in group u2; /,
    );
    const { status, body } = await gateway.search({ keyword: 'a', sort: 'newest' }, { path: NATIVE });
    expect(status).toBe(200);
    expect(Value.Errors(NativePage, body)).toEqual([]);
    expect(body).toMatchObject({ approximate_filters: [], ignored_filters: [], scanned: 5 });
  });
});

describe('what a cursor and a request id are bound to', () => {
  test('is every filter, in one form', async () => {
    serve(
      lengths(30).map((n) => 240 + n),
      10,
    );
    const query = { keyword: 'a', sort: 'newest', duration: 'medium', count: '5' };
    const { pcursor } = (await gateway.search(query)).body;
    const other = await gateway.search({ ...query, sort: '', pcursor });
    expect(other.body.code).toBe('INVALID_REQUEST');
    for (const changed of [{ duration: 'long' }, { language: 'de' }, { filters: 'best_effort' }]) {
      const answer = await gateway.search({ ...query, ...changed, pcursor });
      expect(answer.body.code, JSON.stringify(changed)).toBe('INVALID_CURSOR');
    }
    const { duration, ...rest } = query;
    const spelt = { ...rest, duration_min: '0240', duration_max: '01200' };
    expect((await gateway.search({ ...spelt, pcursor })).status).toBe(200);
    const first = await gateway.search(query, { id: 'filtered' });
    expect((await gateway.search(spelt, { id: 'filtered' })).text).toBe(first.text);
    const reused = await gateway.search({ ...query, sort: 'relevance' }, { id: 'filtered' });
    expect(reused.status).toBe(400);
    expect((await gateway.search(rest, { id: 'filtered' })).status).toBe(422);
  });

  test('is the keyword alone where there is no filter, and the answer does not mention filters', async () => {
    serve(lengths(30), 10);
    const { body } = await gateway.search({ keyword: 'a', count: '5' });
    expect(Object.keys(body)).not.toContain('scanned');
    const next = { keyword: 'a', count: '5', pcursor: body.pcursor };
    expect((await gateway.search({ ...next, filters: 'best_effort' })).status).toBe(200);
    expect((await gateway.search({ ...next, sort: 'newest' })).body.code).toBe('INVALID_CURSOR');
  });
});
