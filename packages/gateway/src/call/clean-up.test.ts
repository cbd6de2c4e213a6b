// What a call takes apart from money is given back however the call ends: places at a provider, of a key and among the free
// answers, reserved misses, units of a quota, and the pages that a later call still has to count. Each is tried when the ledger
// fails, when the caller disconnects and when the answer comes from the cache. Limits are so low that one lost place refuses the
// next call.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemPorts } from '../assemble/core.ts';
import { inBackground } from '../domain/in-background.ts';
import { createTestClock, type TestClock } from '../storage/contracts/storage.contract.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { PlatformServer } from '../testing/platform-server.ts';
import { simulations } from '../testing/platforms/index.ts';
import { RawConnection, requestText } from '../testing/raw-http.ts';
import type { Script } from '../testing/scripted-platform.ts';
import { type Answer, startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

const GET = '/api/u1/v1/scripted/app/get_video_v2';
const MISSES = 3;
const RATE = { requests: 1_000, per_seconds: 3_600, concurrent: 1 };

/** Runs instead of a storage verb, such as `calls.open`, and may call the real one. */
type Meddle = (verb: string, run: () => Promise<unknown>) => Promise<unknown>;
const leaveAlone: Meddle = (_verb, run) => run();

const server = new PlatformServer(simulations.find(({ connector }) => connector === 'peertube')!);
let gateway: TestGateway;
let clock: TestClock;
let ledger: Storage;
let meddle: Meddle = leaveAlone;
/** The providers that were asked. */
let asked: string[] = [];

const openMeddled: typeof systemPorts.openStorage = async (...given) => {
  ledger = await systemPorts.openStorage(...given);
  const meddled = <Verbs extends object>(group: string, verbs: Verbs): Verbs =>
    Object.fromEntries(
      Object.entries(verbs).map(([name, verb]) => [
        name,
        (...input: unknown[]) => meddle(`${group}.${name}`, () => verb(...input)),
      ]),
    ) as Verbs;
  const { accounts, calls, quotas } = ledger;
  return {
    ...ledger,
    accounts: meddled('accounts', accounts),
    calls: meddled('calls', calls),
    quotas: meddled('quotas', quotas),
  };
};

beforeAll(async () => {
  await server.start();
  server.total = 5;
  const settings = TEST_SETTINGS.replace('platforms: { ', 'platforms: { far: [tube], ')
    .replace(
      'providers:\n',
      `providers:
  tube: { connector: peertube, base_url: "${server.url}", allow_private: true, in_flight_max: 1, quota: { units: 1000 } }
`,
    )
    .replace('first: { connector: scripted }', 'first: { connector: scripted, quota: { units: 1000 } }')
    .replace(/free: \{.*\}/, 'free: { requests: 100000, per_seconds: 60, concurrent: 1 }')
    .replace('limits:\n', `limits:\n  misses: { requests: ${MISSES}, per_seconds: 86400 }\n`)
    .replace('fresh_seconds: 0', 'fresh_seconds: 60');
  clock = createTestClock();
  gateway = await startTestGateway({
    settings,
    ports: { clock, chance: () => 0, openStorage: openMeddled },
  });
  scripted(() => ({ ids: ['1'], cursor: null }));
  // Enough answers for the gateway to know how fast the first provider usually is, so that it may hedge. One of 20 calls may be
  // hedged.
  await Promise.all(Array.from({ length: 200 }, (_, i) => gateway.search({ keyword: `learn ${i}` })));
});
afterEach(() => {
  meddle = leaveAlone;
  server.held = Promise.resolve();
  server.onRequest = () => {};
  scripted(() => ({ ids: ['1'], cursor: null }));
});
afterAll(async () => {
  await gateway.close();
  await server.stop();
});

function scripted(script: Script): void {
  asked = [];
  gateway.script = (query, at) => {
    asked.push(at.provider);
    return script(query, at);
  };
}

const down = () => Promise.reject(new StorageUnavailable('the ledger is away'));
/** These verbs fail until the end of the test, or until `meddle` is set again. */
function failing(...verbs: string[]): void {
  meddle = (verb, run) => (verbs.includes(verb) ? down() : run());
}

/** `reached` resolves when the code arrives at the barrier; `open` lets it pass. */
function barrier() {
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = () => {
    reached.resolve();
    return open.promise;
  };
  return { pass, reached: reached.promise, open: () => open.resolve() };
}

/** A caller that sends a request and disconnects at the barrier. When this resolves, the server has noticed. */
async function hangUp(
  target: string,
  { key, id, at }: { key: string; id?: string; at: ReturnType<typeof barrier> },
) {
  const connection = new RawConnection(gateway.url);
  const chosen = id === undefined ? [] : [`x-reelgate-request-id: ${id}`];
  connection.socket.write(requestText(`GET ${target}`, [`Authorization: Bearer ${key}`, ...chosen]));
  await at.reached;
  connection.socket.resetAndDestroy();
  await connection.closed;
  await gateway.ask('/livez');
  at.open();
}

let drawn = 0;
const fresh = (what = 'word') => `${what}-${++drawn}`;
const newKey = async (rate = RATE) => {
  const account = fresh('account');
  await gateway.newAccount(account);
  return (await gateway.newKey({ account, rate })).secret;
};
const pathOf = (platform: string) => `/api/u1/v1/${platform}/app/search_video_v2`;
const search = (keyword: string, key: string, more: Record<string, string> = {}, id?: string) =>
  gateway.search({ keyword, ...more }, { key, ...(id !== undefined && { id }) });
const far = (keyword: string, key: string) => gateway.search({ keyword }, { key, platform: 'far' });
const statusOf = async (answer: Promise<Answer>) => (await answer).status;
const heldOf = async (key: string) =>
  Number((await gateway.ask('/api/account/v1/balance', { key })).body.held);
const ended = (key: string) => expect.poll(() => heldOf(key)).toBe(0);

async function providerOf(name: string) {
  const { body } = await gateway.admin('providers');
  return body.providers.find((one: { name: string }) => one.name === name);
}

describe('the place at a provider and the place of a key', () => {
  const running = async () => (await providerOf('tube')).gate?.running;
  const held = () => {
    const at = barrier();
    server.onRequest = () => {
      server.onRequest = () => {};
      inBackground(at.pass());
    };
    const answer = Promise.withResolvers<void>();
    server.held = answer.promise;
    return { ...at, open: answer.resolve };
  };

  test('are available again when the ledger cannot write the end of the call', async () => {
    const key = await newKey();
    const at = held();
    const call = far(fresh(), key);
    await at.reached;
    expect([await running(), await statusOf(far(fresh(), key))]).toEqual([1, 429]);
    failing('calls.settle', 'calls.release');
    at.open();
    expect([await statusOf(call), await running()]).toEqual([503, 0]);
    // The place of the key could not be given back while the ledger was failing. Now it can.
    expect(await statusOf(far(fresh(), key))).toBe(429);
    meddle = leaveAlone;
    await ended(key);
    expect([await statusOf(far(fresh(), key)), await running()]).toEqual([200, 0]);
  });

  test('are available again when the ledger cannot count the quota, or cannot open the call', async () => {
    const key = await newKey();
    failing('quotas.take');
    expect([await statusOf(far(fresh(), key)), await running(), await heldOf(key)]).toEqual([503, 0, 0]);
    failing('calls.open');
    expect([await statusOf(far(fresh(), key)), await running(), await heldOf(key)]).toEqual([503, 0, 0]);
    meddle = leaveAlone;
    expect(await statusOf(far(fresh(), key))).toBe(200);
  });

  test('are available again when the caller has disconnected, once the call has ended', async () => {
    const key = await newKey();
    const at = held();
    await hangUp(`${pathOf('far')}?keyword=${fresh()}`, { key, at });
    await ended(key);
    expect(await running()).toBe(0);
    expect(await statusOf(far(fresh(), key))).toBe(200);
  });

  test('are not taken by an answer from the cache, which is given while both are taken', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const known = fresh();
    expect((await far(known, other)).body.receipt.source).toBe('live');
    const at = held();
    const call = far(fresh(), key);
    await at.reached;
    const cached = await Promise.all([1, 2, 3].map(() => far(known, other)));
    expect(cached.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await far(known, other)).body.receipt.source).toBe('cache');
    expect(await running()).toBe(1);
    at.open();
    expect([await statusOf(call), await running(), await heldOf(other)]).toEqual([200, 0, 0]);
    failing('calls.openSettled');
    expect(await statusOf(far(known, other))).toBe(503);
    meddle = leaveAlone;
    expect((await far(known, other)).body.receipt.source).toBe('cache');
  });
});

describe('the place among free answers', () => {
  /** Every kind of free answer, with the verb of the ledger that it waits for. */
  const kinds: [string, string, (keyword: string) => Record<string, string>, string?][] = [
    ['a replay', 'calls.open', (keyword) => ({ keyword, max_age: '0' }), 'paid'],
    ['a replay of what is in the cache', 'calls.openSettled', (keyword) => ({ keyword }), 'paid'],
    ['a page behind the last', 'accounts.find', (keyword) => ({ keyword, pcursor: 'no_more' })],
    ['a dry run', 'calls.preview', (keyword) => ({ keyword, dry_run: '1' })],
    ['a dry run of what is in the cache', 'calls.preview', (keyword) => ({ keyword, dry_run: '1' }), 'seen'],
  ];
  const prepare = async (query: Record<string, string>, key: string, id?: string) => {
    if (id === undefined) return;
    const { dry_run: _, ...bought } = query;
    expect(await statusOf(gateway.search(bought, { key, id }))).toBe(200);
  };

  test.each(kinds)('of %s is available again when the ledger fails', async (_, verb, queryOf, id) => {
    const [key, query] = [await newKey(), queryOf(fresh())];
    await prepare(query, key, id);
    const ask = () => gateway.search(query, { key, ...(id === 'paid' && { id }) });
    let failed = 0;
    meddle = (name, run) => {
      if (name !== verb) return run();
      failed++;
      return down();
    };
    for (let i = 0; i < 2; i++) expect((await ask()).body.code).toBe('STORAGE_UNAVAILABLE');
    expect(failed).toBe(2);
    meddle = leaveAlone;
    for (let i = 0; i < 2; i++) expect(await statusOf(ask())).toBe(200);
  });

  test.each(kinds)('of %s is available again when the caller disconnects', async (_, verb, queryOf, id) => {
    const [key, query] = [await newKey(), queryOf(fresh())];
    await prepare(query, key, id);
    const ask = () => gateway.search(query, { key, ...(id === 'paid' && { id }) });
    const at = barrier();
    meddle = async (name, run) => {
      if (name === verb) await at.pass();
      return run();
    };
    const leaving = hangUp(`${pathOf('scripted')}?${new URLSearchParams(query)}`, {
      ...{ key, at },
      ...(id === 'paid' && { id }),
    });
    await at.reached;
    // It is taken until then.
    expect((await ask()).body).toMatchObject({ code: 'RATE_LIMITED' });
    await leaving;
    meddle = leaveAlone;
    await expect.poll(() => statusOf(ask())).toBe(200);
  });
});

describe('the place among free answers of a check that costs nothing', () => {
  test('is available again after a refusal, twice, and when the ledger fails: a dry run, a quote that no longer holds', async () => {
    const key = await newKey();
    const dear = () => search(fresh(), key, { dry_run: '1', max_price: '0.000001' });
    // With the caller's own id: its answer could have been paid for.
    const quoted = () =>
      gateway.search({ keyword: 'a' }, { key, id: fresh('call'), headers: { 'x-reelgate-quote': 'none' } });
    const codes = async () => [await dear(), await quoted()].map(({ body }) => body.code);
    const refused = await codes();
    expect(refused).not.toContain('RATE_LIMITED');
    expect(await codes()).toEqual(refused);
    failing('calls.preview');
    expect(await codes()).toEqual(['STORAGE_UNAVAILABLE', 'STORAGE_UNAVAILABLE']);
    meddle = leaveAlone;
    expect(await codes()).toEqual(refused);
  });

  test('is available again after a page of a search over many platforms that asks no platform, given or failed', async () => {
    const key = await newKey();
    scripted(() => ({ ids: Array.from({ length: 20 }, (_, n) => `v${n}`), cursor: null }));
    const keyword = fresh();
    const page = (pcursor = '') =>
      gateway.search(
        { keyword, count: '2', platforms: 'scripted', ...(pcursor && { pcursor }) },
        { key, platform: 'all', id: fresh('page') },
      );
    const { pcursor } = (await page()).body;
    failing('calls.open');
    for (let i = 0; i < 2; i++) expect((await page(pcursor)).body.code).toBe('STORAGE_UNAVAILABLE');
    meddle = leaveAlone;
    const second = await page(pcursor);
    expect(second.body.receipt).toMatchObject({ charged: '0.000000' });
    expect((await page(second.body.pcursor)).body.receipt).toMatchObject({ charged: '0.000000' });
  });
});

describe('misses that were reserved', () => {
  const get = (id: string, key: string) => gateway.search({ id }, { path: GET, key });
  /** How many look-ups this account may still miss. */
  const left = async (key: string): Promise<number> => {
    meddle = leaveAlone;
    scripted(() => ({ ids: ['there'], cursor: null }));
    for (let missed = 0; missed <= MISSES; missed++)
      if ((await get(fresh('missing'), key)).status !== 404) return missed;
    return MISSES + 1;
  };
  const all = () => newKey({ ...RATE, concurrent: 10 });

  test('are given back when the ledger fails or a bug throws, and only what was missed counts', async () => {
    const key = await all();
    scripted((query) => ({ ids: [query.get('id')!], cursor: null }));
    for (const verb of ['calls.open', 'calls.settle']) {
      failing(verb);
      for (let i = 0; i <= MISSES; i++) expect(await statusOf(get(fresh('there'), key))).toBe(503);
    }
    meddle = leaveAlone;
    scripted(() => {
      throw new Error('a bug of ours');
    });
    for (let i = 0; i <= MISSES; i++) expect(await statusOf(get(fresh('there'), key))).toBe(500);
    expect(await left(key)).toBe(MISSES);
    const other = await all();
    failing('calls.release');
    expect(await statusOf(get(fresh('missing'), other))).toBe(503);
    expect(await left(other)).toBe(MISSES - 1);
  });

  test.each([
    ['there', MISSES],
    ['missing', MISSES - 1],
  ])('are given back when the caller of something that is %s disconnects', async (what, expected) => {
    const key = await all();
    const id = fresh(what);
    const at = barrier();
    scripted(async () => {
      await at.pass();
      return { ids: what === 'there' ? [id] : [], cursor: null };
    });
    await hangUp(`${GET}?id=${id}`, { key, at });
    await ended(key);
    expect(await left(key)).toBe(expected);
  });

  test('are neither reserved nor counted for what the cache has', async () => {
    const key = await all();
    const [there, missing] = [fresh('there'), fresh('missing')];
    scripted(() => ({ ids: [there], cursor: null }));
    expect([await statusOf(get(there, key)), await statusOf(get(missing, key))]).toEqual([200, 404]);
    asked = [];
    for (let i = 0; i <= MISSES; i++)
      expect([await statusOf(get(there, key)), await statusOf(get(missing, key))]).toEqual([200, 404]);
    expect(asked).toEqual([]);
    expect(await left(key)).toBe(MISSES - 1);
    // Also when the account may miss nothing more.
    expect([await statusOf(get(there, key)), await statusOf(get(missing, key))]).toEqual([200, 404]);
  });
});

describe('units of a quota', () => {
  const used = async () =>
    (await ledger.quotas.used({ of: [{ provider: 'first', per: 'day', reset: 'UTC' }] }))[0]!.usedUnits;
  /** The count as the gateway shows it. */
  const believed = async () => 1_000 - (await providerOf('first')).quota.left;
  const record = (key: string, id = 'there') => gateway.search({ id, max_age: '0' }, { path: GET, key });

  /** The first provider's units are taken, but the ledger answers late: the second provider is asked as a hedge, and wins. */
  function lateUnits(then: () => Promise<void>, giveBack: 'works' | 'fails' = 'works') {
    const back = Promise.withResolvers<void>();
    scripted(() => ({ ids: ['there'], cursor: null }));
    meddle = async (verb, run) => {
      if (verb === 'quotas.giveBack') {
        if (giveBack === 'works') return run().finally(back.resolve);
        back.resolve();
        return down();
      }
      if (verb !== 'quotas.take') return run();
      // The hedge is due when this much time has passed.
      clock.advance(1_000);
      const taken = await run();
      await then();
      return taken;
    };
    return back.promise;
  }

  test('that were taken for an attempt which has lost meanwhile are given back, and nothing is sent for them', async () => {
    const [key, before] = [await newKey(), await used()];
    const answered = Promise.withResolvers<void>();
    const back = lateUnits(() => answered.promise);
    expect(await statusOf(record(key))).toBe(200);
    expect([asked, await used()]).toEqual([['second'], before + 1]);
    answered.resolve();
    await back;
    expect(await believed()).toBe(before);
    expect([asked, await used()]).toEqual([['second'], before]);
  });

  test('are given back likewise when the caller disconnects', async () => {
    const [key, before] = [await newKey(), await used()];
    const answered = Promise.withResolvers<void>();
    const back = lateUnits(() => answered.promise);
    const at = barrier();
    gateway.script = async (_, { provider }) => {
      asked.push(provider);
      await at.pass();
      return { ids: ['there'], cursor: null };
    };
    await hangUp(`${GET}?id=there&max_age=0`, { key, at });
    await ended(key);
    answered.resolve();
    await back;
    expect(await believed()).toBe(before);
    expect([asked, await used()]).toEqual([['second'], before]);
  });

  test('that the ledger cannot take are not counted, and another provider is asked; what it cannot take back is spent', async () => {
    const [key, before] = [await newKey(), await used()];
    scripted(() => ({ ids: ['there'], cursor: null }));
    failing('quotas.take');
    expect(await statusOf(record(key))).toBe(200);
    expect([asked, await used()]).toEqual([['second'], before]);
    const answered = Promise.withResolvers<void>();
    const back = lateUnits(() => answered.promise, 'fails');
    expect(await statusOf(record(key))).toBe(200);
    answered.resolve();
    await back;
    expect(await believed()).toBe(before + 1);
    expect([await used(), asked]).toEqual([before + 1, ['second']]);
  });

  test('are spent once for a call that the ledger could not end, and not for an answer from the cache', async () => {
    const [key, before, id] = [await newKey(), await used(), fresh('there')];
    const get = () => gateway.search({ id }, { path: GET, key });
    scripted(() => ({ ids: [id], cursor: null }));
    failing('calls.settle');
    expect([await statusOf(get()), asked, await used()]).toEqual([503, ['first'], before + 1]);
    meddle = leaveAlone;
    await ended(key);
    for (let i = 0; i < 3; i++) expect(await statusOf(get())).toBe(200);
    expect([asked, await used(), await believed()]).toEqual([['first'], before + 1, before + 1]);
  });
});

describe('pages beyond the first of a call', () => {
  /** Nothing matches: the call fetches three pages, two more than it was admitted with. */
  const three: Script = (query) => ({ ids: [fresh('id')], seconds: [1], cursor: `${query.get('cursor')}+` });
  const LONG = { duration_min: '100' };
  const leftIn = ({ headers }: Answer) =>
    Number(/^"default";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const walker = () => newKey({ requests: 100, per_seconds: 3_600, concurrent: 10 });

  /** A key that owes two pages, and has 99 left. */
  async function debtor(): Promise<string> {
    const key = await walker();
    scripted(three);
    expect(leftIn(await search(fresh(), key, LONG))).toBe(99);
    expect(asked).toHaveLength(3);
    scripted(() => ({ ids: ['1'], cursor: null }));
    return key;
  }

  test('are counted with the next call, once; and those of another key are its own', async () => {
    const [key, other] = [await debtor(), await walker()];
    expect([leftIn(await search(fresh(), other)), leftIn(await search(fresh(), key))]).toEqual([99, 96]);
    expect([leftIn(await search(fresh(), other)), leftIn(await search(fresh(), key))]).toEqual([98, 95]);
  });

  test('are still owed when the ledger cannot open the next call, or refuses it', async () => {
    const key = await debtor();
    failing('calls.open');
    for (let i = 0; i < 2; i++) expect(await statusOf(search(fresh(), key))).toBe(503);
    meddle = leaveAlone;
    expect(await statusOf(search(fresh(), key, { max_price: '0.000001' }))).toBe(402);
    expect(leftIn(await search(fresh(), key))).toBe(96);
    expect(leftIn(await search(fresh(), key))).toBe(95);
  });

  test('are still owed when the ledger cannot end the call that took them', async () => {
    const key = await walker();
    scripted(three);
    failing('calls.settle');
    expect(await statusOf(search(fresh(), key, LONG))).toBe(503);
    meddle = leaveAlone;
    scripted(() => ({ ids: ['1'], cursor: null }));
    expect(leftIn(await search(fresh(), key))).toBe(96);
  });

  test('are owed by a caller that disconnected, and not counted twice when the caller disconnects while they are counted', async () => {
    const key = await walker();
    const at = barrier();
    scripted(async (query, place) => {
      await at.pass();
      return three(query, place);
    });
    await hangUp(`${pathOf('scripted')}?keyword=${fresh()}&duration_min=100`, { key, at });
    await ended(key);
    expect(asked).toHaveLength(3);
    const opening = barrier();
    meddle = async (verb, run) => {
      if (verb === 'calls.open') await opening.pass();
      return run();
    };
    scripted(() => ({ ids: ['1'], cursor: null }));
    await hangUp(`${pathOf('scripted')}?keyword=${fresh()}`, { key, at: opening });
    await expect.poll(() => asked).toHaveLength(1);
    await ended(key);
    expect(leftIn(await search(fresh(), key))).toBe(95);
  });

  test('are counted by an answer from the cache, and are still owed when the ledger cannot write that', async () => {
    const [known, buyer] = [fresh(), await walker()];
    expect(await statusOf(search(known, buyer))).toBe(200);
    const key = await debtor();
    // The first call is opened like a live one, because another account has asked before; later ones are opened and settled in
    // one commit.
    failing('calls.open', 'calls.openSettled');
    for (let i = 0; i < 2; i++) expect(await statusOf(search(known, key))).toBe(503);
    meddle = leaveAlone;
    expect([leftIn(await search(known, key)), leftIn(await search(known, key)), asked]).toEqual([96, 95, []]);
  });
});

describe('an attempt that lost to a "not found"', () => {
  let ends: string[] = [];
  /** The first provider never answers; the second says that there is no such thing. */
  function absentBeside(before: () => Promise<void> = async () => {}): void {
    ends = [];
    scripted(async (_, { provider, signal }) => {
      if (provider === 'first') {
        signal.addEventListener('abort', () => ends.push(provider));
        clock.advance(1_000);
        return new Promise<never>(() => {});
      }
      await before();
      return { ids: [], cursor: null };
    });
  }
  const attemptsOf = async (id: string, key: string) => {
    const { body } = await gateway.ask(`/api/account/v1/requests/${id}`, { key });
    return body.call.attempts.map(({ provider, outcome }: Record<string, string>) => [provider, outcome]);
  };
  const inFlight = async () => (await providerOf('first')).health.in_flight;
  const get = (key: string, missing: string, id: string) =>
    gateway.search({ id: missing }, { path: GET, key, id });
  const both = [
    ['first', 'cancelled'],
    ['second', 'not_found'],
  ];

  test('is ended and recorded', async () => {
    const [key, id] = [await newKey(), fresh('call')];
    absentBeside();
    expect(await statusOf(get(key, fresh('missing'), id))).toBe(404);
    expect([ends, await inFlight(), await attemptsOf(id, key)]).toEqual([['first'], 0, both]);
  });

  test('is ended when the ledger cannot write that', async () => {
    const [key, id] = [await newKey(), fresh('call')];
    absentBeside();
    failing('calls.release');
    expect(await statusOf(get(key, fresh('missing'), id))).toBe(503);
    expect([ends, await inFlight()]).toEqual([['first'], 0]);
    meddle = leaveAlone;
    await ended(key);
  });

  test('is ended and recorded when the caller disconnects', async () => {
    const [key, id, at] = [await newKey(), fresh('call'), barrier()];
    absentBeside(at.pass);
    await hangUp(`${GET}?id=${fresh('missing')}`, { key, id, at });
    await ended(key);
    expect([ends, await inFlight(), await attemptsOf(id, key)]).toEqual([['first'], 0, both]);
  });

  test('is not started again for the same thing: the next call is answered from memory', async () => {
    const [key, other, missing] = [await newKey(), await newKey(), fresh('missing')];
    absentBeside();
    expect(await statusOf(get(key, missing, fresh('call')))).toBe(404);
    asked = [];
    // Another account is told of the attempts that its answer took; the one that made them has them on its first receipt.
    const told = new Map([
      [key, []],
      [other, both],
    ]);
    for (const [by, attempts] of told) {
      const id = fresh('call');
      expect(await statusOf(get(by, missing, id))).toBe(404);
      expect([await attemptsOf(id, by), await heldOf(by)]).toEqual([attempts, 0]);
    }
    expect([asked, await inFlight()]).toEqual([[], 0]);
  });
});
