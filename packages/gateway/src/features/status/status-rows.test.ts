// The rows of the status, from figures that a test gives: which operations are listed, who is named as the cause, and what is kept.
import { describe, expect, test } from 'vitest';
import type { FailureCode } from '../../domain/failure.ts';
import { readOutcomes } from '../../storage/nouns/outcomes.ts';
import type { PathOutcomes, Storage } from '../../storage/storage.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { serviceStatus } from './status.account.ts';
import { createStatusFigures } from './status-figures.ts';

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
