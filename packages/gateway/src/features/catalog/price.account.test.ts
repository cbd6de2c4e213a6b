import { expect, test } from 'vitest';
import type { Group } from '../../domain/access/key.ts';
import type { Catalog, PriceRule } from '../../domain/catalog.ts';
import { toMicros } from '../../domain/money.ts';
import { allRoutes } from '../../operations/index.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { accountDepsOf, ask, START_MS, type World } from '../../verb/testing/world.ts';
import { pricing } from './price.account.ts';

const rule = (path: string, price: number, more: Partial<PriceRule> = {}): PriceRule => ({
  path,
  unitPriceMicros: toMicros(price),
  summary: null,
  deprecated: false,
  sunsetAtMs: null,
  successor: null,
  ...more,
});

const catalog: Catalog = {
  version: 4,
  currency: 'USD',
  effectiveFromMs: START_MS,
  publishedAtMs: START_MS,
  publishedBy: 'test',
  note: null,
  endpoints: [
    rule('/api/u1/v1/*/app/search_video_v2', 12_000, { summary: 'Stable search' }),
    rule('/api/u1/v1/demo/app/search_video', 5_000, { deprecated: true, sunsetAtMs: START_MS }),
    rule('/api/u2/v1/*/app/search_video_v2', 8_000),
  ],
  overrides: [
    { accountId: 'acc_big', path: '/api/*/v1/*/app/search_video_v2', unitPriceMicros: toMicros(1_000) },
  ],
};
// Prices come from the catalog and the routes alone: `pricing` reads no storage.
const deps = {
  ...accountDepsOf({} as World, catalog),
  coverage: () => ({
    itemsMax: 1_000,
    pageItemsMax: 50,
    missing: ['region'],
    fresh: null,
    notes: ['A gap.'],
  }),
};
const holder = (id: string, groups: Group[]) => ({ account: { id }, key: { groups } }) as KeyHolder;
const STABLE = '/api/u1/v1/demo/app/search_video_v2';

async function pricesFor(caller: KeyHolder | null, path?: string) {
  const answer = await ask(pricing, deps, caller, { query: path === undefined ? {} : { path } });
  return answer as { endpoints: { path: string; unit_price: string }[] };
}

test('a search over many platforms has the price of each, for the account that asks', async () => {
  const offers = { demo: ['video.search'], other: ['video.search'], dumb: ['video.get'] } as const;
  const over = { ...deps, routes: () => allRoutes(offers) };
  const path = '/api/u1/v1/all/app/search_video_v2';
  const priceFor = async (id: string) => {
    const answer = await ask(pricing, over, holder(id, ['u1']), { query: { path } });
    return (answer as unknown as { endpoints: object[] }).endpoints[0];
  };
  const leg = (platform: string, unit_price: string) => ({
    ...{ platform, path: path.replace('all', platform), unit: 'call', unit_price, minimum: null },
  });
  expect(await priceFor('acc_1')).toMatchObject({
    ...{ path, unit: 'leg', unit_price: '0.024000', platform: 'all', operation: 'video.search' },
    legs: [leg('demo', '0.012000'), leg('other', '0.012000')],
  });
  expect(await priceFor('acc_big')).toMatchObject({
    ...{ unit: 'leg', unit_price: '0.002000', legs: [leg('demo', '0.001000'), leg('other', '0.001000')] },
  });
});

test('a path gives its one price record, whole', async () => {
  expect(await pricesFor(holder('acc_1', ['u1']), STABLE)).toEqual({
    catalog_version: 4,
    currency: 'USD',
    endpoints: [
      {
        path: STABLE,
        method: 'GET',
        group: 'u1',
        version: 'v1',
        platform: 'demo',
        made_up: false,
        operation: 'video.search',
        variant: 'stable',
        unit_price: '0.012000',
        tiers: null,
        tier: null,
        month_used: null,
        unit: 'call',
        minimum: null,
        free_per_day: null,
        charged_when: 'success',
        alternatives: ['/api/u1/v1/demo/app/search_video'],
        deprecated: false,
        sunset_at: null,
        effective_from: '2026-11-15T12:00:00.000Z',
        summary: 'Stable search',
        coverage: {
          ...{ items_max: 1_000, page_items_max: 50, missing: ['region'], fresh: null, notes: ['A gap.'] },
        },
      },
    ],
  });
});

test('only the account with an agreed price sees it', async () => {
  expect((await pricesFor(holder('acc_big', ['u1']), STABLE)).endpoints[0]?.unit_price).toBe('0.001000');
  expect((await pricesFor(holder('acc_1', ['u1']), STABLE)).endpoints[0]?.unit_price).toBe('0.012000');
  expect((await pricesFor(null, STABLE)).endpoints[0]?.unit_price).toBe('0.012000');
});

test('a URL with a query names the same endpoint', async () => {
  const url = `https://gate.example${STABLE}/?keyword=cat`;
  expect(await pricesFor(null, url)).toEqual(await pricesFor(null, STABLE));
});

test('without a path a key sees the priced endpoints of its groups, and the public all of them', async () => {
  const paths = async (caller: KeyHolder | null) =>
    (await pricesFor(caller)).endpoints.map(({ path }) => path);
  expect(await paths(holder('acc_1', ['u2']))).toEqual([
    '/api/u2/v1/demo/app/search_video_v2',
    '/api/u2/v1/other/app/search_video_v2',
  ]);
  expect(await paths(null)).toHaveLength(5);
});

test('unknown, unpriced and empty paths are ENDPOINT_NOT_FOUND', async () => {
  for (const path of ['/api/u1/v1/none/app/search_video', '/api/u2/v1/demo/app/search_video', '', '%']) {
    expect(await pricesFor(null, path)).toMatchObject({ code: 'ENDPOINT_NOT_FOUND' });
  }
});
