// Every write of the API, done twice in the same words and a third time by somebody else. The second time gives the same answer or
// says why not, moves no money and adds no row beyond those named here. Somebody else is refused or gets a thing of their own, and
// changes nothing of the first. The routes come from openapi.json, so a new write fails here until it has a case.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentedOperations, isAdmin, type Operation, targetOf } from '../testing/documented-operations.ts';
import { FakeStripe, WEBHOOK_SECRET } from '../testing/fake-stripe.ts';
import { added, openPostgres, openSqlite, type ReadDatabase, rowsNow } from '../testing/repeated-rows.ts';
import {
  type Answer,
  type Ask,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
} from '../testing/test-gateway.ts';

const ACCOUNT = '/api/account/v1/';
const SEARCH = '/api/u1/v1/library/app/search_video_v2';
const SAME = { 'sec-fetch-site': 'same-origin' };
/** Far more than a page of a collection takes, also on a busy machine. */
const WORKED_MS_MAX = 60_000;

type Headers = Record<string, string>;

interface Caller {
  id: string;
  key: string;
}

interface Asked {
  path?: Record<string, string>;
  /** A body that names its caller is a function. */
  body?: object | ((caller: Caller) => object);
  headers?: Headers;
  /** The routes of a session need one: of the owner, and of somebody else. All others are asked by key or token. */
  sessions?: readonly [Headers, Headers];
}

interface Case {
  /** Makes what is asked about, and says how it is asked. */
  asked(): Asked | Promise<Asked>;
  /** The status of the first time, of the second, and of somebody else's. */
  answers: [number, number, number];
  /** Rows that the second time adds, by table. */
  adds?: Record<string, number>;
  /** Waits until the work that the first time began is done. */
  until?(first: Answer): Promise<unknown>;
}

let gateway: TestGateway;
let stripe: FakeStripe;
let owner: Caller;
let stranger: Caller;
/** A session of the console that may only look. */
let viewer: Headers;
/** Of a payment with a saved card. */
let payment: string;
let drawn = 0;
const fresh = (word: string) => `${word}-${++drawn}`;

function sessionOf({ status, headers, text, body }: Answer): Headers {
  expect(status, text).toBe(201);
  return { ...SAME, cookie: headers.get('set-cookie')!.split(';')[0]!, 'x-reelgate-page': body.page_secret };
}

async function openSession(key: string): Promise<Headers> {
  return sessionOf(
    await gateway.ask(`${ACCOUNT}session`, { key: null, method: 'POST', headers: SAME, body: { key } }),
  );
}

const portalSessions = async () => [await openSession(owner.key), await openSession(stranger.key)] as const;

async function openAccount(name: string): Promise<Caller> {
  const made = await gateway.newAccount(name, '100');
  const { body } = await gateway.admin(`accounts/${name}`);
  return { id: body.account.id, key: made.secret };
}

async function openConsole(role: 'owner' | 'viewer'): Promise<Headers> {
  const { code } = await operate('login-codes', { role });
  const opened = await gateway.admin('session', { method: 'POST', key: null, headers: SAME, body: { code } });
  return sessionOf(opened);
}

/** Asks as the owner, and expects success. */
async function own(target: string, body: unknown): Promise<Answer> {
  const answer = await gateway.ask(target, { key: owner.key, method: 'POST', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

async function operate(target: string, body: unknown = {}): Promise<Answer['body']> {
  const answer = await gateway.admin(target, { method: 'POST', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** A payment by card, which is kept for recharges. */
async function payByCard(): Promise<string> {
  const { body } = await own(`${ACCOUNT}topups`, { amount: '20', save_card: true });
  const intent = stripe.pay(body.topup.address);
  const news = stripe.news('payment_intent.succeeded', intent);
  const told = await fetch(`${gateway.url}/api/payments/v1/stripe`, {
    ...{ method: 'POST', headers: news.headers, body: news.body },
  });
  expect(told.status).toBe(200);
  return `stripe:${intent.id}`;
}

async function start(storage: string): Promise<void> {
  // No background jobs: nothing but the requests of a test changes rows.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  stripe = await new FakeStripe().start();
  const ways = `payments: { min: "1", stripe: { secret_key: sk_test, webhook_secret: ${WEBHOOK_SECRET}, api_url: "${stripe.url}" } }`;
  const settings = TEST_SETTINGS.replace(/^payments:.*$/m, ways)
    .replace('[first, second] }', '[first, second], showcase: [north] }')
    .replace('providers:', 'providers:\n  north: { connector: showcase }');
  gateway = await startTestGateway({ settings: settings + storage });
  owner = await openAccount('owner');
  stranger = await openAccount('stranger');
  viewer = await openConsole('viewer');
  payment = await payByCard();
}

async function stop(): Promise<void> {
  await gateway.close();
  await stripe.stop();
  vi.useRealTimers();
}

const keyOf = async (account = 'owner') => (await gateway.newKey({ account, name: fresh('key') })).id;
const webhookOf = async (): Promise<string> => {
  const { body } = await gateway.ask(`${ACCOUNT}webhooks`, { key: owner.key });
  for (const { id } of body.webhooks)
    await gateway.ask(`${ACCOUNT}webhooks/${id}`, { key: owner.key, method: 'DELETE' });
  return (await own(`${ACCOUNT}webhooks`, { url: 'https://owner.example/' })).body.webhook.id;
};
const WATCH = { path: SEARCH, query: { keyword: 'cat' }, every: '7d' };
const COLLECTION = { path: SEARCH, query: { keyword: 'cat' }, budget: '1' };
const ranTimes = async (runs: number, { body: { watch } }: Answer): Promise<string> => {
  const now = () => gateway.ask(`/api/watches/v1/${watch.id}`, { key: owner.key });
  await vi.waitFor(async () => expect((await now()).body.watch.runs).toBe(runs), WORKED_MS_MAX);
  return watch.id;
};
/** The first run of a new watch, which nobody has to ask for, is over. */
const ranOnce = (made: Answer) => ranTimes(1, made);
const collected = async ({ body: { collection } }: Answer): Promise<string> => {
  const now = () => gateway.ask(`/api/collections/v1/${collection.id}`, { key: owner.key });
  await vi.waitFor(async () => expect((await now()).body.collection.state).toBe('done'), WORKED_MS_MAX);
  return collection.id;
};
const watchOf = async () => ranOnce(await own('/api/watches/v1', WATCH));
const collectionOf = async () => collected(await own('/api/collections/v1', COLLECTION));
const callOf = async (): Promise<string> => {
  const id = fresh('call');
  expect((await gateway.search({ keyword: id }, { key: owner.key, id })).status).toBe(200);
  return id;
};
const complaintOf = async (): Promise<string> =>
  (await own(`${ACCOUNT}requests/${await callOf()}/complaint`, { reason: 'wrong' })).body.complaint.id;
const accountOf = async (): Promise<string> =>
  (await operate('accounts', { name: fresh('account') })).account.id;
const codeOf = async (): Promise<string> => (await operate('login-codes')).code;
const ruleOf = { below: '1', up_to: '20', month_max: '100' };
const NEW_SECRET = { key_secrets: 1, events: 1 };
const NEW_KEY = { keys: 1, ...NEW_SECRET };
const pricesOf = { endpoints: [{ path: SEARCH, unit_price: '0.012' }], mode: 'merge' };

const named = (name: string, make: () => Promise<string>, body?: object) => async (): Promise<Asked> => ({
  ...{ path: { [name]: await make() }, ...(body !== undefined && { body }) },
});
const ofOwner = (body?: object) => (): Asked => ({
  ...{ path: { account: 'owner' }, ...(body !== undefined && { body }) },
});

const CASES: Record<string, Case> = {
  checkKey: { asked: () => ({ body: ({ key }) => ({ key }) }), answers: [200, 200, 200] },
  openSession: {
    asked: () => ({ headers: SAME, body: ({ key }) => ({ key }) }),
    answers: [201, 201, 201],
    adds: { sessions: 1 },
  },
  updateSession: {
    asked: async () => ({ sessions: await portalSessions(), body: { key: await keyOf() } }),
    answers: [200, 200, 404],
  },
  closeSession: {
    asked: async () => ({ sessions: await portalSessions() }),
    answers: [200, 401, 200],
  },
  signUp: {
    asked: async () => ({
      headers: SAME,
      body: { name: fresh('guest'), invite: (await operate('invites')).url.split('#invite=')[1] },
    }),
    answers: [201, 403, 403],
  },
  createKey: {
    asked: () => ({ body: { name: fresh('made') } }),
    answers: [201, 201, 201],
    adds: NEW_KEY,
  },
  renameKey: { asked: named('key', keyOf, { name: 'renamed' }), answers: [200, 200, 404] },
  rotateKey: { asked: named('key', keyOf, {}), answers: [200, 200, 404], adds: NEW_SECRET },
  revokeKey: { asked: named('key', keyOf), answers: [200, 409, 404] },
  createWebhook: {
    asked: async () => {
      await webhookOf();
      return { body: { url: 'https://twice.example/' } };
    },
    answers: [201, 201, 201],
    adds: { webhooks: 1 },
  },
  removeWebhook: { asked: named('webhook', webhookOf), answers: [200, 404, 404] },
  testWebhook: { asked: named('webhook', webhookOf), answers: [200, 200, 404], adds: { events: 1 } },
  replayWebhook: { asked: named('webhook', webhookOf, { after: 0 }), answers: [200, 200, 404] },
  rotateWebhook: { asked: named('webhook', webhookOf, {}), answers: [200, 200, 404] },
  createWatch: {
    asked: () => ({
      headers: { 'x-reelgate-request-id': fresh('watch') },
      body: WATCH,
    }),
    answers: [201, 200, 201],
    until: ranOnce,
  },
  updateWatch: { asked: named('watch', watchOf, { name: 'other' }), answers: [200, 200, 404] },
  removeWatch: { asked: named('watch', watchOf), answers: [200, 404, 404] },
  runWatch: {
    asked: async () => ({
      path: { watch: await watchOf() },
      headers: { 'x-reelgate-request-id': fresh('run') },
    }),
    answers: [200, 200, 404],
    until: (first) => ranTimes(2, first),
  },
  makeWatchFeed: { asked: named('watch', watchOf), answers: [201, 201, 404] },
  removeWatchFeed: { asked: named('watch', watchOf), answers: [200, 200, 404] },
  fileComplaint: { asked: named('request_id', callOf, { reason: 'wrong' }), answers: [201, 201, 404] },
  createCollection: {
    asked: () => ({
      headers: { 'x-reelgate-request-id': fresh('collection') },
      body: COLLECTION,
    }),
    answers: [201, 200, 201],
    until: collected,
  },
  updateCollection: { asked: named('collection', collectionOf, { name: 'other' }), answers: [200, 200, 404] },
  removeCollection: { asked: named('collection', collectionOf), answers: [200, 404, 404] },
  cancelCollection: { asked: named('collection', collectionOf), answers: [200, 200, 404] },
  createExportLink: { asked: named('collection', collectionOf, {}), answers: [201, 201, 404] },
  createTopup: {
    asked: () => ({ body: { amount: '5' } }),
    answers: [201, 201, 201],
    adds: { topup_orders: 1 },
  },
  setRecharge: { asked: () => ({ body: ruleOf }), answers: [200, 200, 409] },
  endRecharge: { asked: () => ({}), answers: [200, 200, 200] },

  adminCreateAccount: { asked: () => ({ body: { name: fresh('new') } }), answers: [201, 409, 403] },
  adminUpdateAccount: { asked: named('account', accountOf, { title: 'T' }), answers: [200, 200, 403] },
  adminCloseAccount: { asked: named('account', accountOf), answers: [200, 200, 403] },
  adminReopenAccount: { asked: named('account', accountOf), answers: [200, 200, 403] },
  adminTopUp: {
    asked: () => ofOwner({ amount: '3', reference: fresh('ref') })(),
    answers: [201, 201, 403],
  },
  adminRefund: {
    asked: async () => ofOwner({ request_id: await callOf(), reason: 'sorry', reference: fresh('ref') })(),
    answers: [201, 201, 403],
  },
  adminAdjust: {
    asked: () => ofOwner({ amount: '1', reason: 'test', reference: fresh('ref') })(),
    answers: [201, 201, 403],
  },
  adminGiveGrant: {
    asked: () => ofOwner({ kind: 'promo', amount: '1', reason: 'test', reference: fresh('ref') })(),
    answers: [201, 201, 403],
  },
  adminCreateKey: {
    asked: () => ({ body: { account: 'owner', name: fresh('made') } }),
    answers: [201, 201, 403],
    adds: NEW_KEY,
  },
  adminUpdateKey: { asked: named('key', keyOf, { name: 'renamed' }), answers: [200, 200, 403] },
  adminRotateKey: { asked: named('key', keyOf, {}), answers: [200, 200, 403], adds: NEW_SECRET },
  adminRevokeKey: { asked: named('key', keyOf), answers: [200, 200, 403] },
  adminCreateProject: {
    asked: () => ({ body: { account: 'owner', name: fresh('project') } }),
    answers: [201, 409, 403],
  },
  adminUpdateProject: {
    asked: named(
      'project',
      async () => (await operate('projects', { account: 'owner', name: fresh('project') })).project.id,
      { daily_cap: '5' },
    ),
    answers: [200, 200, 403],
  },
  adminDecideComplaint: {
    asked: named('complaint', complaintOf, { decision: 'refund', reason: 'right' }),
    answers: [200, 409, 403],
  },
  adminCreateWebhook: {
    asked: async () => {
      await webhookOf();
      return { body: { account: 'owner', url: 'https://twice.example/' } };
    },
    answers: [201, 201, 403],
    adds: { webhooks: 1 },
  },
  adminRemoveWebhook: { asked: named('webhook', webhookOf), answers: [200, 404, 403] },
  adminTestWebhook: { asked: named('webhook', webhookOf), answers: [200, 200, 403], adds: { events: 1 } },
  adminReplayWebhook: { asked: named('webhook', webhookOf, { after: 0 }), answers: [200, 200, 403] },
  adminRotateWebhook: { asked: named('webhook', webhookOf, {}), answers: [200, 200, 403] },
  adminPauseWatch: { asked: named('watch', watchOf), answers: [200, 200, 403] },
  adminResumeWatch: { asked: named('watch', watchOf), answers: [200, 200, 403] },
  adminEndWatch: { asked: named('watch', watchOf), answers: [200, 200, 403] },
  adminStopCollection: { asked: named('collection', collectionOf), answers: [200, 200, 403] },
  adminPublishCatalog: {
    asked: () => ({ body: pricesOf }),
    answers: [201, 201, 403],
    adds: { catalogs: 1 },
  },
  // These two change nothing, so whoever may look may ask.
  adminDiffCatalog: { asked: () => ({ body: pricesOf }), answers: [200, 200, 200] },
  adminGetCatalogRevenue: { asked: () => ({ body: pricesOf }), answers: [200, 200, 200] },
  adminResumeProvider: { asked: named('provider', async () => 'first'), answers: [200, 200, 403] },
  adminSetProviderFault: {
    asked: named('provider', async () => 'north', { fault: 'slow' }),
    answers: [200, 200, 403],
  },
  adminCheckProvider: { asked: named('provider', async () => 'library', {}), answers: [200, 200, 403] },
  adminVerifyLedger: { asked: () => ({ body: {} }), answers: [200, 200, 403] },
  adminPayBack: {
    asked: () => ofOwner({ payment, amount: '2', reason: 'asked', reference: fresh('ref') })(),
    answers: [201, 201, 403],
  },
  adminSetRecharge: { asked: ofOwner(ruleOf), answers: [200, 200, 403] },
  adminEndRecharge: { asked: ofOwner(), answers: [200, 200, 403] },
  adminCreateInvite: { asked: () => ({ body: {} }), answers: [201, 201, 403], adds: { invites: 1 } },
  adminRevokeInvite: {
    asked: named('invite', async () => (await operate('invites')).invite.id),
    answers: [200, 200, 403],
  },
  adminCreateToken: {
    asked: () => ({ body: { name: fresh('token') } }),
    answers: [201, 201, 403],
    adds: { admin_tokens: 1 },
  },
  adminRevokeToken: {
    asked: named('token', async () => (await operate('tokens', { name: fresh('token') })).token.id),
    answers: [200, 200, 403],
  },
  adminCreateLoginCode: { asked: () => ({ body: {} }), answers: [201, 201, 403], adds: { login_codes: 1 } },
  adminCreatePortalLink: { asked: ofOwner({}), answers: [201, 201, 403], adds: { login_codes: 1 } },
  adminCloseSession: {
    asked: async () => ({ sessions: [await openConsole('owner'), await openConsole('viewer')] }),
    answers: [200, 401, 200],
  },
  adminOpenSession: {
    asked: async () => ({ headers: SAME, body: { code: await codeOf() } }),
    answers: [201, 403, 403],
  },
  adminRevokeSession: {
    asked: named('session', async () => {
      const opened = await gateway.admin('session', {
        ...{ method: 'POST', key: null, headers: SAME, body: { code: await codeOf() } },
      });
      return opened.body.session.id;
    }),
    answers: [200, 200, 403],
  },
};

const writes = documentedOperations().filter(({ method }) => method !== 'GET');

function send(operation: Operation, asked: Asked, by: 'owner' | 'else'): Promise<Answer> {
  const [caller, session] = by === 'owner' ? [owner, asked.sessions?.[0]] : [stranger, asked.sessions?.[1]];
  const { path: names = {}, body: given, headers = {} } = asked;
  const target = targetOf(operation, { path: names });
  const body = typeof given === 'function' ? given(caller) : given;
  const how = { method: operation.method, headers, ...(body !== undefined && { body }) };
  const inSession = (halves: Headers) => ({ ...how, key: null, headers: { ...headers, ...halves } });
  const asks = isAdmin(operation)
    ? (ask: Ask) => gateway.admin(target.slice('/admin/v1/'.length), ask)
    : (ask: Ask) => gateway.ask(target, ask);
  if (session !== undefined) return asks(inSession(session));
  if (operation.access === 'none') return asks({ ...how, key: null });
  if (!isAdmin(operation)) return asks({ ...how, key: caller.key });
  return asks(by === 'owner' ? how : inSession(viewer));
}

test('every write in the reference has a case', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(writes.map(({ id }) => id).toSorted());
});

describe.each([
  ['SQLite', () => openSqlite(() => gateway.folder)],
  ['PostgreSQL', openPostgres],
])('%s:', (_, open) => {
  let database: ReadDatabase;
  beforeAll(async () => {
    database = await open();
    await start(database.setting);
  });
  afterAll(async () => {
    await stop();
    await database.drop();
  });

  test.each(writes.map((operation) => [operation.id, operation] as const))(
    '%s, done twice and a third time by somebody else',
    async (id, operation) => {
      const { asked, answers, adds = {}, until } = CASES[id]!;
      const how = await asked();
      const first = await send(operation, how, 'owner');
      await until?.(first);
      const between = await rowsNow(database, owner.id);
      const second = await send(operation, how, 'owner');
      const after = await rowsNow(database, owner.id);
      const third = await send(operation, how, 'else');
      const end = await rowsNow(database, owner.id);
      expect(
        [first.status, second.status, third.status],
        `${first.text}\n${second.text}\n${third.text}`,
      ).toEqual(answers);
      expect(added(between.counts, after.counts)).toEqual(adds);
      expect(after.money).toEqual(between.money);
      expect(end.ofAccount).toEqual(after.ofAccount);
    },
  );
});
