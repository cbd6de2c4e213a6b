// Keys that a caller manages: what it changes is in force at once in the process that answers, and an old secret works as long as was said.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { hashSecret } from '../../domain/key.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import {
  type Answer,
  accountDepsOf,
  ask,
  createWorld,
  type Input,
  START_MS,
  type World,
} from '../../verb/testing/world.ts';
import { ownKeyCreate, ownKeyRevoke, ownKeyRotate } from './key.account.ts';

const DAY_MS = 86_400_000;

let world: World;
let holder: KeyHolder;
let refreshes = 0;
beforeAll(async () => {
  world = await createWorld();
  holder = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
});
afterAll(() => world.close());

type Verb = typeof ownKeyCreate | typeof ownKeyRevoke | typeof ownKeyRotate;
async function own(verb: Verb, input: Input): Promise<Answer> {
  const deps = { ...accountDepsOf(world, {} as Catalog), refresh: async () => void refreshes++ };
  return (await ask(verb, deps, holder, input)) as Answer;
}
async function made(): Promise<{ params: { key: string }; secret: string }> {
  const { key, secret } = await own(ownKeyCreate, { body: { name: 'made' } });
  return { params: { key: (key as { id: string }).id }, secret: secret as string };
}
const found = (secret: string) => world.storage.keys.findByHash({ hash: hashSecret(secret) });

test('a key that is made, rotated or revoked is so at once in the process that answered', async () => {
  const { params } = await made();
  expect(refreshes).toBe(1);
  await own(ownKeyRotate, { params });
  expect(refreshes).toBe(2);
  await own(ownKeyRevoke, { params });
  expect(refreshes).toBe(3);
});

test.each([
  [{}, DAY_MS],
  [{ grace_seconds: 90 }, 90_000],
  [{ grace_seconds: 0 }, 0],
])('rotated with %j, the old secret works for %i ms', async (body, graceMs) => {
  const { params, secret } = await made();
  const rotated = await own(ownKeyRotate, { params, body });
  expect(rotated.previous_valid_until).toBe(new Date(START_MS + graceMs).toISOString());
  expect((await found(secret))?.secretValidUntilMs).toBe(START_MS + graceMs);
  expect(await found(rotated.secret as string)).toMatchObject({
    ...{ secretValidUntilMs: null, key: { id: params.key, accountId: holder.account.id } },
  });
});
