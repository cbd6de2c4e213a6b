import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret, makeSecret } from '../../domain/access/key.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { systemRandom } from '../../domain/clock.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import { accountDepsOf, ask, createWorld, START_MS, type World } from '../../verb/testing/world.ts';
import { keyCheck } from './key-check.account.ts';

let world: World;
let deps: AccountDeps;
let lookUps: string[] = [];

/** The real storage with its look-ups counted: the guarantee is constant work. */
function counting(storage: World['storage']): World['storage'] {
  const findByHash = (input: { hash: string }) => {
    lookUps.push(input.hash);
    return storage.keys.findByHash(input);
  };
  return { ...storage, keys: { ...storage.keys, findByHash } };
}

beforeAll(async () => {
  world = await createWorld();
  deps = { ...accountDepsOf(world, {} as Catalog), storage: counting(world.storage) };
});
afterAll(() => world.close());

const check = (key: unknown) => ask(keyCheck, deps, null, { body: { key } });
const refused = (reason: string) => ({ valid: false, reason });

test('a working key shows whose it is and what is left, and never itself', async () => {
  const account = await makeAccount(world.storage, '5');
  const { secret, holder } = await makeKey(world.storage, account.id, { groups: ['u1'] });
  const answer = await check(secret);
  expect(answer).toEqual({
    valid: true,
    key: {
      id: holder.key.id,
      name: 'laptop',
      prefix: secret.slice(0, 12),
      groups: ['u1'],
      status: 'active',
      created_at: '2026-11-15T12:00:00.000Z',
      expires_at: null,
    },
    account: {
      id: account.id,
      name: account.name,
      balance: '5.000000',
      available: '5.000000',
      currency: 'USD',
    },
  });
  expect(JSON.stringify(answer)).not.toContain(secret);
});

test('malformed and unknown keys get the same answer for the same work', async () => {
  const wellFormed = makeSecret('rgk', systemRandom);
  for (const key of ['', 'x', wellFormed, wellFormed.slice(0, -1), makeSecret('rga', systemRandom), 'ключ']) {
    lookUps = [];
    expect(await check(key)).toEqual(refused('UNKNOWN'));
    expect(lookUps).toEqual([hashSecret(key)]);
  }
});

test('a revoked key is REVOKED, also when it is expired and its account disabled', async () => {
  const account = await makeAccount(world.storage);
  const { secret, holder } = await makeKey(world.storage, account.id, { expiresAtMs: START_MS - 1 });
  await world.storage.keys.revoke({ actor: 'test', id: holder.key.id });
  await world.storage.accounts.update({ actor: 'test', accountId: account.id, status: 'disabled' });
  expect(await check(secret)).toEqual(refused('REVOKED'));
});

test('a key is EXPIRED from its last millisecond on', async () => {
  const account = await makeAccount(world.storage);
  const now = world.clock.nowMs();
  expect(await check((await makeKey(world.storage, account.id, { expiresAtMs: now })).secret)).toEqual(
    refused('EXPIRED'),
  );
  const later = await makeKey(world.storage, account.id, { expiresAtMs: now + 1 });
  expect(await check(later.secret)).toMatchObject({ valid: true });
});

test('a rotated secret works until its grace ends and is EXPIRED then', async () => {
  const { secret, holder } = await makeKey(world.storage, (await makeAccount(world.storage)).id);
  const next = makeSecret('rgk', systemRandom);
  const fresh = { prefix: next.slice(0, 12), hash: hashSecret(next) };
  const graceUntilMs = world.clock.nowMs() + 1000;
  await world.storage.keys.rotate({ actor: 'test', id: holder.key.id, ...fresh, graceUntilMs });
  expect(await check(secret)).toMatchObject({ valid: true });
  world.advance(1000);
  expect(await check(secret)).toEqual(refused('EXPIRED'));
  expect(await check(next)).toMatchObject({ valid: true });
});

test('a disabled key and a key of a disabled account are DISABLED', async () => {
  const account = await makeAccount(world.storage);
  const one = await makeKey(world.storage, account.id);
  const two = await makeKey(world.storage, account.id);
  await world.storage.keys.update({ actor: 'test', id: one.holder.key.id, status: 'disabled' });
  expect(await check(one.secret)).toEqual(refused('DISABLED'));
  expect(await check(two.secret)).toMatchObject({ valid: true });
  await world.storage.accounts.update({ actor: 'test', accountId: account.id, status: 'disabled' });
  expect(await check(two.secret)).toEqual(refused('DISABLED'));
});

test('a key of a closed account is CLOSED, until it is opened again', async () => {
  const account = await makeAccount(world.storage);
  const { secret } = await makeKey(world.storage, account.id);
  await world.storage.accounts.close({ actor: 'test', accountId: account.id });
  expect(await check(secret)).toEqual(refused('CLOSED'));
  await world.storage.accounts.reopen({ actor: 'test', accountId: account.id });
  expect(await check(secret)).toMatchObject({ valid: true });
});

test('a body that is not one key is refused before any look-up', async () => {
  lookUps = [];
  for (const body of [
    {},
    { key: 7 },
    { key: null },
    { key: 'x'.repeat(513) },
    { key: 'x', more: 1 },
    [],
    'x',
  ]) {
    expect(await ask(keyCheck, deps, null, { body })).toMatchObject({ kind: 'misshapen' });
  }
  expect(lookUps).toEqual([]);
});
