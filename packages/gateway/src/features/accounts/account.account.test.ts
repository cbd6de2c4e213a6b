import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { accountDepsOf, ask, createWorld, type World } from '../../verb/testing/world.ts';
import { request } from '../calls/call.account.ts';
import { accountVerbs } from '../index.ts';
import { usage } from '../usage/usage.account.ts';
import { balance, entries } from './account.account.ts';

let world: World;
let deps: AccountDeps;
let caller: KeyHolder;

beforeAll(async () => {
  world = await createWorld();
  deps = accountDepsOf(world, {} as Catalog);
  const account = await makeAccount(world.storage, '10');
  caller = (await makeKey(world.storage, account.id)).holder;
  await makeCall(world.storage, caller, 'one', '0.012');
  await makeCall(world.storage, caller, 'two', '0.03');
});
afterAll(() => world.close());

test('the balance is read from the ledger and not from the key that was authenticated', async () => {
  expect(caller.account.balanceMicros).toBe(10_000_000);
  expect(await ask(balance, deps, caller)).toEqual({
    account: { id: caller.account.id, name: caller.account.name },
    balance: '9.958000',
    held: '0.000000',
    available: '9.958000',
    currency: 'USD',
  });
});

test('entries come newest first, page by page, and never say who acted', async () => {
  const first = await ask(entries, deps, caller, { query: { limit: 2 } });
  expect(first).toMatchObject({
    entries: [{ request_id: 'two', amount: '-0.030000' }, { request_id: 'one' }],
  });
  expect(JSON.stringify(first)).not.toContain('actor');
  const cursor = (first as { next_cursor: string }).next_cursor;
  const last = await ask(entries, deps, caller, { query: { limit: 2, cursor } });
  expect(last).toMatchObject({ entries: [{ kind: 'topup', seq: 1 }], next_cursor: null });
});

test('entries are filtered by kind and by whole UTC days', async () => {
  const list = async (query: object) =>
    ((await ask(entries, deps, caller, { query })) as { entries: unknown[] }).entries.length;
  expect(await list({ kind: 'charge' })).toBe(2);
  expect(await list({ from: '2026-11-15', to: '2026-11-15' })).toBe(3);
  expect(await list({ to: '2026-11-14' })).toBe(0);
  expect(await ask(entries, deps, caller, { query: { kind: 'gift' } })).toMatchObject({ fields: ['kind'] });
});

test('usage adds up to its totals', async () => {
  const totals = { calls: 2, failures: 0, charged: '0.042000' };
  expect(await ask(usage, deps, caller)).toMatchObject({
    from: '2026-10-17',
    to: '2026-11-15',
    by: 'day',
    currency: 'USD',
    rows: [{ group: '2026-11-15', ...totals }],
    totals,
  });
  const byKey = await ask(usage, deps, caller, { query: { by: 'key' } });
  expect(byKey).toMatchObject({ rows: [{ group: caller.key.id }], totals });
});

test.each(['day', 'path', 'key'])("usage by %s shows nothing of another account's", async (by) => {
  const other = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
  await makeCall(world.storage, other, 'theirs', '0.05');
  const seen = async (holder: KeyHolder) => {
    const answer = await ask(usage, deps, holder, { query: { by } });
    return answer as { rows: { group: string }[]; totals: { calls: number; charged: string } };
  };
  expect((await seen(caller)).totals).toMatchObject({ calls: 2, charged: '0.042000' });
  expect((await seen(other)).totals).toMatchObject({ calls: 1, charged: '0.050000' });
  if (by === 'key') expect((await seen(caller)).rows.map(({ group }) => group)).toEqual([caller.key.id]);
});

test('a receipt shows price, charge and attempts', async () => {
  const answer = await ask(request, deps, caller, { params: { request_id: 'two' } });
  expect(answer).toMatchObject({
    call: { request_id: 'two', state: 'settled', charged: '0.030000', source: 'live', failure: null },
  });
  expect(answer).toMatchObject({ call: { attempts: [{ provider: 'demo', duration_ms: 20, bytes: 900 }] } });
});

test("another account's request id looks exactly like an unknown one", async () => {
  const other = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
  const theirs = await ask(request, deps, other, { params: { request_id: 'two' } });
  const unknown = await ask(request, deps, other, { params: { request_id: 'never' } });
  expect(theirs).toMatchObject({ code: 'NOT_FOUND' });
  expect(theirs).toEqual(unknown);
});

test('an account verb without a caller is a bug and not an answer', async () => {
  for (const verb of accountVerbs) {
    const params = { request_id: 'two' };
    await expect(verb.run(deps, { params, query: {}, body: {} }, null)).rejects.toThrow();
  }
});
