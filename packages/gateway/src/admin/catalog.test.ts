import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '../account/testing-account.ts';
import { catalogPreview } from './catalog-preview.ts';
import { catalogPublish } from './catalog-publish.ts';
import { catalogRead } from './catalog-read.ts';
import { catalogVersion } from './catalog-version.ts';
import { catalogVersions } from './catalog-versions.ts';
import { type AdminWorld, CALLER, createAdminWorld } from './testing-admin.ts';

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

  const effect = { diff: { added: [U1] }, unused: [] };
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
    diff: { added: [U2], removed: [U1] },
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
  expect(kept).toEqual([{ account: account.id, path: U1, unit_price: '0.001000' }]);
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

test('a platform whose terms forbid resale can have the price 0 and no other, for nobody', async () => {
  const everything = { path: '/api/*/v1/*/app/search_video', unit_price: '0.1' };
  const free = { path: '/api/*/v1/research/app/search_video', unit_price: '0' };
  world.deps.freeOnlyPaths = () => ['/api/u1/v1/research/app/search_video'];
  const refused = await publish({ endpoints: [everything] });
  expect(refused).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ field: 'endpoints' }] });
  expect(refused.detail).toContain('forbid resale');
  expect(await publish({ endpoints: [everything, free] })).toHaveProperty('catalog');
});
