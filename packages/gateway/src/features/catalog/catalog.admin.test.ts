import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inForce } from '../../domain/catalog.ts';
import { formatMoney } from '../../domain/money.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { type AdminWorld, CALLER, createAdminWorld } from '../../verb/testing/world.ts';
import {
  catalogPreview,
  catalogPublish,
  catalogRead,
  catalogRevenue,
  catalogVersion,
  catalogVersions,
} from './catalog.admin.ts';
import { ENDPOINTS_MAX } from './catalog-document.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await createAdminWorld();
});
afterAll(() => world.close());

const U1 = '/api/u1/v1/*/app/search_video_v2';
const U2 = '/api/u2/v1/*/app/*';
const publish = (body: object) => world.ask(catalogPublish, { body });
const preview = (body: object) => world.ask(catalogPreview, { body });

test('the life of a catalog: nothing, a dry run, a first version, a later one', async () => {
  expect(await world.ask(catalogRead)).toMatchObject({ code: 'NOT_FOUND' });
  const first = { note: 'first', endpoints: [{ path: U1, unit_price: '0.012' }] };

  const effect = { diff: { added: [{ path: U1, to: '0.012000' }] }, unused: [] };
  expect(await preview(first)).toMatchObject(effect);
  expect(await world.ask(catalogVersions)).toEqual({ versions: [] });
  expect(world.refreshes()).toBe(0);

  const published = await publish(first);
  expect(published).toMatchObject({
    ...effect,
    catalog: { version: 1, note: 'first', published_by: CALLER.actor },
    unpriced: [
      '/api/u1/v1/demo/app/search_video',
      '/api/u2/v1/demo/app/search_video_v2',
      '/api/u2/v1/demo/app/search_video',
    ],
  });
  expect(world.refreshes()).toBe(1);
  expect(await world.ask(catalogRead)).toEqual({ catalog: published.catalog });

  const later = { effective_from: '2026-12-01T00:00:00Z', endpoints: [{ path: U2, unit_price: '1' }] };
  expect(await publish(later)).toMatchObject({
    catalog: { version: 2 },
    diff: { added: [{ path: U2, to: '1.000000' }], removed: [{ path: U1, from: '0.012000' }] },
  });
  expect(await world.ask(catalogRead)).toEqual({ catalog: published.catalog });
  expect(await world.ask(catalogVersions)).toMatchObject({
    versions: [
      { version: 2, state: 'scheduled' },
      { version: 1, state: 'in_force', endpoint_count: 1 },
    ],
  });
  expect(await world.ask(catalogVersion, { params: { version: '2' } })).toMatchObject({
    catalog: { endpoints: [{ path: U2, unit_price: '1.000000' }] },
  });
  expect(await world.ask(catalogVersion, { params: { version: '3' } })).toMatchObject({ code: 'NOT_FOUND' });
});

test('a published catalog can be taken, changed and published again', async () => {
  const account = await makeAccount(world.storage);
  const overrides = [{ account: account.name, path: U1, unit_price: '0.001' }];
  const { catalog } = await publish({
    endpoints: [{ path: U1, unit_price: '0.012', summary: 'x' }],
    overrides,
  });
  const { endpoints, overrides: kept } = catalog as { endpoints: object[]; overrides: object[] };
  const extras = { tiers: null, minimum: null, free_per_day: null };
  expect(kept).toEqual([{ account: account.id, path: U1, unit_price: '0.001000', ...extras }]);
  const again = { endpoints, overrides: kept };
  const none = { added: [], removed: [], changed: [] };
  expect(await preview(again)).toMatchObject({ diff: { ...none, reworded: [], overrides: none } });
});

test('an override needs an account that exists, and one account is not named twice', async () => {
  const account = await makeAccount(world.storage);
  const endpoints = [{ path: U1, unit_price: '1' }];
  const override = (name: string) => ({ account: name, path: U1, unit_price: '0' });
  expect(await preview({ endpoints, overrides: [override('nobody')] })).toMatchObject({
    errors: [{ field: 'overrides.0.account' }],
  });
  expect(
    await publish({ endpoints, overrides: [override(account.id), override(account.name)] }),
  ).toMatchObject({
    errors: [{ field: 'overrides.1.path' }],
  });
});

test('a document that is refused publishes nothing', async () => {
  const before = await world.ask(catalogVersions);
  expect(await publish({ currency: 'EUR', endpoints: [{ path: U1, unit_price: '1' }] })).toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect(await publish({ endpoints: [{ path: U1, unit_price: 0.012 }] })).toMatchObject({
    fields: ['endpoints/0/unit_price'],
  });
  expect(await world.ask(catalogVersions)).toEqual(before);
});

test('a platform whose terms forbid resale can only have the price 0, for every account', async () => {
  const everything = { path: '/api/*/v1/*/app/search_video', unit_price: '0.1' };
  const free = { path: '/api/*/v1/research/app/search_video', unit_price: '0' };
  world.deps.freeOnlyPaths = () => ['/api/u1/v1/research/app/search_video'];
  const refused = await publish({ endpoints: [everything] });
  expect(refused).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ field: 'endpoints' }] });
  expect(refused.detail).toContain('forbid resale');
  expect(await publish({ endpoints: [everything, free] })).toHaveProperty('catalog');
});

describe('a version that waits for its day', () => {
  const DAY = '2026-12-24T00:00:00.000Z';
  const rows = (...prices: [string, string][]) => prices.map(([path, unit_price]) => ({ path, unit_price }));
  /** `[path, price]` of the version in force at that time. */
  const listAt = async (atMs: number) => {
    const catalog = inForce(await world.storage.catalog.all(), atMs)!;
    const prices = catalog.endpoints.map((rule) => [rule.path, formatMoney(rule.unitPriceMicros)]);
    return { endpoints: Object.fromEntries(prices), agreed: catalog.overrides.length };
  };
  const now = () => world.clock.nowMs();
  const then = Date.parse(DAY);
  const schedule = async () => {
    const account = await makeAccount(world.storage);
    const overrides = [{ account: account.id, path: U1, unit_price: '0.001' }];
    await publish({ scheduled: 'cancel', endpoints: rows([U1, '1'], [U2, '1']), overrides });
    // Raises one price and keeps the other.
    await publish({ effective_from: DAY, endpoints: rows([U1, '5'], [U2, '1']) });
  };
  beforeEach(() => {
    world.deps.freeOnlyPaths = () => [];
  });

  test('is kept when another is published before it, and agreed prices that the document does not name too', async () => {
    await schedule();
    const answer = await publish({ endpoints: rows([U1, '2']) });
    expect(answer.scheduled).toMatchObject([{ effective_from: DAY, kept: true }]);
    expect(await listAt(now())).toEqual({ endpoints: { [U1]: '2.000000' }, agreed: 1 });
    expect(await listAt(then)).toEqual({ endpoints: { [U1]: '5.000000', [U2]: '1.000000' }, agreed: 1 });
  });

  test('takes over rows that are laid over the list before it, except what it was scheduled for', async () => {
    await schedule();
    const third = '/api/u2/v1/shop/*';
    await publish({ mode: 'merge', endpoints: rows([U1, '2'], [U2, '3'], [third, '4']) });
    expect((await listAt(now())).endpoints).toEqual({
      [U1]: '2.000000',
      [U2]: '3.000000',
      [third]: '4.000000',
    });
    expect((await listAt(then)).endpoints).toEqual({
      [U1]: '5.000000',
      [U2]: '3.000000',
      [third]: '4.000000',
    });
  });

  test('is cancelled when the document says so, and the dry run says it before', async () => {
    await schedule();
    const body = { scheduled: 'cancel', mode: 'merge', endpoints: rows([U1, '2']) };
    expect((await preview(body)).scheduled).toMatchObject([{ kept: false }]);
    await publish(body);
    expect(await listAt(then)).toEqual({ endpoints: { [U1]: '2.000000', [U2]: '1.000000' }, agreed: 1 });
  });

  test('that comes before the new one stays as it is', async () => {
    await schedule();
    const before = (await world.storage.catalog.all()).length;
    await publish({ mode: 'merge', effective_from: '2027-06-01T00:00:00Z', endpoints: rows([U2, '9']) });
    expect(await world.storage.catalog.all()).toHaveLength(before + 1);
    expect((await listAt(then)).endpoints).toEqual({ [U1]: '5.000000', [U2]: '1.000000' });
    expect((await listAt(Date.parse('2027-06-02'))).endpoints).toEqual({
      [U1]: '5.000000',
      [U2]: '9.000000',
    });
    await publish({ scheduled: 'cancel', mode: 'merge', endpoints: rows([U1, '1']) });
  });
});

test('rows that are only added change no price', async () => {
  await publish({ endpoints: [{ path: U1, unit_price: '7' }], overrides: [] });
  const endpoints = [
    { path: U1, unit_price: '1' },
    { path: U2, unit_price: '2' },
  ];
  const { diff } = await publish({ mode: 'add', endpoints });
  expect(diff).toMatchObject({ added: [{ path: U2, to: '2.000000' }], removed: [], changed: [] });
});

test('a list may be as long as its bound, and rows laid over it may not make it longer', async () => {
  const row = (i: number) => ({ path: `/api/u1/v1/p${i}/app/search_video`, unit_price: '1' });
  const endpoints = Array.from({ length: ENDPOINTS_MAX }, (_, i) => row(i));
  await publish({ endpoints: endpoints.slice(1), overrides: [] });
  expect(await publish({ mode: 'merge', endpoints: [row(0)] })).not.toHaveProperty('code');
  expect(await publish({ mode: 'merge', endpoints: [row(0)] })).not.toHaveProperty('code');
  expect(await preview({ mode: 'merge', endpoints: [row(ENDPOINTS_MAX)] })).toMatchObject({
    errors: [{ field: 'endpoints' }],
  });
});

test('agreed prices go only when the document says that there are none', async () => {
  const account = await makeAccount(world.storage);
  const endpoints = [{ path: U1, unit_price: '1' }];
  await publish({ endpoints, overrides: [{ account: account.id, path: U1, unit_price: '0' }] });
  expect((await publish({ endpoints })).diff).toMatchObject({ overrides: { removed: [] } });
  expect((await publish({ endpoints, overrides: [] })).diff).toMatchObject({
    overrides: { removed: [{ account: account.id, path: U1, from: '0.000000' }] },
  });
});

test('a publication based on a list that was replaced meanwhile is refused', async () => {
  const draft = { currency: 'USD', effectiveFromMs: 0, endpoints: [], overrides: [] };
  const basedOn = (await world.storage.catalog.all()).length;
  const publication = { actor: 'x', draft, note: null, basedOn };
  await world.storage.catalog.publish({ ...publication, draft: { ...draft, effectiveFromMs: 9e15 } });
  expect(await world.storage.catalog.publish(publication)).toEqual({
    kind: 'refused',
    detail: `version ${basedOn + 1} was published in the meantime`,
  });
});

test('a price list would have earned its share of what was charged: for each path, account and unit by the price in force', async () => {
  const path = '/api/u1/v1/demo/app/search_video_v2';
  const fresh = await createAdminWorld();
  const accounts = [await makeAccount(fresh.storage), await makeAccount(fresh.storage)];
  for (const [i, { id }] of accounts.entries()) {
    const { holder } = await makeKey(fresh.storage, id);
    await makeCall(fresh.storage, holder, `revenue-${i}`, i === 0 ? '0.03' : '0.06');
  }
  const byItem = (unit_price: string) => ({ path, unit: 'item', unit_price, minimum: '0.001' });
  const perCall = (unit_price: string) => ({ path, unit_price });
  const agreed = { account: accounts[1]!.id, path, unit_price: '0.02' };
  const would = async (now: object, next: object, overrides: object[] = []) => {
    expect(await fresh.ask(catalogPublish, { body: { endpoints: [now], overrides } })).toHaveProperty(
      'catalog',
    );
    const { rows, total } = await fresh.ask(catalogRevenue, { body: { endpoints: [next], overrides } });
    expect(rows).toMatchObject([{ path, calls: 2, ...(total as object) }]);
    const { earned, would_earn, difference } = total as Record<string, string>;
    return [earned, would_earn, difference, (rows as { is_exact: boolean }[])[0]!.is_exact];
  };
  expect(await would(byItem('0.01'), byItem('0.02'))).toEqual(['0.090000', '0.180000', '0.090000', false]);
  expect(await would(byItem('0.02'), byItem('0.01'))).toEqual(['0.090000', '0.045000', '-0.045000', false]);
  // What was agreed with an account stays.
  expect(await would(byItem('0.01'), byItem('0.02'), [agreed])).toEqual([
    ...['0.090000', '0.120000', '0.030000', false],
  ]);
  expect(await would(perCall('0.01'), perCall('0.02'))).toEqual(['0.090000', '0.040000', '-0.050000', true]);
  await fresh.close();
});
