// A caller reads only its own events, after the number that it gives, and gets the next one when it waits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { failure } from '../../domain/failure.ts';
import { toMicros } from '../../domain/money.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import { accountDepsOf, ask, createWorld, type World } from '../../verb/testing/world.ts';
import { accountEvents } from './event.account.ts';

let world: World;
let own: KeyHolder;

beforeAll(async () => {
  world = await createWorld();
  own = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
  await makeKey(world.storage, (await makeAccount(world.storage)).id);
});
afterAll(() => world.close());

const read = (query: object, changes: Partial<AccountDeps> = {}) =>
  ask(accountEvents, { ...accountDepsOf(world, {} as Catalog), ...changes }, own, { query });

const topUp = (reference: string) =>
  world.storage.accounts.topUp({
    ...{ actor: 'test', accountId: own.account.id, amountMicros: toMicros(5) },
    ...{ reference, reason: null },
  });

test('events come oldest first, each once, and the last number leads on', async () => {
  expect(await read({ limit: 1 })).toMatchObject({ events: [{ type: 'topup.credited', sequence: 1 }] });
  const rest = await read({ after: 1 });
  expect(rest).toMatchObject({ events: [{ type: 'key.created', sequence: 2 }], last_sequence: 2 });
  expect(await read({ after: 2 })).toEqual({ events: [], last_sequence: 2 });
});

test('with `before`, the newest come first, without a wait', async () => {
  const waitForEvents = async () => failure('RATE_LIMITED', 'too many');
  const newest = await read({ before: 1_000, limit: 1, wait: 30 }, { waitForEvents });
  expect(newest).toMatchObject({ events: [{ sequence: 2 }], last_sequence: 2 });
  expect(await read({ before: 2 })).toMatchObject({ events: [{ sequence: 1 }] });
  expect(await read({ before: 1, wait: 30 }, { waitForEvents })).toMatchObject({ events: [] });
});

test('a waiting caller gets what was committed meanwhile', async () => {
  const waitForEvents = async (awaited: object) => {
    expect(awaited).toEqual({ stream: own.account.id, after: 2, waitMs: 30_000 });
    await topUp('while-waiting');
    return null;
  };
  const answer = await read({ after: 2, wait: 30 }, { waitForEvents });
  expect(answer).toMatchObject({ events: [{ type: 'topup.credited', sequence: 3 }], last_sequence: 3 });
});

test('an existing event is returned at once, and too many waiters are refused', async () => {
  const waitForEvents = async () => failure('RATE_LIMITED', 'too many');
  expect(await read({ after: 0, wait: 30 }, { waitForEvents })).toMatchObject({ last_sequence: 3 });
  expect(await read({ after: 3, wait: 30 }, { waitForEvents })).toMatchObject({ code: 'RATE_LIMITED' });
  expect(await read({ after: -1 })).toEqual({ kind: 'misshapen', fields: ['after'] });
  expect(await read({ wait: 31 })).toEqual({ kind: 'misshapen', fields: ['wait'] });
});
