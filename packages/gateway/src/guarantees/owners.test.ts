// Every kind of id and address that the API hands out, asked for by its owner, by a stranger, and by a limited key of the same
// account, each with a key and with a session: the owner gets the thing; the others get the answer for an id that does not exist,
// or a refusal that does not depend on it. The routes come from openapi.json, so a new one that takes an id fails here until it has
// a thing to ask for.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessionActor } from '../domain/access/session.ts';
import { systemRandom } from '../domain/clock.ts';
import { sampleOf } from '../http/openapi/schema-sample.ts';
import { closeDueMonths } from '../jobs/close-months.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import {
  documentedOperations,
  isAdmin,
  isDataRoute,
  type Operation,
  targetOf,
} from '../testing/documented-operations.ts';
import { createShiftedClock } from '../testing/shifted-clock.ts';
import { type Answer, type Ask, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const ACCOUNT = '/api/account/v1/';
/** Longer than any two months. */
const TWO_MONTHS_MS = 62 * 86_400_000;
const SEARCH = '/api/u1/v1/library/app/search_video_v2';
/** Far more than a page of a collection takes, also on a busy machine. */
const WORKED_MS_MAX = 60_000;

interface Caller {
  key: string;
  keyId: string;
  /** The headers of each way to sign in. */
  ways: Record<'by key' | 'by session', Record<string, string>>;
  /** As the audit log names each. */
  actors: Record<'by key' | 'by session', string>;
}

let gateway: TestGateway;
let owner: Caller;
let stranger: Caller;
/** Another key of the owner's account, limited to one platform. */
let limited: Caller;
/** A session of the console that may only look. */
let viewer: Record<string, string>;
let drawn = 0;

const all = documentedOperations();
const takesId = (operation: Operation) => operation.path.includes('{') && !isDataRoute(operation);
/** Routes of callers that take an id in their path. */
const operations = all.filter((one) => one.access === 'key' && takesId(one));
/** Reads of operators that do. `repeats.test.ts` has their writes. */
const looks = all.filter((one) => isAdmin(one) && takesId(one) && one.method === 'GET');
/** Names in the path of routes that everybody may ask for; a feed is opened by its secret address. */
const OPEN_TO_ALL = ['name', 'code', 'id', 'feed'];

async function openAccount(name: string): Promise<Caller> {
  await gateway.admin('accounts', { method: 'POST', body: { name } });
  const paid = { amount: '10', reference: `reference-of-${name}` };
  await gateway.admin(`accounts/${name}/topups`, { method: 'POST', body: paid });
  return openCaller(await gateway.newKey({ account: name, name: `key-of-${name}` }));
}

async function openCaller({ id, secret }: { id: string; secret: string }): Promise<Caller> {
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
    actors: { 'by key': `key:${id}`, 'by session': sessionActor(session.body.session) },
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
  const answer = await gateway.ask(target.startsWith('/') ? target : ACCOUNT + target, {
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
  watch: async () => {
    const body = { path: SEARCH, query: { keyword: 'cat' }, every: '7d', name: `owners-word-${++drawn}` };
    const { watch } = await own('/api/watches/v1', body);
    await vi.waitFor(
      async () => expect((await own(`/api/watches/v1/${watch.id}`)).watch.runs).toBe(1),
      WORKED_MS_MAX,
    );
    return watch.id;
  },
  collection: async () => {
    const body = { path: SEARCH, query: { keyword: 'cat' }, budget: '1', name: `owners-word-${++drawn}` };
    const { collection } = await own('/api/collections/v1', body);
    await vi.waitFor(
      async () => expect((await own(`/api/collections/v1/${collection.id}`)).collection.state).toBe('done'),
      WORKED_MS_MAX,
    );
    return collection.id;
  },
};
/** Bodies of changes that the owner may make; all others are drawn from the schema. */
const BODIES: Record<string, object> = {
  updateWatch: { name: 'other' },
  updateCollection: { name: 'other' },
};
const NOBODYS: Record<string, string> = {
  ...{ key: 'key_of_nobody', webhook: 'whk_of_nobody', request_id: 'call-of-nobody', topup: 'top_of_nobody' },
  statement: '999999',
  watch: 'wat_of_nobody',
  collection: 'col_of_nobody',
  version: '999999',
};
const nameIn = ({ path }: Operation) => /\{(\w+)\}/.exec(path)![1]!;

async function ask(operation: Operation, id: string, headers: Record<string, string>): Promise<Answer> {
  const target = targetOf(operation, { path: { [nameIn(operation)]: id } });
  const sample = BODIES[operation.id] ?? (operation.body && sampleOf(operation.body));
  const body = sample === null ? {} : { body: sample };
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
  limited = await openCaller(await gateway.newKey({ account: 'owner', platforms: ['scripted'] }));
  const { code } = (await gateway.admin('login-codes', { method: 'POST', body: { role: 'viewer' } })).body;
  const opened = await gateway.admin('session', { method: 'POST', key: null, body: { code } });
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  viewer = { 'sec-fetch-site': 'same-origin', cookie, 'x-reelgate-page': opened.body.page_secret };
  await closeMonth();
});
afterAll(() => gateway.close());

test('every route that takes an id has a thing to ask for', () => {
  const named = (one: Operation) => MAKES[nameIn(one)] !== undefined && NOBODYS[nameIn(one)] !== undefined;
  expect(operations.filter((one) => !named(one)).map(({ id }) => id)).toEqual([]);
  const open = all.filter((one) => one.access === 'none' && takesId(one));
  expect(open.map(nameIn).filter((name) => !OPEN_TO_ALL.includes(name))).toEqual([]);
  expect(operations.length).toBeGreaterThan(30);
});

/** One thing of each kind for all reads, which change nothing. */
const kept = new Map<string, Promise<string>>();
function thingFor({ id, method, path }: Operation): Promise<string> {
  const make = MAKES[id] ?? MAKES[nameIn({ path } as Operation)]!;
  if (method !== 'GET') return make();
  const name = MAKES[id] ? id : nameIn({ path } as Operation);
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name)!;
}

/** These change nothing of the account; the collection that is cancelled here has ended. */
const UNRECORDED = ['runWatch', 'createExportLink', 'cancelCollection'];

async function lastRowOf(actor: string): Promise<string | undefined> {
  const { body } = await gateway.admin(`audit?limit=1&actor=${encodeURIComponent(actor)}`);
  return body.rows[0]?.id;
}

describe.each(['by key', 'by session'] as const)('%s', (way) => {
  test.each(operations.map((one) => [one.id, one] as const))(
    '%s gives the thing to its owner, whose name a change has in the audit log, and to others the answer for an id that does not exist',
    async (id, operation) => {
      const thing = await thingFor(operation);
      for (const other of [stranger, limited]) {
        const refused = await ask(operation, thing, other.ways[way]);
        const unknown = await ask(operation, NOBODYS[nameIn(operation)]!, other.ways[way]);
        expect(seen(refused)).toEqual(seen(unknown));
        expect(other === stranger ? [404] : [403, 404]).toContain(unknown.status);
      }
      // The attempts have not changed the thing.
      const before = await lastRowOf(owner.actors[way]);
      const given = await ask(operation, thing, owner.ways[way]);
      expect([id, given.status], given.text).toEqual([id, given.status === 201 ? 201 : 200]);
      const isRecorded = operation.method !== 'GET' && !UNRECORDED.includes(id);
      expect([id, (await lastRowOf(owner.actors[way])) !== before]).toEqual([id, isRecorded]);
    },
  );
});

/** Things that only operators ask for by name. */
const LOOKS: Record<string, () => Promise<string>> = {
  account: async () => 'owner',
  call: async () => (await gateway.admin('calls?account=owner&state=settled')).body.calls[0].id,
  key: async () => owner.keyId,
  project: async () => {
    const body = { account: 'owner', name: `project-${++drawn}` };
    return (await gateway.admin('projects', { method: 'POST', body })).body.project.id;
  },
  complaint: async () => {
    await disputedCall();
    return (await gateway.admin('complaints?account=owner')).body.complaints[0].id;
  },
  version: async () => '1',
  provider: async () => 'library',
};
/** A read with an answer that a caller bought. */
const NOT_FOR_VIEWERS = ['adminGetComplaintCase'];

describe('on the side of operators', () => {
  test.each(looks.map((one) => [one.id, one] as const))(
    '%s shows the thing to an operator, and to no caller whether it exists',
    async (id, operation) => {
      const name = nameIn(operation);
      const thing = await (LOOKS[name] ?? MAKES[name]!)();
      const names = operation.path.includes('{request_id}') ? { request_id: await paidCall() } : {};
      const look = (of: string, how: Ask) =>
        gateway.admin(
          targetOf(operation, { path: { ...names, [name]: of } }).slice('/admin/v1/'.length),
          how,
        );
      const given = await look(thing, {});
      expect([id, given.status], given.text).toEqual([id, 200]);
      expect((await look(NOBODYS[name] ?? 'nobody', {})).status).toBe(404);
      const seenByViewer = await look(thing, { key: null, headers: viewer });
      expect([id, seenByViewer.status]).toEqual([id, NOT_FOR_VIEWERS.includes(id) ? 403 : 200]);
      for (const headers of Object.values(owner.ways)) {
        const refused = await look(thing, { key: null, headers });
        expect(seen(refused)).toEqual(seen(await look('nobody', { key: null, headers })));
        expect([id, refused.status]).toEqual([id, 401]);
      }
    },
  );
});

describe('a cursor', () => {
  const itemsOf = ({ body }: Answer) => (Object.values(body).find(Array.isArray) ?? []) as object[];
  const lists = all.filter(
    ({ access, path, parameters }) =>
      access === 'key' && path.startsWith('/api/') && parameters.some(({ name }) => name === 'cursor'),
  );
  beforeAll(async () => {
    for (const name of ['watch', 'collection', 'topup', 'watch', 'collection', 'topup']) await MAKES[name]!();
    for (const reference of ['grant-1', 'grant-2']) {
      const body = { kind: 'promo', amount: '1', reason: 'test', reference };
      await gateway.admin('accounts/owner/grants', { method: 'POST', body });
    }
  });

  test.each(lists.map((one) => [one.id, one] as const))(
    '%s goes on for its owner, and shows a stranger nothing of the owner',
    async (_id, operation) => {
      const page = (query: Record<string, string>, headers: Record<string, string>) =>
        gateway.ask(targetOf(operation, { query: { limit: '1', ...query } }), { key: null, headers });
      for (const way of ['by key', 'by session'] as const) {
        const first = await page({}, owner.ways[way]);
        const cursor = first.body.next_cursor;
        // There is one statement.
        if (operation.id === 'listStatements') continue;
        const second = await page({ cursor }, owner.ways[way]);
        expect(second.status, second.text).toBe(200);
        const [owners, theirs] = [itemsOf(second), itemsOf(await page({ cursor }, stranger.ways[way]))];
        expect(owners).not.toEqual([]);
        for (const item of [...itemsOf(first), ...owners]) expect(theirs).not.toContainEqual(item);
      }
    },
  );
});

test('a link to an export opens that one without a key, and no other', async () => {
  const [one, other] = [await MAKES.collection!(), await MAKES.collection!()];
  const { url } = await own(`/api/collections/v1/${one}/export_link`, {});
  const opened = (address: string) =>
    gateway.ask(address.replace(/^https?:\/\/[^/]+/, ''), { key: null }).then(({ status }) => status);
  expect(await opened(url)).toBe(200);
  const expires = /expires=(\d+)/.exec(url)![1]!;
  const tricks = [
    url.replace(one, other),
    url.replace(expires, String(Number(expires) + 1)),
    url.slice(0, -1),
  ];
  for (const trick of tricks) expect([403, 404]).toContain(await opened(trick));
});

test('the address of a feed opens that one without a key, until it is replaced', async () => {
  const watch = await MAKES.watch!();
  const make = async (): Promise<string> => (await own(`/api/watches/v1/${watch}/feed`, {})).feed.atom;
  const opened = (address: string) =>
    gateway.ask(new URL(address).pathname, { key: null }).then(({ status }) => status);
  const first = await make();
  expect(await opened(first)).toBe(200);
  const second = await make();
  expect([await opened(first), await opened(second)]).toEqual([404, 200]);
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
