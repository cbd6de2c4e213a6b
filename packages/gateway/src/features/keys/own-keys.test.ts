// Keys that a caller manages: what it changes is in force at once in the process that answers, an old secret works as long as was said, and
// each key is shown with its own figures.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../../domain/access/key.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { makeAccount, makeCall, makeKey, micros } from '../../verb/testing/account.ts';
import {
  type Answer,
  accountDepsOf,
  ask,
  createWorld,
  type Input,
  START_MS,
  type World,
} from '../../verb/testing/world.ts';
import { portalRead } from '../sessions/session.account.ts';
import { ownKey, ownKeyCreate, ownKeyList, ownKeyRename, ownKeyRevoke, ownKeyRotate } from './key.account.ts';

let world: World;
let holder: KeyHolder;
let refreshes = 0;
beforeAll(async () => {
  world = await createWorld();
  holder = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
});
afterAll(() => world.close());

type Verb = Parameters<typeof ask<AccountDeps, AccountCaller>>[0];
async function own(verb: Verb, input: Input = {}, caller = holder): Promise<Answer> {
  const deps = { ...accountDepsOf(world, {} as Catalog), refresh: async () => void refreshes++ };
  return (await ask(verb, deps, caller, input)) as Answer;
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

test('a key is shown under the name that it has now, whatever the name was when it was last looked up', async () => {
  const { holder: early } = await makeKey(world.storage, holder.account.id);
  const { id } = early.key;
  await own(ownKeyRename, { params: { key: id }, body: { name: 'renamed' } });
  expect(early.key.name).toBe('laptop');
  for (const verb of [portalRead, ownKey])
    expect(await own(verb, {}, early), verb.name).toMatchObject({ key: { id, name: 'renamed' } });
  expect((await own(ownKeyList, {}, early)).keys).toContainEqual(
    expect.objectContaining({ id, name: 'renamed' }),
  );
});

test('each key is listed with its own caps and what it spent of them, beside keys that the caller may not see', async () => {
  const { storage } = world;
  const account = await makeAccount(storage);
  const dear = (cap: number | null) => ({ dailyCapMicros: cap === null ? null : micros(String(cap)) });
  const cheap = (cap: number | null) => ({ ...dear(cap), maxCallMicros: micros('1') });
  // A key that pays little for a call sees no key that may pay more. Hidden ones stand before, between and behind the shown ones.
  const holders: KeyHolder[] = [];
  for (const [i, limits] of [dear(1), cheap(2), dear(3), cheap(null), cheap(5), dear(6)].entries()) {
    const made = (await makeKey(storage, account.id, limits)).holder;
    await makeCall(storage, made, `r${i}`, `0.${i + 1}`);
    holders.push(made);
  }
  const capOf = (limit: string, spent: string) => ({ window: 'day', limit, spent });
  const { keys } = await own(ownKeyList, {}, holders[3]);
  const shown = (keys as { id: string; caps: object[] }[]).map(({ id, caps }) => [id, caps]);
  expect(Object.fromEntries(shown)).toMatchObject({
    [holders[1]!.key.id]: [capOf('2.000000', '0.200000')],
    [holders[3]!.key.id]: [],
    [holders[4]!.key.id]: [capOf('5.000000', '0.500000')],
  });
  expect(shown).toHaveLength(3);
});
