// What a caller reads of its own account: only its own calls, usage without the operator's costs, how long its balance lasts, and scheduled
// price changes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { toMicros } from '../../domain/money.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { accountDepsOf, ask, createWorld, START_MS, type World } from '../../verb/testing/world.ts';
import { runway } from '../accounts/account.account.ts';
import { priceChanges } from '../catalog/price.account.ts';
import { usageBy } from '../usage/usage.account.ts';
import { requests } from './call.account.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every verb.
type Seen = any;

const PATH = '/api/*/v1/*/app/search_video_v2';
const plain = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
const listOf = (price: number) => [{ path: PATH, unitPriceMicros: toMicros(price), ...plain }];

let world: World;
let own: KeyHolder;
let other: KeyHolder;
let read: (verb: Seen, input?: object, as?: KeyHolder) => Promise<Seen>;

beforeAll(async () => {
  world = await createWorld();
  const { storage } = world;
  const draft = { currency: 'USD', effectiveFromMs: 0, overrides: [], endpoints: listOf(12_000) };
  await storage.catalog.publish({ actor: 't', draft, note: null });
  const later = { ...draft, effectiveFromMs: START_MS + 86_400_000, endpoints: listOf(15_000) };
  await storage.catalog.publish({ actor: 't', draft: later, note: null });
  own = (await makeKey(storage, (await makeAccount(storage)).id)).holder;
  other = (await makeKey(storage, (await makeAccount(storage)).id)).holder;
  for (const id of ['one', 'two', 'three']) await makeCall(storage, own, id, '0.7');
  await makeCall(storage, other, 'theirs', '0.7');
  const deps = accountDepsOf(world, {} as Catalog);
  read = (verb, input = {}, as = own) => ask(verb, deps, as, input);
});
afterAll(() => world.close());

test('the list has the calls of this account only, page by page', async () => {
  const first = await read(requests, { query: { limit: 2 } });
  const second = await read(requests, { query: { limit: 2, cursor: first.next_cursor } });
  const ids = [...first.calls, ...second.calls].map(({ request_id }: Seen) => request_id);
  expect([ids, second.next_cursor]).toEqual([['three', 'two', 'one'], null]);
  expect(JSON.stringify(first)).not.toContain('cost');
  expect((await read(requests, { query: { key: other.key.id } })).calls).toEqual([]);
});

test('usage by two dimensions is what was charged, and hides what it cost', async () => {
  const seen = await read(usageBy, { query: { by: 'platform,key' } });
  expect(seen.rows).toEqual([
    { groups: ['demo', own.key.id], names: [null, 'laptop'], calls: 3, failures: 0, charged: '2.100000' },
  ]);
  expect(await read(usageBy, { query: { by: 'provider' } })).toMatchObject({ kind: 'misshapen' });
});

test('a price that will change is shown with its day', async () => {
  const { changes } = await read(priceChanges);
  expect(changes).toContainEqual({
    path: '/api/u1/v1/demo/app/search_video_v2',
    effective_from: '2026-11-16T12:00:00.000Z',
    unit_price: '0.012000',
    next_unit_price: '0.015000',
  });
});

test('the runway is what is left at the speed of the last seven days', async () => {
  expect(await read(runway)).toMatchObject({ available: '7.900000', spent_per_day: '0.300000', days: 26.3 });
  const fresh = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
  expect(await read(runway, {}, fresh)).toMatchObject({ days: null });
  // The calls of a day count on that day and on the six days after it.
  world.advance(6.5 * 86_400_000 - 1);
  expect(await read(runway)).toMatchObject({ days: 26.3 });
  world.advance(1);
  expect(await read(runway)).toMatchObject({ days: null });
});
