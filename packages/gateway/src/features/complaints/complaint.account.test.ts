// A caller complains within thirty days, about its own calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { accountDepsOf, ask, createWorld, type World } from '../../verb/testing/world.ts';
import { complaintFile } from './complaint.account.ts';

let world: World;
const newHolder = async (): Promise<KeyHolder> =>
  (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('about a call of thirty days ago, and not a moment later, nor about a call of another account', async () => {
  const holder = await newHolder();
  for (const id of ['last', 'late']) await makeCall(world.storage, holder, id, '0.5');
  const file = (request_id: string, by = holder) =>
    ask(complaintFile, accountDepsOf(world, {} as Catalog), by, {
      ...{ params: { request_id }, body: { reason: 'these are dogs' } },
    });
  expect(await file('last', await newHolder())).toMatchObject({ code: 'NOT_FOUND' });
  world.advance(30 * DAY_MS);
  expect(await file('last')).toMatchObject({ complaint: { call_id: 'last', state: 'waiting' } });
  world.advance(1);
  expect(await file('late')).toMatchObject({ code: 'CONFLICT' });
});
