// The public status: who may read it, what it tells, and what it never tells: providers, and numbers of calls.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../domain/duration.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { readOutcomes } from '../../storage/nouns/outcomes.ts';
import type { PathOutcomes, Storage } from '../../storage/storage.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway, testConfig } from '../../testing/test-gateway.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { serviceStatus } from './status.account.ts';
import { createStatusFigures, MONTH_DAYS, MONTH_SECONDS, STATUS_SECONDS } from './status-figures.ts';

const ROUTE = '/api/status/v1';
/** Names that nothing else in an answer has. */
const PROVIDERS = ['acme-feed', 'zeta-feed'];
const SETTINGS = TEST_SETTINGS.replace('[first, second]', `[${PROVIDERS.join(', ')}]`)
  .replace('first:', 'acme-feed:')
  .replace('second:', 'zeta-feed:');

const clock = createShiftedClock();
let gateway: TestGateway;
let other: { id: string; secret: string };
beforeAll(async () => {
  gateway = await startTestGateway({ settings: SETTINGS, ports: { clock } });
  other = await gateway.newAccount('other', '100');
});
afterAll(() => gateway.close());

interface Window {
  success: number;
  p95_ms: number | null;
  refused: number;
}
interface Row {
  platform: string;
  operation: string;
  state: string;
  cause: string | null;
  hour: Window | null;
  day: Window | null;
  month: Window | null;
}

async function rows(key?: string | null): Promise<Row[]> {
  const { status, body, text } = await gateway.ask(ROUTE, key === undefined ? {} : { key });
  expect([status, text]).toEqual([200, text]);
  return body.operations;
}

async function searches(key?: string | null): Promise<Row> {
  const all = await rows(key);
  return all.find(({ platform, operation }) => platform === 'scripted' && operation === 'video.search')!;
}

/** The figures are read again. */
const later = (ms = STATUS_SECONDS * 1_000) => clock.advance(ms);

async function search(times: number, ids: string): Promise<number[]> {
  const all = [];
  for (let n = 0; n < times; n++)
    all.push((await gateway.search({ keyword: 'a' }, { id: `${ids}-${n}` })).status);
  return all;
}

test('19 calls are not enough for figures, 20 are; those of the next minute are not there before it', async () => {
  expect(await search(19, 'few')).toEqual(Array(19).fill(200));
  const few = await searches();
  expect(few).toMatchObject({ state: 'unknown', cause: null, hour: null, day: null, month: null });
  await search(1, 'enough');
  expect(await searches()).toEqual(few);
  later();
  const enough = await searches();
  expect(enough).toMatchObject({ state: 'good', hour: { success: 1, refused: 0 }, day: { success: 1 } });
  // A month is read again after a quarter of an hour.
  expect(enough.month).toBeNull();
  later(MONTH_SECONDS * 1_000);
  expect((await searches()).month).toEqual(enough.hour);
});

test('what the caller got wrong is not counted; what the platform refuses is', async () => {
  gateway.script = () => ({ ids: ['1'], cursor: null });
  for (let n = 0; n < 40; n++)
    expect((await gateway.ask(`/api/u1/v1/scripted/app/get_video_v2?id=none-${n}`)).status).toBe(404);
  gateway.script = () => ({ kind: 'refused', detail: 'no' });
  const refused = await search(5, 'refused');
  gateway.script = () => ({ ids: ['1'], cursor: null });
  expect(refused.every((status) => status >= 502)).toBe(true);
  later();
  const all = await rows();
  expect(
    all.find(({ platform, operation }) => `${platform} ${operation}` === 'scripted video.get'),
  ).toMatchObject({ hour: null, day: null });
  const { hour, state, cause } = await searches();
  expect(hour!.refused).toBeGreaterThan(0);
  expect([hour!.success, state, cause]).toEqual([1 - hour!.refused, 'unsteady', 'platform']);
});

test('an account that looks up in vain, with one id or with many, makes no platform look broken', async () => {
  const video = async () => {
    later();
    return (await rows()).find(
      ({ platform, operation }) => `${platform} ${operation}` === 'scripted video.get',
    )!;
  };
  const get = (id: string, requestId: string, key = gateway.key, platform = 'scripted') =>
    gateway.ask(`/api/u1/v1/${platform}/app/get_video_v2?id=${id}`, {
      key,
      headers: { 'x-reelgate-request-id': requestId },
    });
  later(2 * HOUR_MS);
  for (let n = 0; n < 30; n++) expect((await get('1', `found-${n}`)).status).toBe(200);
  for (let n = 0; n < 60; n++) expect((await get('none', 'the-same', other.secret)).status).toBe(404);
  expect(await video()).toMatchObject({ state: 'good', hour: { success: 1 } });
  // Failed calls of another platform are so many that not all of their codes are read.
  for (let n = 0; n < 40; n++) expect((await get('none', `early-${n}`)).status).toBe(404);
  later(20 * 60_000);
  await Promise.all(
    Array.from({ length: 600 }, (_, n) => get(`none-${n}`, `flood-${n}`, other.secret, 'library')),
  );
  expect(await video()).toMatchObject({ state: 'good', hour: { success: 1 } });
});

test('no provider and no number of calls is in the answer; operators see both', async () => {
  const { text, body } = await gateway.ask(ROUTE);
  for (const name of [...PROVIDERS, 'scripted:', 'local']) expect(text).not.toContain(name);
  const numbers = [...JSON.stringify(body.operations).matchAll(/:(-?[\d.]+)/g)].map(([, number]) =>
    Number(number),
  );
  expect(numbers.length).toBeGreaterThan(3);
  const isShare = (number: number) =>
    number >= 0 && number <= 1 && Math.abs(number * 20 - Math.round(number * 20)) < 1e-9;
  const isClass = (number: number) =>
    [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000].includes(number);
  expect(numbers.filter((number) => !isShare(number) && !isClass(number))).toEqual([]);
  const seen = await gateway.admin('usage/providers');
  for (const name of PROVIDERS) expect(seen.text).toContain(name);
});

test('another account reads the same, and a limited key only what it may call', async () => {
  expect(await rows(other.secret)).toEqual(await rows());
  const limited = await gateway.newKey({ platforms: ['scripted'], operations: ['video.search'] });
  expect(await rows(limited.secret)).toEqual([await searches()]);
  expect((await rows()).some(({ platform }) => platform === 'library')).toBe(true);
  expect((await rows()).some(({ platform }) => platform === 'all')).toBe(false);
});

test('without a key it is refused, until status.public is true; a wrong key is always refused', async () => {
  const statusOf = async (key: string | null) => (await gateway.ask(ROUTE, { key })).status;
  expect([await statusOf(null), await statusOf('rgk_wrong')]).toEqual([401, 401]);
  const reload = (more: string) => gateway.reload(testConfig(gateway.folder, SETTINGS + more));
  reload('status: { public: true }\n');
  expect([await statusOf(null), await statusOf('rgk_wrong')]).toEqual([200, 401]);
  expect(await rows(null)).toEqual(await rows());
  reload('');
  expect(await statusOf(null)).toBe(401);
});

test('an answer that has not changed is not sent again', async () => {
  const first = await gateway.ask(ROUTE);
  const etag = first.headers.get('etag')!;
  const again = await gateway.ask(ROUTE, { headers: { 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const changed = await gateway.ask(ROUTE, { headers: { 'if-none-match': 'W/"x"' } });
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, etag]);
});

test('calls leave the hour, then the day, then the month', async () => {
  later(HOUR_MS + 10 * 60_000);
  const afterHour = await searches();
  expect(afterHour.hour).toBeNull();
  expect(afterHour.day).not.toBeNull();
  expect(afterHour.state).toBe('unsteady');
  later(24 * HOUR_MS);
  const afterDay = await searches();
  expect([afterDay.hour, afterDay.day, afterDay.state]).toEqual([null, null, 'unknown']);
  expect(afterDay.month).not.toBeNull();
  later((MONTH_DAYS - 3) * 24 * HOUR_MS);
  expect((await searches()).month).not.toBeNull();
  later(3 * 24 * HOUR_MS);
  expect((await searches()).month).toBeNull();
});

test('the short address leads to the page', async () => {
  const answer = await fetch(`${gateway.url}/status`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringMatching(/status/)]);
});

test('however many ask, storage is read once; a failed reading is tried again', async () => {
  let reads = 0;
  let isBroken = true;
  const outcomes = async (): Promise<PathOutcomes[]> => {
    reads++;
    if (isBroken) throw new Error('broken');
    return [];
  };
  const own = createShiftedClock();
  const figures = createStatusFigures({ storage: { usage: { outcomes } } as unknown as Storage, clock: own });
  await expect(figures()).rejects.toThrow('broken');
  isBroken = false;
  reads = 0;
  await Promise.all(Array.from({ length: 100 }, figures));
  expect(reads).toBe(3);
  own.advance(STATUS_SECONDS * 1_000);
  await Promise.all(Array.from({ length: 100 }, figures));
  // The month is kept longer.
  expect(reads).toBe(5);
});

test('one address without a key reads it 120 times a minute and no more; a key is not held back by that', async () => {
  gateway.reload(testConfig(gateway.folder, `${SETTINGS}status: { public: true }\n`));
  later();
  const statusOf = async (key?: null) => (await gateway.ask(ROUTE, key === undefined ? {} : { key })).status;
  const statuses = await Promise.all(Array.from({ length: 130 }, () => statusOf(null)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(await statusOf()).toBe(200);
  later(120_000);
  expect(await statusOf(null)).toBe(200);
});

// The rows of the status, from figures that a test gives: which operations are listed, who is named as the cause, and what is kept.
const PATH = '/api/u1/v1/one/app/search_video_v2';
const MOUNTED = '/api/u2/v1/shop/clips';
const routeOf = (path: string, operation: string) => {
  const [, , group, , platform] = path.split('/');
  return { path, group, platform, operation };
};
const ROUTES = [routeOf(PATH, 'video.search'), routeOf(MOUNTED, 'mount.shop.clip')];

type Failed = Partial<Record<FailureCode, number>>;

function outcomesOf(path: string, calls: number, failed: Failed): PathOutcomes {
  const codes = Object.entries(failed).map(([code, count]) => ({ code, calls: count, repeats: 0 }));
  const sum = codes.reduce((all, one) => all + one.calls, 0);
  return { path, calls, failed: sum, durations: [], codes };
}

interface Given {
  /** Failed calls of each window. */
  failed?: Failed;
  /** Those of the last hour, if they are others; without calls that were answered. */
  ofHour?: Failed;
  priced?: readonly string[];
  groups?: readonly string[];
}

async function rowsOf({ failed = {}, ofHour, priced = [PATH, MOUNTED], groups }: Given) {
  const windowOf = (answered = 40, of = failed) =>
    new Map([PATH, MOUNTED].map((path) => [path, outcomesOf(path, answered, of)]));
  const hour = ofHour === undefined ? windowOf() : windowOf(0, ofHour);
  const endpoints = priced.map((path) => ({ path, unit: 'call', unitPriceMicros: 1, minimumMicros: 0 }));
  const deps = {
    statusFigures: async () => ({ hour, day: windowOf(), month: windowOf(), readAtMs: 0 }),
    platformHealth: () => [],
    routes: () => ROUTES,
    catalog: () => ({ endpoints, overrides: [] }),
  } as unknown as AccountDeps;
  const key = { groups, platforms: null, operations: null };
  const caller = (groups === undefined ? null : { key }) as AccountCaller;
  const answer = await serviceStatus.run(deps, { params: {}, query: {}, body: {}, requestId: 'r' }, caller);
  if (!('operations' in answer)) throw new Error(answer.code);
  return answer.operations;
}

describe('the cause of failures', () => {
  test.each([
    ['platform', { UPSTREAM_REFUSED: 30, INTERNAL: 10 }],
    ['platform', { UPSTREAM_BUSY: 30, OVERLOADED: 10 }],
    ['platform', { UPSTREAM_ERROR: 30, INTERNAL: 10 }],
    ['gateway', { UPSTREAM_REFUSED: 10, INTERNAL: 30 }],
  ] as const)('is %s when most failed calls are %j', async (cause, failed) => {
    expect((await rowsOf({ failed }))[0]).toMatchObject({ state: 'unsteady', cause });
  });

  const [gateways, platforms] = [{ INTERNAL: 30 }, { UPSTREAM_ERROR: 30 }];

  test.each([
    ['gateway', gateways, { UPSTREAM_ERROR: 19 }],
    ['platform', platforms, { INTERNAL: 19 }],
    ['gateway', gateways, {}],
  ])('is that of the day, %s (%j), when the hour has too few calls: %j', async (cause, failed, ofHour) => {
    expect((await rowsOf({ failed, ofHour }))[0]).toMatchObject({ state: 'unsteady', cause, hour: null });
  });

  test.each([
    ['gateway', platforms, { INTERNAL: 20 }],
    ['platform', gateways, { UPSTREAM_ERROR: 20 }],
  ])(
    'is that of the hour, %s, when it has enough calls, whatever the day: %j %j',
    async (cause, failed, ofHour) => {
      expect((await rowsOf({ failed, ofHour }))[0]).toMatchObject({ state: 'failing', cause });
    },
  );
});

describe('the list of operations', () => {
  const platformsOf = async (given: Given) => (await rowsOf(given)).map(({ platform }) => platform);

  test('has none without a price, which nobody can call', async () => {
    expect(await platformsOf({})).toEqual(['one', 'shop']);
    expect(await platformsOf({ priced: [MOUNTED] })).toEqual(['shop']);
  });

  test('has only those of the groups that the key may call', async () => {
    expect(await platformsOf({ groups: ['u1', 'u2'] })).toEqual(['one', 'shop']);
    expect(await platformsOf({ groups: ['u2'] })).toEqual(['shop']);
  });
});

test('a reading that found storage busy is not kept: the next caller reads again', async () => {
  let isBusy = true;
  const outcomes = async () => (isBusy ? { kind: 'busy', retryAfterMs: 1_000 } : []);
  const storage = { usage: { outcomes } } as unknown as Storage;
  const figures = createStatusFigures({ storage, clock: createShiftedClock() });
  expect(await figures()).toMatchObject({ code: 'RATE_LIMITED' });
  isBusy = false;
  expect(await figures()).toMatchObject({ hour: new Map(), month: new Map() });
});

test('where a part has more failed calls than are read, each that was read stands for the calls before it', () => {
  const PART_MS = 100_000;
  const readMax = 500;
  // The newest 500 fill the last tenth of the part: ten times as many failed in all of it, if they failed as often before.
  const failed = Array.from({ length: readMax }, (_, i) => ({
    ...{ part: 0, path: PATH, failure_code: i % 5 === 0 ? 'INTERNAL' : 'UPSTREAM_ERROR' },
    finished_at_ms: PART_MS - 1 - Math.floor((i * PART_MS) / 10 / readMax),
  }));
  failed.at(-1)!.finished_at_ms = PART_MS - PART_MS / 10;
  const codesOf = (rows: typeof failed) => {
    const reading = readOutcomes({ fromMs: 0, toMs: PART_MS, totals: 'steps', parts: 1 });
    reading.next();
    reading.next([{ path: PATH, calls: 0, failures: rows.length }]);
    reading.next([]);
    const { value } = reading.next(rows) as { value: PathOutcomes[] };
    return Object.fromEntries(value[0]!.codes.map(({ code, calls }) => [code, calls]));
  };
  expect(codesOf(failed)).toEqual({ INTERNAL: 1_000, UPSTREAM_ERROR: 4_000 });
  expect(codesOf(failed.slice(1))).toEqual({ INTERNAL: 99, UPSTREAM_ERROR: 400 });
});
