// Every verb that takes days, a cursor or an account refuses a wrong one and names the field.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../domain/catalog.ts';
import { makeAccount, makeKey } from '../verb/testing/account.ts';
import {
  type AdminWorld,
  type Answer,
  accountDepsOf,
  ask,
  CALLER,
  createAdminWorld,
} from '../verb/testing/world.ts';
import { accountVerbs, adminVerbs } from './index.ts';

let world: AdminWorld;
/** Runs an admin or an account verb for an existing account. */
let askAny: (name: string, query: object, params?: object) => Promise<Answer>;

const everyVerb = [...adminVerbs, ...accountVerbs];
const taking = (...fields: string[]) =>
  everyVerb.filter(({ query }) => fields.every((field) => field in query.properties)).map(({ name }) => name);

beforeAll(async () => {
  world = await createAdminWorld();
  const account = await makeAccount(world.storage);
  const { holder } = await makeKey(world.storage, account.id);
  const deps = accountDepsOf(world, {} as Catalog);
  askAny = async (name, query, params) => {
    const admin = adminVerbs.find((verb) => verb.name === name);
    const input = {
      query,
      params: params ?? (admin?.path.includes('{account}') ? { account: account.id } : {}),
    };
    if (admin !== undefined) return (await ask(admin, world.deps, CALLER, input)) as Answer;
    const own = accountVerbs.find((verb) => verb.name === name)!;
    return (await ask(own, deps as never, holder, input)) as Answer;
  };
});
afterAll(() => world.close());

test('there are such verbs on both sides', () => {
  expect(taking('from', 'to').length).toBeGreaterThanOrEqual(5);
  expect(taking('cursor').length).toBeGreaterThanOrEqual(4);
});

test.each(taking('from', 'to'))(
  '%s refuses days that there are not, and an end before the start',
  async (name) => {
    for (const [query, field] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ to: '2026-02-30' }, 'to'],
      [{ from: '2026-11-16', to: '2026-11-15' }, 'from'],
    ] as const) {
      expect(await askAny(name, query)).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ field }] });
    }
    expect(await askAny(name, { from: '2026-11-15', to: '2026-11-15' })).not.toHaveProperty('code');
  },
);

test.each(taking('cursor'))('%s refuses a cursor that it did not give', async (name) => {
  expect(await askAny(name, { cursor: '12.zzz' })).toMatchObject({ errors: [{ field: 'cursor' }] });
  expect(await askAny(name, { cursor: '' })).not.toHaveProperty('code');
});

test.each(taking('account'))(
  '%s of an account that there is not is NOT_FOUND, and never that of all',
  async (name) => {
    expect(await askAny(name, { account: 'nobody' })).toMatchObject({ code: 'NOT_FOUND' });
  },
);

const aboutAccount = adminVerbs.filter(({ method, path }) => method === 'GET' && path.includes('{account}'));
test.each(aboutAccount.map(({ name }) => name))('%s of an unknown account is NOT_FOUND', async (name) => {
  const verb = adminVerbs.find((one) => one.name === name)!;
  const params = Object.fromEntries(Object.keys(verb.params.properties).map((field) => [field, 'nobody']));
  expect(await askAny(name, {}, params)).toMatchObject({ code: 'NOT_FOUND' });
});
