// Two nodes that share a cache: an answer that a platform gave one of them, the other gives and charges as from its own memory.
// Whatever is wrong with that cache, calls go on as without it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SharedName } from '../../cache/shared-cache.ts';
import type { Provider } from '../../connectors/connector.ts';
import { systemTimers, type Timers } from '../../domain/clock.ts';
import { createTestClock, type TestClock } from '../../storage/contracts/storage.contract.ts';
import { RespServer } from '../../testing/resp-server.ts';
import { type Answer, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { isMarkOf, saveShared } from './shared-answers.ts';

/**
 * A timeout that no other code uses, so that its timer can be told apart. No look-up is ever late, however busy the machine is.
 */
const LOOK_UP_TIMEOUT_MS = 9_999;
const timers: Timers = (ms, wake) => (ms === LOOK_UP_TIMEOUT_MS ? () => {} : systemTimers(ms, wake));

const settings = (url: string) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second] }
providers: { first: { connector: scripted }, second: { connector: scripted } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, account: { reads: { requests: 1000000, concurrent: 10000 }, writes: { requests: 1000000 } } }
cache: { fresh_seconds: 60, stale_if_error_seconds: 600, price_factor: 0.5, url: "${url}", timeout_ms: ${LOOK_UP_TIMEOUT_MS} }
`;
const GET = '/api/u1/v1/scripted/app/get_video_v2';
const PRICE = 12_000;

let resp: RespServer;
let clock: TestClock;
let one: TestGateway;
let other: TestGateway;
let asked: string[];

beforeAll(async () => {
  clock = createTestClock();
  resp = await RespServer.start(() => clock.nowMs());
  // The clock stands still, so a pause before a repeat would never end.
  const ports = { clock, timers, chance: () => 0 };
  const nodeOf = async (name: string, beside?: TestGateway) => {
    const node = await startTestGateway({ settings: settings(resp.url), ports, ...(beside && { beside }) });
    node.script = (query) => {
      asked.push(name);
      const ids = query.get('ids')?.split(',') ?? [query.get('id') ?? 'a', 'b'];
      return { ids, cursor: query.get('cursor') === '' ? 'next' : null, total: 4 };
    };
    return node;
  };
  one = await nodeOf('one');
  other = await nodeOf('other', one);
});
/** Both nodes stay up; everything they remember has expired. */
beforeEach(() => {
  asked = [];
  resp.values.clear();
  clock.advance(3_600_000);
});
afterAll(async () => {
  await other.close();
  await one.close();
  await resp.close();
});

const spent = async (work: () => Promise<unknown>) => {
  const before = await one.money();
  await work();
  return before.balance - (await one.money()).balance;
};

const putsOf = ({ text }: Answer) =>
  [...text.matchAll(/^reelgate_shared_cache_puts_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  );

/**
 * Asks the first node until its answer lies in the shared cache. The node gives a put up while it connects anew or while the circuit breaker is
 * open, which happens on a busy machine, and the call does not notice: then it is asked once more, when its own memory is past its time.
 */
async function share(...question: Parameters<TestGateway['search']>): Promise<Answer> {
  for (;;) {
    const before = putsOf(await one.metrics());
    const live = await one.search(...question);
    await expect.poll(async () => putsOf(await one.metrics())).toBeGreaterThan(before);
    if (resp.answers > 0) return live;
    asked = [];
    clock.advance(3_600_000);
  }
}

/** The answer without what differs from call to call. */
function contentOf({ body }: Answer) {
  const { request_id: _id, receipt: _receipt, pcursor: _cursor, ...content } = body;
  return JSON.parse(JSON.stringify(content).replaceAll('"cache":"miss"', '"cache":"hit"'));
}

describe('an answer that one node was given', () => {
  test('is given by the other as from its memory, with its age, at the price of a cached one', async () => {
    const live = await share({ keyword: 'cat' });
    clock.advance(5_000);
    let shared: Answer | undefined;
    const cost = await spent(async () => {
      shared = await other.search({ keyword: 'cat' });
    });
    expect(cost).toBe(PRICE / 2);
    expect(shared!.body.receipt).toMatchObject({ source: 'cache', charged: '0.006000' });
    expect(shared!.headers.get('age')).toBe('5');
    expect(contentOf(shared!)).toEqual(contentOf(live));
    expect(asked).toEqual(['one']);
    // From now on this node has the answer in its own memory.
    const looks = resp.commands.length;
    expect((await other.search({ keyword: 'cat' })).body.receipt.source).toBe('cache');
    expect(resp.commands.length).toBe(looks);
  });

  test('is found by a dry run at the other node, at the cached price', async () => {
    await share({ keyword: 'cat' });
    const { body } = await other.search({ keyword: 'cat', dry_run: '1' });
    expect(body).toMatchObject({ would: 'cache', price: '0.006000', providers: [] });
    expect(asked).toEqual(['one']);
  });

  test.each([
    ['with raw records', { keyword: 'cat', include: 'raw' }, {}],
    ['in the platform’s own shape', { keyword: 'cat' }, { path: '/api/u2/v1/scripted/app/search_video_v2' }],
    ['as one record', { id: 'x' }, { path: GET }],
    ['as one record in its own shape', { id: 'x' }, { path: '/api/u2/v1/scripted/app/get_video_v2' }],
    ['as several records', { ids: 's-1,s-2' }, { path: GET }],
    ['with filters', { keyword: 'cat', duration_min: '0', language: 'de' }, {}],
  ])('is the same %s', async (_, query, options) => {
    const live = await share(query, options);
    expect(live.status).toBe(200);
    const shared = await other.search(query, options);
    expect([shared.body.receipt.source, contentOf(shared)]).toEqual(['cache', contentOf(live)]);
    expect(asked).not.toContain('other');
  });

  test('has a cursor that works at either node, and the next page is shared as well', async () => {
    await share({ keyword: 'cat' });
    const { pcursor } = (await other.search({ keyword: 'cat' })).body;
    const second = await one.search({ keyword: 'cat', pcursor });
    await resp.holds(2);
    const shared = await other.search({ keyword: 'cat', pcursor });
    expect([shared.body.receipt.source, contentOf(shared)]).toEqual(['cache', contentOf(second)]);
  });

  test('is not given past its fresh time, but stands in when every provider fails', async () => {
    await share({ keyword: 'cat' });
    clock.advance(60_000);
    const script = other.script;
    other.script = () => ({ kind: 'unavailable', detail: 'scripted' });
    const stale = await other.search({ keyword: 'cat' });
    expect([stale.body.receipt.source, stale.headers.get('age')]).toEqual(['stale', '60']);
    other.script = script;
    expect((await other.search({ keyword: 'cat' })).body.receipt.source).toBe('live');
  });

  test('is not given to a caller that asks for a live, a younger or a different one', async () => {
    await share({ keyword: 'cat' });
    clock.advance(5_000);
    for (const query of [{ max_age: '5' }, { max_age: '0' }, { keyword: 'dog' }, { count: '5' }]) {
      const { body } = await other.search({ keyword: 'cat', ...query });
      expect(body.receipt.source).toBe('live');
    }
  });

  test('is looked up once by equal concurrent calls', async () => {
    await share({ keyword: 'cat' });
    resp.commands.length = 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => other.search({ keyword: 'cat' })));
    expect(answers.map(({ body }) => body.receipt.source)).toEqual(Array(5).fill('cache'));
    // The eras and the answers of two providers, read once. Calls that came later did not read at all.
    expect(resp.commands.filter((command) => command === 'getrange')).toHaveLength(4);
  });

  test('does not reveal in the cache who asked, or for what', async () => {
    await share({ keyword: 'a rare word' }, { id: 'my-own-id' });
    const everything = [...resp.values].map(([name, { value }]) => name + value.toString('latin1')).join();
    for (const secret of ['rare', 'my-own-id', 'demo', one.key]) expect(everything).not.toContain(secret);
  });
});

describe('the name of an answer', () => {
  const PROVIDER: Provider = {
    name: 'first',
    connector: 'scripted',
    baseUrl: 'https://one.example',
    token: 'token-one',
    timeoutMs: 1_000,
    userAgent: 'Reelgate/1',
    options: { region: 'de', account: 'one' },
    publicUrl: 'https://gateway.example',
  };

  interface Named {
    provider?: Partial<Provider>;
    answerForm?: string;
    key?: string;
  }

  /** The names under which an answer is saved, and under which its mark is compared. */
  function namesOf({ provider = {}, answerForm = 'form', key = 'question' }: Named): SharedName[] {
    const names: SharedName[] = [];
    const sharedCache = {
      put: (name: SharedName) => names.push(name),
      markOf: (name: SharedName) => names.push(name),
    };
    const deps = { sharedCache, settings: () => ({ answerForm }) } as never;
    const by = { provider: { ...PROVIDER, ...provider } } as never;
    const asked = { key, by, account: 'acc' };
    const good = { save: () => ({}) } as never;
    const took = { bytes: 4, durationMs: 92 };
    saveShared(deps, { ...asked, good, keep: { freshMs: 1, staleMs: 0 }, took });
    isMarkOf(deps, 'mark', asked);
    return names;
  }

  /** What each field of a provider may be changed to, and whether answers may differ after the change. */
  const CHANGES: { [Field in keyof Provider]: [changed: Provider[Field], decides: boolean][] } = {
    name: [['second', true]],
    connector: [['library', true]],
    baseUrl: [
      ['https://two.example', true],
      [null, true],
    ],
    token: [
      ['token-two', true],
      [null, true],
    ],
    timeoutMs: [[2_000, false]],
    userAgent: [['Reelgate/2', true]],
    options: [
      [{ region: 'fr', account: 'one' }, true],
      [{ region: 'de', account: 'two' }, true],
      [{ region: 'de' }, true],
      [{}, true],
    ],
    publicUrl: [['https://other.example', false]],
  };

  test.each(
    Object.entries(CHANGES).flatMap(([field, changes]) =>
      changes.map(([changed, decides]) => ({ field, changed, decides })),
    ),
  )('changes with $field $changed: $decides', ({ field, changed, decides }) => {
    const before = namesOf({});
    expect(before).toEqual([before[0], before[0], before[0]]);
    for (const name of namesOf({ provider: { [field]: changed } }))
      if (decides) expect(name).not.toEqual(before[0]);
      else expect(name).toEqual(before[0]);
  });

  test.each<Named>([{ answerForm: 'another form' }, { key: 'another question' }])(
    'changes with %j',
    (change) => {
      const [before] = namesOf({});
      for (const name of namesOf(change)) expect(name).not.toEqual(before);
    },
  );
});

describe('calls go on as without a cache', () => {
  /** The node reconnects by itself, and asks the server again when its circuit breaker closes. */
  async function recover(): Promise<void> {
    resp.mood = 'well';
    for (let i = 0; !(await one.metrics()).text.includes('reelgate_shared_cache_up 1'); i++) {
      clock.advance(10_000);
      await one.search({ keyword: `again ${i}` });
    }
  }

  test.each(['cuts', 'babbles', 'refuses'] as const)('when the server %s', async (mood) => {
    resp.mood = mood;
    for (let i = 0; i < 5; i++) {
      const { status, body } = await one.search({ keyword: `cat ${i}` });
      expect([status, body.receipt.source]).toEqual([200, 'live']);
    }
    expect((await one.search({ keyword: 'cat 0' })).body.receipt.source).toBe('cache');
    const { text } = await one.metrics();
    expect(text).toContain('reelgate_shared_cache_up 0');
    await recover();
  });

  test('when it holds other data under the keys', async () => {
    await share({ keyword: 'cat' });
    for (const kept of resp.values.values()) kept.value = Buffer.from('{"charged":"0.000000"}');
    const cost = await spent(() => other.search({ keyword: 'cat' }));
    expect([cost, asked]).toEqual([PRICE, ['one', 'other']]);
  });
});
