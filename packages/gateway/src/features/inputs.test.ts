// Every verb that takes days, a cursor or an account refuses a wrong one and names the field. What a list is asked by reaches storage: a
// filter that was accepted and then dropped would show the things of all accounts, or of all states.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../domain/catalog.ts';
import { failure } from '../domain/failure.ts';
import { sampleOf } from '../http/openapi/schema-sample.ts';
import type { JsonSchema } from '../http/requests/schema.ts';
import type { Storage } from '../storage/storage.ts';
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
import { resolveUrl } from './providers/platform.account.ts';

type Fields = Record<string, unknown>;

let world: AdminWorld;
let accountId: string;
/** What storage was asked, as `[verb, input]`. */
let notes: [string, unknown][] = [];
/** For which account a place for a free answer was asked. None was free. */
let places: string[] = [];
/** Runs an admin or an account verb for an existing account. */
let askAny: (name: string, query: object, params?: object) => Promise<Answer>;

const everyVerb = [...adminVerbs, ...accountVerbs];
const taking = (...fields: string[]) =>
  everyVerb.filter(({ query }) => fields.every((field) => field in query.properties)).map(({ name }) => name);

beforeAll(async () => {
  world = await createAdminWorld();
  const account = await makeAccount(world.storage);
  accountId = account.id;
  const { holder } = await makeKey(world.storage, account.id);
  const storage = noting(world.storage);
  const takePlace = (of: string) => {
    places.push(of);
    return failure('RATE_LIMITED', 'none is free');
  };
  const deps = { ...accountDepsOf(world, {} as Catalog), storage, takePlace };
  askAny = async (name, query, params) => {
    const admin = adminVerbs.find((verb) => verb.name === name);
    const input = {
      query,
      params: params ?? (admin?.path.includes('{account}') ? { account: account.id } : {}),
    };
    if (admin !== undefined) return (await ask(admin, { ...world.deps, storage }, CALLER, input)) as Answer;
    const own = [...accountVerbs, resolveUrl].find((verb) => verb.name === name) as (typeof accountVerbs)[0];
    return (await ask(own, deps as never, holder, input)) as Answer;
  };
});
afterAll(() => world.close());

/** Storage that notes what it is asked. */
function noting(storage: Storage): Storage {
  const inside =
    (noun: string, verbs: Record<string, (input: unknown) => unknown>) =>
    (verb: string) =>
    (input: unknown) => {
      notes.push([`${noun}.${verb}`, input]);
      return verbs[verb]!(input);
    };
  const get = (_: object, noun: string) => {
    const verbs = storage[noun as keyof Storage] as unknown;
    if (typeof verbs !== 'object' || verbs === null) return verbs;
    const note = inside(noun, verbs as never);
    return new Proxy(verbs, { get: (_verbs, verb: string) => note(verb) });
  };
  return new Proxy({}, { get }) as Storage;
}

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

/** Parameters that no list in storage is asked by. */
const ELSEWHERE = new Set([
  // Asked of the payment provider, of the calls that were found, of the node, and of the noun that the id names.
  ...['adminComparePayments days', 'adminListCalls totals', 'listEvents wait', 'adminLookUp id'],
  // Priced in memory.
  ...['path', 'count', 'platforms', 'ids', 'pages'].map((field) => `getQuote ${field}`),
  // Asked of the library.
  'listSuggestions keyword',
  // A cursor.
  'adminListCalls after',
]);

/** None is the value that is taken without it. */
const VALUES: Fields = { from: '2026-11-14', to: '2026-11-14', limit: 7, after: 5, late: true };

/** What the list is asked by, with a value for each. What is in a watch or a collection has tests of its own. */
const filtersOf = ({ name, query }: (typeof everyVerb)[number]) =>
  Object.entries(query.properties as Record<string, JsonSchema>)
    .filter(([field]) => field !== 'cursor' && !ELSEWHERE.has(`${name} ${field}`))
    .map(([field, schema]) => [field, VALUES[field] ?? schema.enum?.at(-1) ?? sampleOf(schema)] as const);
const filtered = everyVerb.filter(
  (verb) =>
    verb.method === 'GET' &&
    Object.keys(verb.params.properties).every((field) => field === 'account') &&
    filtersOf(verb).length > 0,
);

/** What the list asks of storage. An account that is named is looked up first; that is no part of it. */
async function notesOf(name: string, query: Fields) {
  notes = [];
  await askAny(name, query);
  return notes.filter(([verb]) => verb !== 'accounts.find');
}

test.each(filtered.map((verb) => [verb.name, verb] as const))(
  '%s: whatever it is asked by reaches storage, and an account as its id',
  async (name, verb) => {
    const plain = await notesOf(name, {});
    for (const [field, sample] of filtersOf(verb)) {
      const query = { [field]: field === 'account' ? accountId : sample };
      const asked = await notesOf(name, query);
      expect(asked, JSON.stringify(query)).not.toEqual([]);
      expect(asked, JSON.stringify(query)).not.toEqual(plain);
      if (field === 'account') expect(JSON.stringify(asked)).toContain(`"${accountId}"`);
    }
  },
);

test.each([
  ['listRequestRecords', {}, { request_id: 'any' }],
  ['listRequestPictures', {}, { request_id: 'any' }],
  ['resolveUrl', { url: 'https://youtu.be/dQw4w9WgXcQ' }, {}],
  ['listSuggestions', { keyword: 'night' }, {}],
])(
  '%s is counted among the free answers of the account, and reads nothing beyond them',
  async (name, query, params) => {
    [notes, places] = [[], []];
    expect(await askAny(name, query, params)).toMatchObject({ code: 'RATE_LIMITED' });
    expect([places, notes]).toEqual([[accountId], []]);
  },
);
