// Every kind of id that the account API hands out, asked for by three callers, each with a key and with a session: the owner gets
// the thing; a stranger gets the same answer as for an id that does not exist. The routes come from openapi.json, so a new one
// that takes an id fails here until it has a thing to ask for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import { sampleOf } from '../http/schema-sample.ts';
import { closeDueMonths } from '../jobs/close-months.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { documentedOperations, type Operation, targetOf } from '../testing/documented-operations.ts';
import { createShiftedClock } from '../testing/shifted-clock.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const ACCOUNT = '/api/account/v1/';
/** Longer than any two months. */
const TWO_MONTHS_MS = 62 * 86_400_000;

interface Caller {
  key: string;
  keyId: string;
  /** The headers of each way to sign in. */
  ways: Record<'by key' | 'by session', Record<string, string>>;
}

let gateway: TestGateway;
let owner: Caller;
let stranger: Caller;
let drawn = 0;

/** Routes of the account API that take an id in their path. */
const operations = documentedOperations().filter(
  ({ path }) => path.startsWith(ACCOUNT) && path.includes('{'),
);

async function openAccount(name: string): Promise<Caller> {
  await gateway.admin('accounts', { method: 'POST', body: { name } });
  const paid = { amount: '10', reference: `reference-of-${name}` };
  await gateway.admin(`accounts/${name}/topups`, { method: 'POST', body: paid });
  const { id, secret } = await gateway.newKey({ account: name, name: `key-of-${name}` });
  const same = { 'sec-fetch-site': 'same-origin' };
  const body = { key: secret };
  const session = await gateway.ask(`${ACCOUNT}session`, { key: null, method: 'POST', headers: same, body });
  expect(session.status, session.text).toBe(201);
  const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
  const bySession = { ...same, cookie, 'x-reelgate-page': session.body.page_secret };
  return {
    key: secret,
    keyId: id,
    ways: { 'by key': { authorization: `Bearer ${secret}` }, 'by session': bySession },
  };
}

/** Closes the month, at a clock one month later. */
async function closeMonth(): Promise<void> {
  const clock = createShiftedClock();
  clock.advance(TWO_MONTHS_MS);
  const file = `${gateway.folder}/reelgate.db`;
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: false });
  const seller = () => ({ name: 'Seller', address: null, taxId: null, taxNote: null });
  await closeDueMonths({ statements: storage.statements, seller });
  await storage.close();
}

const own = async (target: string, body?: object) => {
  const answer = await gateway.ask(ACCOUNT + target, {
    key: owner.key,
    ...(body && { method: 'POST', body }),
  });
  expect([target, answer.status < 300], answer.text).toEqual([target, true]);
  return answer.body;
};

async function paidCall(): Promise<string> {
  const id = `call-of-owner-${++drawn}`;
  expect((await gateway.search({ keyword: `word-${id}` }, { key: owner.key, id })).status).toBe(200);
  return id;
}

async function disputedCall(): Promise<string> {
  const id = await paidCall();
  await own(`requests/${id}/complaint`, { reason: 'owners-word' });
  return id;
}

/** Creates a new thing of the owner, by the name in the path or by the route. */
const MAKES: Record<string, () => Promise<string>> = {
  key: async () => (await own('keys', { name: `made-${++drawn}` })).key.id,
  webhook: async () => {
    // An account may have only a few webhooks.
    const { webhooks } = await own('webhooks');
    for (const { id } of webhooks)
      await gateway.ask(`${ACCOUNT}webhooks/${id}`, { key: owner.key, method: 'DELETE' });
    return (await own('webhooks', { url: 'https://owners-word.example/' })).webhook.id;
  },
  request_id: paidCall,
  getComplaint: disputedCall,
  topup: async () => (await own('topups', { amount: '5' })).topup.id,
  statement: async () => String((await own('statements')).statements[0].number),
};
const NOBODYS: Record<string, string> = {
  ...{ key: 'key_of_nobody', webhook: 'whk_of_nobody', request_id: 'call-of-nobody', topup: 'top_of_nobody' },
  statement: '999999',
};
const nameIn = ({ path }: Operation) => /\{(\w+)\}/.exec(path)![1]!;

async function ask(operation: Operation, id: string, headers: Record<string, string>): Promise<Answer> {
  const target = targetOf(operation, { path: { [nameIn(operation)]: id } });
  const body = operation.body === null ? {} : { body: sampleOf(operation.body) };
  return gateway.ask(target, { key: null, method: operation.method, headers, ...body });
}

/** Everything by which a caller can tell two answers apart. */
function seen({ status, headers, text }: Answer): object {
  const plain = (value: string) => value.replaceAll(/req_\w{26}/g, 'ID');
  const shown = [...headers].filter(([name]) => !['date', 'ratelimit'].includes(name));
  return { status, text: plain(text), headers: shown.map(([name, value]) => `${name}: ${plain(value)}`) };
}

beforeAll(async () => {
  gateway = await startTestGateway({ script: () => ({ ids: ['1', '2'], cursor: 'more' }) });
  owner = await openAccount('owner');
  stranger = await openAccount('stranger');
  await closeMonth();
});
afterAll(() => gateway.close());

test('every route that takes an id has a thing to ask for', () => {
  const missing = operations
    .filter((one) => !MAKES[nameIn(one)] || !NOBODYS[nameIn(one)])
    .map(({ id }) => id);
  expect(missing).toEqual([]);
  expect(operations.length).toBeGreaterThan(10);
});

describe.each(['by key', 'by session'] as const)('%s', (way) => {
  test.each(operations.map((one) => [one.id, one] as const))(
    '%s gives the thing to its owner, and to a stranger the answer for an id that does not exist',
    async (id, operation) => {
      const name = nameIn(operation);
      const thing = await (MAKES[id] ?? MAKES[name]!)();
      const refused = await ask(operation, thing, stranger.ways[way]);
      const unknown = await ask(operation, NOBODYS[name]!, stranger.ways[way]);
      expect(seen(refused)).toEqual(seen(unknown));
      expect(unknown.status).toBe(404);
      // The stranger's attempt has not changed the thing.
      const given = await ask(operation, thing, owner.ways[way]);
      expect([id, given.status], given.text).toEqual([id, given.status === 201 ? 201 : 200]);
    },
  );
});

test('a list of calls narrowed to a key shows its owner the calls, and a stranger none', async () => {
  const id = await paidCall();
  const target = `${ACCOUNT}requests?key=${owner.keyId}`;
  const idsFor = async (caller: Caller) => {
    const { body } = await gateway.ask(target, { key: caller.key });
    return (body.calls ?? []).map((one: { request_id: string }) => one.request_id);
  };
  expect(await idsFor(owner)).toContain(id);
  expect(await idsFor(stranger)).toEqual([]);
});

test('a session accepts another key of its own account, and refuses one of another account', async () => {
  const second = (await own('keys', { name: 'second' })).key.id;
  const take = (caller: Caller, key: string) =>
    gateway.ask(`${ACCOUNT}session`, {
      ...{ key: null, method: 'PATCH', headers: caller.ways['by session'], body: { key } },
    });
  expect((await take(owner, second)).status).toBe(200);
  const refused = await take(stranger, second);
  expect(seen(refused)).toEqual(seen(await take(stranger, 'key_of_nobody')));
  expect(refused.status).toBe(404);
});
