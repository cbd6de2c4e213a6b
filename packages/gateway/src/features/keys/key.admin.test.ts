import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret, isWellFormed } from '../../domain/access/key.ts';
import type { Account } from '../../domain/account.ts';
import { makeAccount } from '../../verb/testing/account.ts';
import { type AdminWorld, createAdminWorld } from '../../verb/testing/world.ts';
import { keyCreate, keyList, keyRead, keyRevoke, keyRotate, keyUpdate } from './key.admin.ts';

let world: AdminWorld;
let account: Account;
beforeAll(async () => {
  world = await createAdminWorld();
  account = await makeAccount(world.storage);
});
afterAll(() => world.close());

interface MadeKey {
  key: { id: string; prefix: string };
  secret: string;
}
const create = async (more: object = {}) =>
  (await world.ask(keyCreate, {
    body: { account: account.name, name: 'laptop', ...more },
  })) as unknown as MadeKey;
const holderOf = (secret: string) => world.storage.keys.findByHash({ hash: hashSecret(secret) });

test('a secret is shown by the verb that makes it and by no other', async () => {
  const { key, secret } = await create();
  expect(isWellFormed(secret, 'rgk')).toBe(true);
  expect(key).toMatchObject({
    account_id: account.id,
    groups: ['u1', 'u2'],
    status: 'active',
    last_used_at: null,
  });
  expect(key.id).toMatch(/^key_[0-9A-Za-z]{16}$/);
  expect((await holderOf(secret))?.key.id).toBe(key.id);
  const seen = [
    await world.ask(keyRead, { params: { key: key.id } }),
    await world.ask(keyList),
    await world.storage.audit.list({ limit: 500, after: null }),
  ];
  expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(seen)).not.toContain(hashSecret(secret));
});

const LIMITS = {
  groups: ['u2'],
  expires_at: '2027-01-01T00:00:00.000Z',
  addresses: ['203.0.113.0/24', '2001:db8::1'],
  rate: { requests: 5, per_seconds: 1, concurrent: 1 },
  daily_cap: '1.000000',
  monthly_cap: '0.000000',
  total_cap: '3.000000',
  max_call: '0.020000',
  platforms: ['library'],
  operations: ['video.search'],
};

test('limits are kept as given, changed one by one, and taken away with null', async () => {
  const { key } = await create(LIMITS);
  expect(key).toMatchObject({ ...LIMITS, currency: 'USD' });
  const update = (body: object) => world.ask(keyUpdate, { params: { key: key.id }, body });
  expect(await update({ daily_cap: '2', name: 'server' })).toMatchObject({
    key: { ...LIMITS, daily_cap: '2.000000', name: 'server' },
  });
  const none = {
    ...{ expires_at: null, addresses: null, rate: null, daily_cap: null, monthly_cap: null },
    ...{ total_cap: null, max_call: null, platforms: null, operations: null, project: null },
  };
  const { project, ...shown } = none;
  const unbound = { ...shown, project_id: project, groups: ['u2'], name: 'server' };
  expect(await update(none)).toMatchObject({ key: unbound });
  expect(await update({})).toMatchObject({ kind: 'misshapen' });
  expect(await update({ status: 'revoked' })).toMatchObject({ kind: 'misshapen' });
});

test.each([
  [{ expires_at: '2026-11-15T12:00:00Z' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ addresses: ['203.0.113.7', '203.0.113.0/40'] }, 'addresses.1'],
  [{ project: 'prj_of_nobody' }, 'project'],
])('the limits %j are refused and the field named', async (limits, field) => {
  expect(await create(limits)).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ field }] });
});

test.each([
  { groups: [] },
  { groups: ['u3'] },
  { groups: ['u1', 'u1'] },
  { addresses: [] },
  { daily_cap: 1 },
  { daily_cap: '-1' },
  { max_call: '0.0000001' },
  { platforms: [] },
  { platforms: ['a b'] },
  { operations: ['x', 'x'] },
  { rate: { requests: 0, per_seconds: 1, concurrent: 1 } },
  { secret: 'mine' },
])('the body field %j is refused by its schema', async (limits) => {
  expect(await create(limits)).toMatchObject({ kind: 'misshapen' });
});

test('after a rotation both secrets work until the grace ends, and the answer says when', async () => {
  const { key, secret } = await create();
  const rotated = await world.ask(keyRotate, { params: { key: key.id }, body: { grace_seconds: 60 } });
  expect(rotated).toMatchObject({ key: { id: key.id }, previous_valid_until: '2026-11-15T12:01:00.000Z' });
  expect(rotated.secret).not.toBe(secret);
  expect((await holderOf(rotated.secret as string))?.secretValidUntilMs).toBeNull();
  expect((await holderOf(secret))?.secretValidUntilMs).toBe(world.clock.nowMs() + 60_000);
});

test('without a word about it the grace is one day, and 30 days are the most', async () => {
  const { key } = await create();
  const rotate = (body: object) => world.ask(keyRotate, { params: { key: key.id }, body });
  expect(await rotate({})).toMatchObject({ previous_valid_until: '2026-11-16T12:00:00.000Z' });
  expect(await rotate({ grace_seconds: 2_592_001 })).toMatchObject({ kind: 'misshapen' });
});

test('revoking is final, may be repeated, and is heard by this process', async () => {
  const { key } = await create();
  const params = { key: key.id };
  const before = world.refreshes();
  expect(await world.ask(keyRevoke, { params })).toMatchObject({ key: { status: 'revoked' } });
  expect(world.refreshes()).toBe(before + 1);
  expect(await world.ask(keyRevoke, { params })).toMatchObject({ key: { status: 'revoked' } });
  expect(await world.ask(keyRotate, { params })).toMatchObject({ code: 'CONFLICT' });
  expect(await world.ask(keyUpdate, { params, body: { status: 'active' } })).toMatchObject({
    code: 'CONFLICT',
  });
});

test('keys are listed by account, and an unknown account or key is NOT_FOUND', async () => {
  const other = await makeAccount(world.storage);
  await create({ account: other.id });
  expect(await world.ask(keyList, { query: { account: other.name } })).toMatchObject({
    keys: [{ account_id: other.id }],
    next_cursor: null,
  });
  expect(await world.ask(keyList, { query: { account: 'nobody' } })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await create({ account: 'nobody' })).toMatchObject({ code: 'NOT_FOUND' });
  for (const verb of [keyRead, keyRotate, keyRevoke]) {
    expect(await world.ask(verb, { params: { key: 'key_none' } })).toMatchObject({ code: 'NOT_FOUND' });
  }
});
