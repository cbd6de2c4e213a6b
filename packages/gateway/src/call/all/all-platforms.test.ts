// The promises of a search over many platforms, on a whole gateway and on both databases: one order, each thing once, and a
// charge that is exactly that of the legs that delivered. The test decides when a platform answers and when a deadline passes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../assemble/core.ts';
import type { Timers } from '../../domain/clock.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import type { Script, ScriptedAnswer, ScriptedPage } from '../../testing/scripted-platform.ts';
import {
  type Answer,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
} from '../../testing/test-gateway.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
/** Platforms whose failures affect no other test: a provider that fails is ejected for a while. */
const BAD_NAMES = ['sour', 'bitter', 'busy', 'dead', 'odd'];
const PRICE = 12_000;
const DEAR = 30_000;

const SETTINGS = TEST_SETTINGS.replace(
  /platforms:[^\n]*\n/,
  `platforms: { library: [library], ${[...NAMES, ...BAD_NAMES].map((name) => `${name}: [${name}]`).join(', ')}, plain: [plain] }\n`,
)
  .replace(
    / {2}first:[^\n]*\n {2}second:[^\n]*\n/,
    `${[...NAMES, ...BAD_NAMES].map((name) => `  ${name}: { connector: scripted }\n`).join('')}  plain: { connector: scripted, options: { filters: none } }\n`,
  )
  .concat(`
prices:
  endpoints:
    - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.012" }
    - { path: "/api/*/v1/*/app/search_video", unit_price: "0.004" }
    - { path: "/api/u1/v1/all/app/search_video", unit_price: "0", free_per_day: 1 }
    - { path: "/api/*/v1/delta/app/search_video_v2", unit_price: "0.03" }
    - { path: "/api/*/v1/epsilon/app/search_video_v2", unit: item, unit_price: "0.001" }
`);

/** What a platform does: gives its list page by page, or anything else. */
type Behaviour = (query: URLSearchParams) => ScriptedAnswer | Promise<ScriptedAnswer>;

const ids = (name: string, many: number) => Array.from({ length: many }, (_, i) => `${name}-${i + 1}`);

/** A list, in pages of at most `most` items. */
function list(all: readonly string[], most = 50): Behaviour {
  return (query): ScriptedPage => {
    const from = Number(query.get('cursor') || 0);
    const till = from + Math.min(most, Number(query.get('count')));
    return { ids: all.slice(from, till), cursor: till < all.length ? String(till) : null };
  };
}

const refuses: Behaviour = () => ({ kind: 'refused', detail: 'no' });

describe.each(['SQLite', 'PostgreSQL'])('a search over many platforms, on %s,', (database) => {
  let gateway: TestGateway;
  let drop = async () => {};
  let behaviours: Record<string, Behaviour>;
  let requests = 0;
  let asked: string[];
  /** Timers by their duration in milliseconds; the test fires them. */
  let timers: Map<number, () => void>;

  const manual: Timers = (ms, wake) => {
    timers.set(ms, wake);
    return () => timers.delete(ms);
  };

  /** The legs whose late pages were stored. */
  let kept: string[];
  /** The ids under which walks were stored. */
  let states: Set<string>;
  let isLedgerAway = false;

  const watched: typeof openStorage = async (...given) => {
    const storage = await openStorage(...given);
    const put: typeof storage.walkStates.put = async (input) => {
      const result = await storage.walkStates.put(input);
      kept.push(input.part);
      states.add(input.id);
      return result;
    };
    const settle: typeof storage.calls.settle = (input) =>
      isLedgerAway ? Promise.reject(new StorageUnavailable('away')) : storage.calls.settle(input);
    return {
      ...storage,
      walkStates: { ...storage.walkStates, put },
      calls: { ...storage.calls, settle },
    };
  };

  const script: Script = (query, { provider }) => {
    asked.push(provider);
    return behaviours[provider]?.(query) ?? { ids: [], cursor: null };
  };

  beforeAll(async () => {
    timers = new Map();
    let settings = SETTINGS;
    if (database === 'PostgreSQL') {
      const fresh = await freshDatabase();
      settings += `storage: "${fresh.url}"\n`;
      drop = fresh.drop;
    }
    gateway = await startTestGateway({ settings, script, ports: { timers: manual, openStorage: watched } });
  });
  afterAll(async () => {
    await gateway.close();
    await drop();
  });
  beforeEach(async () => {
    asked = [];
    kept = [];
    states = new Set();
    behaviours = Object.fromEntries(NAMES.map((name) => [name, list(ids(name, 50))]));
    await gateway.fundCalls(1_000 + ++requests);
  });

  const ask = (query: Record<string, string>, options: Parameters<TestGateway['search']>[1] = {}) =>
    gateway.search(
      { keyword: newWord(), platforms: 'alpha,beta,gamma', ...query },
      { platform: 'all', ...options },
    );
  /** No title has it, so that all items fit alike. */
  const newWord = () =>
    `word${String(++requests).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`;
  const idsIn = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id);
  const statuses = ({ body }: Answer) =>
    Object.fromEntries(
      body.platforms.map((one: { platform: string; status: string }) => [one.platform, one.status]),
    );
  const charges = ({ body }: Answer) =>
    Object.fromEntries(
      body.platforms.map((one: { platform: string; charged: string }) => [
        one.platform,
        Math.round(Number(one.charged) * 1e6),
      ]),
    );
  const micros = (text: string) => Math.round(Number(text) * 1e6);

  /** Delays the platform's answer until `release`. */
  function hold(name: string): { begun: Promise<void>; release(): void } {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const usual = behaviours[name]!;
    behaviours[name] = async (query) => {
      begun.resolve();
      await gate.promise;
      return usual(query);
    };
    return { begun: begun.promise, release: () => gate.resolve() };
  }

  /** Reads the pages of one search to the end. */
  async function walk(query: Record<string, string>, keyword = newWord()): Promise<Answer[]> {
    const pages: Answer[] = [];
    for (let pcursor = ''; pcursor !== 'no_more'; ) {
      const page = await ask({ ...query, keyword, ...(pcursor && { pcursor }) });
      expect(page.status).toBe(200);
      pages.push(page);
      expect(pages.length).toBeLessThan(100);
      pcursor = page.body.pcursor;
    }
    return pages;
  }

  test('takes from each in turn, charges each leg, and says so in the receipt', async () => {
    const before = await gateway.money();
    const page = await ask({ count: '6' });
    expect(idsIn(page)).toEqual(['alpha-1', 'beta-1', 'gamma-1', 'alpha-2', 'beta-2', 'gamma-2']);
    expect(page.body.items.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(page.body).toMatchObject({ platform: 'all', has_more: true, end: 'more', total: null });
    expect(page.body.receipt).toMatchObject({
      ...{ unit: 'leg', unit_price: '0.036000', charged: '0.036000', source: 'live' },
      sum: 'alpha 0.012000 + beta 0.012000 + gamma 0.012000',
      legs: ['alpha', 'beta', 'gamma'].map((platform) => ({
        ...{ platform, unit: 'call', unit_price: '0.012000', items: 20, charged: '0.012000' },
      })),
    });
    expect(page.body.platforms[1]).toMatchObject({
      ...{ platform: 'beta', provider: 'beta', status: 'ok', items: 2, end: 'more', charged: '0.012000' },
    });
    expect(page.headers.get('x-reelgate-charged')).toBe('0.036000');
    expect(before.balance - (await gateway.money()).balance).toBe(3 * PRICE);
  });

  test('puts what has more words of the question first, in one order for every page size, for the same money', async () => {
    const keyword = 'video 7 27 47';
    const large = await walk({ count: '20' }, keyword);
    expect(idsIn(large[0]!).slice(0, 5)).toEqual(['alpha-7', 'beta-7', 'gamma-7', 'alpha-1', 'beta-1']);
    const before = await gateway.money();
    const small = await walk({ count: '7' }, keyword);
    expect(small.flatMap(idsIn)).toEqual(large.flatMap(idsIn));
    expect(before.balance - (await gateway.money()).balance).toBe(3 * 3 * PRICE);
  });

  test('gives every item of every platform once, in one order for every page size, and pays for each of their pages once', async () => {
    const before = await gateway.money();
    const small = await walk({ count: '7' });
    const paid = before.balance - (await gateway.money()).balance;
    const large = await walk({ count: '50' });
    const seen = small.flatMap(idsIn);
    expect(new Set(seen).size).toBe(150);
    expect(seen).toEqual(large.flatMap(idsIn));
    // Fifty items of each, twenty at a time: three pages of three platforms.
    expect(paid).toBe(3 * 3 * PRICE);
    expect(small.at(-1)!.body).toMatchObject({ end: 'exhausted', has_more: false });
    const free = small.find(({ body }) => body.receipt.charged === '0.000000')!;
    expect(free.body.receipt).toMatchObject({ sum: 'paid with an earlier page', legs: [], source: 'cache' });
  });

  test('shows an item of two platforms once, with its other address', async () => {
    behaviours.beta = list(['shared', 'beta-1']);
    behaviours.alpha = list(['alpha-1', 'alpha-2']);
    const [page] = await walk({ platforms: 'alpha,beta', count: '50' });
    expect(idsIn(page!)).toEqual(['alpha-1', 'shared', 'alpha-2', 'beta-1']);
  });

  test('distinguishes a platform that refused, one that could not be reached, and one whose answer was unusable', async () => {
    behaviours.sour = refuses;
    behaviours.dead = () => ({ kind: 'unavailable', detail: 'ECONNREFUSED' });
    behaviours.odd = () => ({ kind: 'bad_response', detail: 'not JSON' });
    const page = await ask({ platforms: 'alpha,sour,dead,odd' });
    expect(statuses(page)).toEqual({ alpha: 'ok', sour: 'refused', dead: 'unreachable', odd: 'failed' });
    expect(charges(page)).toEqual({ alpha: PRICE, sour: 0, dead: 0, odd: 0 });
  });

  test('charges only legs that delivered, each at its own price', async () => {
    behaviours.sour = refuses;
    behaviours.gamma = list([]);
    behaviours.epsilon = list(ids('epsilon', 4));
    const before = await gateway.money();
    const page = await ask({ platforms: 'alpha,sour,gamma,delta,epsilon' });
    expect(statuses(page)).toEqual({
      ...{ alpha: 'ok', sour: 'refused', gamma: 'empty', delta: 'ok', epsilon: 'ok' },
    });
    const expected = { alpha: PRICE, sour: 0, gamma: PRICE, delta: DEAR, epsilon: 4_000 };
    expect(charges(page)).toEqual(expected);
    const sum = Object.values(expected).reduce((a, b) => a + b);
    expect(micros(page.body.receipt.charged)).toBe(sum);
    expect(before.balance - (await gateway.money()).balance).toBe(sum);
    expect((await gateway.money()).held).toBe(0);
  });

  test('fails with what most legs failed with when none delivers, and charges nothing', async () => {
    behaviours.sour = refuses;
    behaviours.busy = () => ({ kind: 'rate_limited', detail: 'quota' });
    behaviours.bitter = refuses;
    const before = await gateway.money();
    const answer = await ask({ platforms: 'busy,sour,bitter' });
    expect(answer.body).toMatchObject({ code: 'UPSTREAM_REFUSED', charged: '0.000000' });
    expect(await gateway.money()).toEqual(before);
  });

  test('is replayed under its id, byte for byte, whatever the platforms do since', async () => {
    const query = { keyword: 'replay', count: '4' };
    const first = await ask(query, { id: `replay-${database}` });
    behaviours = {};
    const before = await gateway.money();
    const again = await ask(query, { id: `replay-${database}` });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-reelgate-replayed')).toBe('true');
    expect(await gateway.money()).toEqual(before);
    const other = await ask({ ...query, platforms: 'alpha' }, { id: `replay-${database}` });
    expect(other.body.code).toBe('REQUEST_ID_REUSED');
  });

  test('gives the same second page twice, under two ids', async () => {
    const keyword = 'twice';
    const first = await ask({ keyword, count: '5' });
    const next = () => ask({ keyword, count: '5', pcursor: first.body.pcursor });
    const [one, two] = [await next(), await next()];
    expect(idsIn(one)).toEqual(idsIn(two));
    expect(one.body.receipt.charged).toBe('0.000000');
  });

  describe('has pages that ask no platform,', () => {
    const callsOf = async (key: string) =>
      (await gateway.ask('/api/account/v1/requests?limit=500', { key })).body.calls.length;

    test('each of which is one stored answer, under however many ids it is asked for, one by one and at once', async () => {
      const { secret: key } = await gateway.newAccount(`kept-${database}`);
      const keyword = 'kept';
      const first = await ask({ keyword, count: '5' }, { key, id: 'root' });
      let pcursor: string = first.body.pcursor;
      for (const page of [2, 3]) {
        const next = (id: string) => ask({ keyword, count: '5', pcursor }, { key, id: `${page}-${id}` });
        const crowd = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(next));
        const all = [...crowd, await next('g'), await next('a')];
        expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        expect(all[0]!.body.request_id).toMatch(new RegExp(`^${page}-[a-f]$`));
        expect(all.at(-1)!.headers.get('x-reelgate-replayed')).toBe('true');
        expect(await callsOf(key)).toBe(page);
        pcursor = all[0]!.body.pcursor;
      }
      expect(states.size).toBe(3);
    });

    test('of which another account, and a caller without its own id, get a separate one', async () => {
      const { secret: key } = await gateway.newAccount(`own-${database}`);
      const keyword = 'own';
      const first = await ask({ keyword, count: '5' }, { key, id: 'root' });
      const next = (options: object) => ask({ keyword, count: '5', pcursor: first.body.pcursor }, options);
      const [stored, plain] = [await next({ key, id: 'mine' }), await next({ key })];
      expect(idsIn(plain)).toEqual(idsIn(stored));
      expect(plain.body.request_id).not.toBe('mine');
      expect((await next({ id: 'mine' })).body.code).toBe('INVALID_CURSOR');
    });

    test('that is stored under the same id when its first commit was lost', async () => {
      const { secret: key } = await gateway.newAccount(`lost-${database}`);
      const keyword = 'lost page';
      const first = await ask({ keyword, count: '5' }, { key, id: 'root' });
      const next = (id: string) => ask({ keyword, count: '5', pcursor: first.body.pcursor }, { key, id });
      isLedgerAway = true;
      const lost = await next('a');
      isLedgerAway = false;
      expect(lost.body.code).toBe('STORAGE_UNAVAILABLE');
      await expect.poll(async () => (await next('b')).body.request_id).toBe('a');
      expect((await next('a')).headers.get('x-reelgate-replayed')).toBe('true');
      expect(await callsOf(key)).toBe(2);
    });

    test('in a limited number of sizes for each cursor; a position is stored once, whatever page sizes led to it', async () => {
      const { secret: key } = await gateway.newAccount(`sizes-${database}`);
      const keyword = 'sizes';
      const first = await ask({ keyword, count: '5' }, { key, id: 'root' });
      const at = (pcursor: string, count: number) =>
        ask({ keyword, count: String(count), pcursor }, { key, id: `${count}-${pcursor.slice(-9)}` });
      const root = first.body.pcursor;
      const [two, four] = [await at(root, 2), await at(root, 4)];
      const twice = await at(two.body.pcursor, 2);
      expect(idsIn(four)).toEqual([...idsIn(two), ...idsIn(twice)]);
      expect(states.size).toBe(3);
      expect(idsIn(await at(twice.body.pcursor, 3))).toEqual(idsIn(await at(four.body.pcursor, 3)));
      expect((await at(root, 3)).status).toBe(200);
      expect((await at(root, 6)).body).toMatchObject({ status: 400, errors: [{ field: 'count' }] });
      // Sizes that are stored can still be replayed.
      expect((await at(root, 2)).text).toBe(two.text);
    });
  });

  test('answers after the soft deadline without a leg that is late, and has its items on the next page', async () => {
    const late = hold('beta');
    const before = await gateway.money();
    const keyword = 'late';
    const query = { keyword, platforms: 'alpha,beta', count: '3' };
    const asking = ask(query);
    await late.begun;
    timers.get(3_000)!();
    const first = await asking;
    expect(idsIn(first)).toEqual(['alpha-1', 'alpha-2', 'alpha-3']);
    expect(statuses(first)).toEqual({ alpha: 'ok', beta: 'late' });
    expect(before.balance - (await gateway.money()).balance).toBe(PRICE);
    late.release();
    await expect.poll(() => kept).toContain('beta');
    asked = [];
    const second = await ask({ ...query, pcursor: first.body.pcursor });
    expect(idsIn(second)).toEqual(['beta-1', 'beta-2', 'beta-3']);
    expect(charges(second)).toEqual({ alpha: 0, beta: PRICE });
    expect(asked).toEqual([]);
    expect(before.balance - (await gateway.money()).balance).toBe(2 * PRICE);
  });

  test('answers after the hard deadline in any case; a leg that did not make it is not charged', async () => {
    const slow = ['alpha', 'beta'].map(hold);
    const query = { keyword: 'hard', platforms: 'alpha,beta' };
    const before = await gateway.money();
    const asking = ask(query);
    await Promise.all(slow.map(({ begun }) => begun));
    timers.get(3_000)!();
    timers.get(8_000)!();
    const answer = await asking;
    expect(answer.body).toMatchObject({ code: 'UPSTREAM_TIMEOUT', charged: '0.000000' });
    expect(await gateway.money()).toEqual(before);
    for (const { release } of slow) release();
  });

  test('of which one platform never answers, one refuses and one ends early, leaves out nothing of the others', async () => {
    behaviours.bitter = () => ({ kind: 'timeout', detail: 'too late' });
    behaviours.sour = refuses;
    behaviours.gamma = list(ids('gamma', 3));
    behaviours.epsilon = list(ids('epsilon', 30));
    const before = await gateway.money();
    const pages = await walk({ platforms: 'bitter,sour,gamma,delta,epsilon', count: '20' });
    const seen = pages.flatMap(idsIn);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(
      [...ids('gamma', 3), ...ids('delta', 50), ...ids('epsilon', 30)].toSorted(),
    );
    expect(statuses(pages[0]!)).toMatchObject({ bitter: 'timeout', sour: 'refused', gamma: 'ok' });
    // Those legs were given up, so the gateway cannot claim that there is no more.
    expect(pages.at(-1)!.body.end).toBe('unknown');
    const paid = pages.map(({ body }) => micros(body.receipt.charged)).reduce((a, b) => a + b);
    const byLeg = pages.flatMap((page) => Object.values(charges(page))).reduce((a, b) => a + b);
    expect(byLeg).toBe(paid);
    expect(paid).toBe(PRICE + 3 * DEAR + 30 * 1_000);
    expect(before.balance - (await gateway.money()).balance).toBe(paid);
  });

  test('charges nothing when the ledger is lost before the commit, and everything once under the same id', async () => {
    const query = { keyword: 'lost', count: '4' };
    const before = await gateway.money();
    isLedgerAway = true;
    const lost = await ask(query, { id: `lost-${database}` });
    isLedgerAway = false;
    expect(lost.body.code).toBe('STORAGE_UNAVAILABLE');
    await expect.poll(() => gateway.money()).toEqual(before);
    const again = await ask(query, { id: `lost-${database}` });
    expect(again.status).toBe(200);
    expect(before.balance - (await gateway.money()).balance).toBe(3 * PRICE);
  });

  test('compares the most that it can cost with ceilings, caps and the balance', async () => {
    const before = await gateway.money();
    expect((await ask({ max_price: '0.035999' })).body).toMatchObject({
      code: 'PRICE_CEILING',
      price: '0.036000',
    });
    const narrow = await gateway.newKey({ max_call: '0.03' });
    expect((await ask({}, { key: narrow.secret })).body.code).toBe('PRICE_CEILING');
    const capped = await gateway.newKey({ total_cap: '0.06' });
    expect((await ask({}, { key: capped.secret })).status).toBe(200);
    expect((await ask({}, { key: capped.secret })).body).toMatchObject({ code: 'SPEND_CAP_REACHED' });
    expect(before.balance - (await gateway.money()).balance).toBe(3 * PRICE);
    await gateway.fundCalls(2);
    expect((await ask({})).body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', price: '0.036000' });
    expect((await ask({ platforms: 'alpha,beta', max_price: '0.024' })).status).toBe(200);
  });

  test('has a price that is quoted, and holds when the call is made with the quote', async () => {
    const path = '/api/u1/v1/all/app/search_video_v2';
    const quoted = await gateway.ask(`/api/pricing/v1/quote?path=${path}&platforms=alpha,delta`);
    expect(quoted.body).toMatchObject({ unit: 'leg', unit_price: '0.042000', most: '0.042000' });
    expect(quoted.body.legs.map(({ platform }: { platform: string }) => platform)).toEqual([
      'alpha',
      'delta',
    ]);
    const headers = { 'x-reelgate-quote': quoted.body.quote };
    expect((await ask({ platforms: 'alpha,delta' }, { headers })).body.receipt.charged).toBe('0.042000');
    const foreign = { 'x-reelgate-quote': `${quoted.body.quote.slice(0, -4)}AAAA` };
    expect((await ask({}, { headers: foreign })).body.code).toBe('INVALID_QUOTE');
    const { body } = await gateway.ask(`/api/pricing/v1/endpoints?path=${path}`);
    expect(body.endpoints[0]).toMatchObject({ unit: 'leg', platform: 'all' });
  });

  test('is quoted, tried and charged alike, however its platforms are written', async () => {
    const path = '/api/u1/v1/all/app/search_video_v2';
    for (const platforms of ['alpha, delta', ' delta ,alpha', 'alpha,delta,alpha', 'delta']) {
      const named = new URLSearchParams({ platforms });
      const quotes = [
        `${new URLSearchParams({ path })}&${named}`,
        `${new URLSearchParams({ path: `${path}?${named}` })}`,
      ];
      const told = quotes.map((query) => gateway.ask(`/api/pricing/v1/quote?${query}`));
      const [own, inPath] = (await Promise.all(told)).map(({ body }) => body.most);
      const dry = await ask({ dry_run: '1', platforms });
      const { receipt } = (await ask({ platforms })).body;
      expect([platforms, own, inPath, dry.body.price]).toEqual([
        platforms,
        ...Array(3).fill(receipt.charged),
      ]);
    }
  });

  test('can be tried as a dry run, which changes nothing', async () => {
    const before = await gateway.money();
    const dry = await ask({ dry_run: '1', platforms: 'alpha,delta' });
    expect(dry.body).toMatchObject({
      ...{ dry_run: true, unit: 'leg', price: '0.042000', would: 'live', providers: ['alpha', 'delta'] },
    });
    expect(asked).toEqual([]);
    expect(await gateway.money()).toEqual(before);
  });

  test('leaves out a platform that cannot apply a filter, and says so', async () => {
    const query = { platforms: 'alpha,plain', duration_min: '1' };
    const page = await ask(query);
    expect(statuses(page)).toEqual({ alpha: expect.any(String), plain: 'skipped_filter' });
    expect(asked).not.toContain('plain');
    const nobody = await ask({ ...query, platforms: 'plain' });
    expect(nobody.body.code).toBe('FILTER_UNSUPPORTED');
    const sorted = await ask({ platforms: 'alpha,plain', sort: 'newest', filters: 'best_effort' });
    expect(statuses(sorted)).toMatchObject({ plain: 'skipped_filter' });
  });

  test('gives the platforms’ own records with include=raw, also on a stored page', async () => {
    const query = { keyword: 'raw', platforms: 'alpha,beta', count: '2', include: 'raw' };
    const first = await ask(query);
    const second = await ask({ ...query, pcursor: first.body.pcursor });
    const rawsOf = ({ body }: Answer) => body.items.map((item: { raw: { id: string } }) => item.raw.id);
    expect(rawsOf(first)).toEqual(['alpha-1', 'beta-1']);
    expect(rawsOf(second)).toEqual(['alpha-2', 'beta-2']);
    expect(second.body.items[0]).toMatchObject({ id: 'alpha-2', rank: 3, source: { cache: 'miss' } });
  });

  test('asks only platforms that its key allows', async () => {
    const { secret } = await gateway.newKey({ platforms: ['alpha', 'beta'] });
    const page = await gateway.search({ keyword: 'mine' }, { platform: 'all', key: secret });
    expect(Object.keys(statuses(page))).toEqual(['alpha', 'beta']);
    expect((await ask({}, { key: secret })).body.code).toBe('FORBIDDEN');
  });

  test('refuses invalid parameters, names the field, and charges nothing', async () => {
    const before = await gateway.money();
    const wrong: [Record<string, string>, string][] = [
      [{ platforms: 'alpha,nobody' }, 'INVALID_REQUEST'],
      [{ platforms: 'alpha,,beta' }, 'INVALID_REQUEST'],
      [{ platforms: Array.from({ length: 13 }, (_, i) => `p${i}`).join(',') }, 'INVALID_REQUEST'],
      [{ pcursor: 'nonsense' }, 'INVALID_CURSOR'],
    ];
    for (const [query, code] of wrong) {
      const answer = await ask(query);
      expect(answer.body.code).toBe(code);
      expect(answer.body.errors[0].field).toBe(Object.keys(query)[0]);
    }
    const alone = await gateway.search({ keyword: 'x', platforms: 'alpha' }, { platform: 'alpha' });
    expect(alone.body.errors[0].field).toBe('platforms');
    const own = await gateway.search({ keyword: 'x' }, { path: '/api/u2/v1/all/app/search_video' });
    expect(own.body.code).toBe('PLATFORM_NOT_FOUND');
    const other = await gateway.search({ id: 'x' }, { path: '/api/u1/v1/all/app/get_video' });
    expect(other.body.code).toBe('OPERATION_NOT_SUPPORTED');
    expect(await gateway.money()).toEqual(before);
  });

  test('has a cursor that works only for its own account and its own question', async () => {
    const keyword = 'own';
    const { body } = await ask({ keyword });
    expect((await ask({ keyword: 'another', pcursor: body.pcursor })).body.code).toBe('INVALID_CURSOR');
    expect((await ask({ keyword, pcursor: body.pcursor, platforms: 'alpha' })).body.code).toBe(
      'INVALID_CURSOR',
    );
    const over = await ask({ keyword, pcursor: 'no_more' });
    expect(over.body).toMatchObject({ items: [], platforms: [], receipt: { charged: '0.000000' } });
  });

  test('searches every platform that supports it when none is named, and is free while an allowance for its path lasts', async () => {
    const path = '/api/u1/v1/all/app/search_video';
    const before = await gateway.money();
    const free = await gateway.search({ keyword: 'free', count: '50' }, { path });
    expect(free.body.receipt).toMatchObject({ charged: '0.000000', sum: 'free: within the daily allowance' });
    expect(await gateway.money()).toEqual(before);
    const page = await gateway.search({ keyword: 'all', count: '50' }, { path });
    expect(Object.keys(statuses(page))).toEqual(['library', ...NAMES, ...BAD_NAMES, 'plain']);
    const delivered = Object.values(charges(page)).filter((charged) => charged === 4_000);
    expect(page.body.receipt.charged).toBe((delivered.length * 0.004).toFixed(6));
  });
});
