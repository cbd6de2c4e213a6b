// Every route of openapi.json with a body, sent bodies that parsers read differently: other types, encodings and
// shapes. No handler sees an unchecked body, the checked values are the ones used, and a refused request changes
// nothing.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import {
  documentedOperations,
  isAdmin,
  type Operation,
  targetOf,
} from '../../testing/documented-operations.ts';
import { FakeStripe } from '../../testing/fake-stripe.ts';
import { exchangeBytes, type RawAnswer } from '../../testing/raw-http.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

/** With a key there is no session to change; portal-session.test.ts covers that route. */
const withBody = documentedOperations().filter(({ body, id }) => body !== null && id !== 'updateSession');

let stripe: FakeStripe;
let gateway: TestGateway;
let keyId: string;
let projectId: string;
let complaintId: string;
let webhookId: string;
let watchId: string;
let collectionId: string;
let endedCollectionId: string;
let loginCode: string;
let inviteCode: string;
let made = 0;
beforeAll(async () => {
  // No background work: no card is charged while bodies are compared.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  stripe = await new FakeStripe().start();
  const cards = `payments: { min: "1", stripe: { secret_key: sk_test, api_url: "${stripe.url}" } }`;
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace(/^payments:.*$/m, cards).replace(
      'providers:\n',
      // Only a provider of the showcase can be broken.
      'providers:\n  showcase-north: { connector: showcase }\n',
    ),
    // Collections and watches ask for what is never answered, so that they charge nothing while bodies are compared.
    script: (query) =>
      query.get('q') === 'down'
        ? { kind: 'unavailable', detail: 'down', suspendMs: 60_000 }
        : { ids: ['1'], cursor: null },
  });
  await gateway.search({ keyword: 'cat' }, { id: 'paid' });
  keyId = (await gateway.newKey()).id;
  const { body: own } = await gateway.ask('/api/account/v1/balance');
  await gateway.withStorage((storage) =>
    storage.payments.credit({
      ...{
        actor: 'test',
        accountId: own.account.id,
        amountMicros: toMicros(9_000_000),
        reference: 'stripe:pi_1',
      },
      ...{ orderId: null, rechargeId: null, card: { way: 'stripe', customer: 'cus_1', card: 'pm_1' } },
    }),
  );
  const project = { account: 'demo', name: 'first' };
  await gateway.search({ keyword: 'cat' }, { id: 'bad' });
  const complaint = '/api/account/v1/requests/bad/complaint';
  const filed = await gateway.ask(complaint, { method: 'POST', body: { reason: 'test' } });
  complaintId = filed.body.complaint.id;
  const webhook = { url: 'https://tricks.example/' };
  const sentTo = await gateway.ask('/api/account/v1/webhooks', { method: 'POST', body: webhook });
  webhookId = sentTo.body.webhook.id;
  watchId = (await gateway.ask('/api/watches/v1', { method: 'POST', body: WATCHED })).body.watch.id;
  const collect = () => gateway.ask('/api/collections/v1', { method: 'POST', body: COLLECTED });
  collectionId = (await collect()).body.collection.id;
  endedCollectionId = (await collect()).body.collection.id;
  await gateway.ask(`/api/collections/v1/${endedCollectionId}/cancel`, { method: 'POST' });
  loginCode = (await gateway.admin('login-codes', { method: 'POST', body: {} })).body.code;
  const { body: invited } = await gateway.admin('invites', { method: 'POST', body: {} });
  inviteCode = invited.url.split('#invite=')[1];
  projectId = (await gateway.admin('projects', { method: 'POST', body: project })).body.project.id;
});
afterAll(async () => {
  await gateway.close();
  await stripe.stop();
  vi.useRealTimers();
});

const ENDPOINTS = [
  { path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.012' },
  { path: '/api/*/v1/*/app/search_video', unit_price: '0.01' },
];

/** A body that each route accepts. A new route needs its own here. */
const QUESTION = { path: '/api/u1/v1/scripted/app/search_video_v2', query: { keyword: 'down' } };
const WATCHED = { ...QUESTION, every: '1d' };
const COLLECTED = { ...QUESTION, budget: '1' };

const GOOD: Record<string, () => Record<string, unknown>> = {
  checkKey: () => ({ key: gateway.key }),
  adminCreateAccount: () => ({ name: `made-${made++}` }),
  adminCheckProvider: () => ({ keyword: 'cat' }),
  adminSetProviderFault: () => ({ fault: 'down' }),
  adminUpdateAccount: () => ({ status: 'active' }),
  adminTopUp: () => ({ amount: '1', reference: `made-${made++}` }),
  adminRefund: () => ({ request_id: 'paid', reason: 'test', amount: '0.000001' }),
  adminAdjust: () => ({ amount: '1', reason: 'test' }),
  adminGiveGrant: () => ({ kind: 'promo', amount: '0.000001', reason: 'test' }),
  adminCreateKey: () => ({ account: 'demo', name: 'made' }),
  adminUpdateKey: () => ({ name: 'other' }),
  adminCreateProject: () => ({ account: 'demo', name: `made-${made++}` }),
  adminUpdateProject: () => ({ daily_cap: '1' }),
  createWebhook: () => ({ url: 'https://made.example/' }),
  adminCreateWebhook: () => ({ url: 'https://made.example/' }),
  replayWebhook: () => ({ after: 0 }),
  adminReplayWebhook: () => ({ after: 0 }),
  rotateWebhook: () => ({ grace_seconds: 60 }),
  adminRotateWebhook: () => ({ grace_seconds: 60 }),
  createWatch: () => WATCHED,
  updateWatch: () => ({ name: `made-${made++}` }),
  createCollection: () => COLLECTED,
  updateCollection: () => ({ name: `made-${made++}` }),
  createExportLink: () => ({ format: 'csv' }),
  fileComplaint: () => ({ reason: 'test' }),
  createTopup: () => ({ amount: '5' }),
  adminPayBack: () => ({ payment: 'stripe:pi_1', amount: '0.01', reason: 'test' }),
  adminSetRecharge: () => ({ below: '1', up_to: '5', month_max: '20' }),
  setRecharge: () => ({ below: '1', up_to: '5', month_max: '20' }),
  adminDecideComplaint: () => ({ decision: 'refuse', reason: 'test' }),
  adminVerifyLedger: () => ({ full: false }),
  adminRotateKey: () => ({ grace_seconds: 60 }),
  adminPublishCatalog: () => ({ endpoints: ENDPOINTS }),
  adminDiffCatalog: () => ({ endpoints: ENDPOINTS }),
  adminGetCatalogRevenue: () => ({ endpoints: ENDPOINTS }),
  adminCreateToken: () => ({ name: 'made' }),
  adminCreateLoginCode: () => ({ name: 'made' }),
  adminCreatePortalLink: () => ({ key: keyId }),
  adminCreateInvite: () => ({ title: 'made' }),
  signUp: () => ({ name: `made-${made++}`, invite: inviteCode }),
  openSession: () => ({ key: gateway.key }),
  createKey: () => ({ name: `made-${made++}` }),
  renameKey: () => ({ name: 'other' }),
  rotateKey: () => ({ grace_seconds: 60 }),
  adminOpenSession: () => ({ code: loginCode }),
};

async function send(
  operation: Operation,
  headers: readonly string[],
  body: string | Buffer,
): Promise<RawAnswer> {
  const target = targetOf(operation, {
    path: {
      account: 'demo',
      provider: 'showcase-north',
      key: keyId,
      project: projectId,
      complaint: complaintId,
      webhook: webhookId,
      watch: watchId,
      // A link leads to a collection that has ended.
      collection: operation.id === 'createExportLink' ? endedCollectionId : collectionId,
      request_id: 'paid',
    },
  });
  const secret = isAdmin(operation) ? gateway.adminToken : gateway.key;
  const lines = [
    `${operation.method} ${target} HTTP/1.1`,
    `Host: ${new URL(isAdmin(operation) ? gateway.adminUrl : gateway.url).host}`,
    `Authorization: Bearer ${secret}`,
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    '',
  ];
  const bytes = Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), Buffer.from(body)]);
  const { answers } = await exchangeBytes(isAdmin(operation) ? gateway.adminUrl : gateway.url, bytes);
  expect(answers).toHaveLength(1);
  return answers[0]!;
}

/** Routes with a body that write nothing to the audit log. */
const READS = new Set([
  'checkKey',
  'createExportLink',
  'adminDiffCatalog',
  'adminGetCatalogRevenue',
  'adminVerifyLedger',
]);

/** Every change leaves a row in the audit log, and every payment an entry. */
async function stateNow(): Promise<string> {
  const audit = await gateway.admin('audit?limit=1');
  const entries = await gateway.admin('accounts/demo/entries?limit=1');
  return JSON.stringify([audit.body.rows?.[0] ?? audit.body, entries.body.entries]).replaceAll(
    /req_\w{26}/g,
    'ID',
  );
}

const JSON_TYPE = ['Content-Type: application/json'];

/** Each is refused because of its type, even with a good body. */
const OTHER_TYPES: Record<string, string[]> = {
  'no type': [],
  'an empty type': ['Content-Type:'],
  text: ['Content-Type: text/plain'],
  'JSON as text': ['Content-Type: text/json'],
  'a form': ['Content-Type: application/x-www-form-urlencoded'],
  'a form in parts': ['Content-Type: multipart/form-data; boundary=x'],
  'another JSON': ['Content-Type: application/vnd.api+json'],
  'a patch': ['Content-Type: application/merge-patch+json'],
  'lines of JSON': ['Content-Type: application/x-ndjson'],
  'a longer name': ['Content-Type: application/jsonx'],
  'a longer path': ['Content-Type: application/json/x'],
  'half a name': ['Content-Type: json'],
  'any type': ['Content-Type: */*'],
  'any application': ['Content-Type: application/*'],
  'two types': ['Content-Type: application/json, text/plain'],
  'a space in the name': ['Content-Type: application /json'],
  quotes: ['Content-Type: "application/json"'],
  'a backslash': ['Content-Type: application\\json'],
  'sixteen bits': ['Content-Type: application/json; charset=utf-16'],
  'seven bits': ['Content-Type: application/json; charset=utf-7'],
  'eight bits': ['Content-Type: application/json; charset=iso-8859-1'],
  'eight bits in quotes': ['Content-Type: application/json; charset="iso-8859-1"'],
  'eight bits behind another parameter': ['Content-Type: application/json; a=b; CHARSET=latin1'],
  gzip: [...JSON_TYPE, 'Content-Encoding: gzip'],
  'no coding, by name': [...JSON_TYPE, 'Content-Encoding: identity'],
  'an empty coding': [...JSON_TYPE, 'Content-Encoding:'],
};

/** Parsers differ on these types. Whether they are read or refused, a bad body must be refused. */
const ODD_TYPES: Record<string, string[]> = {
  capitals: ['Content-Type: APPLICATION/JSON'],
  'a tab behind it': ['Content-Type: application/json\t'],
  'a tab and a parameter': ['Content-Type: application/json\t; charset=utf-8'],
  'a space and a parameter': ['Content-Type: application/json ; charset=utf-8'],
  'a semicolon': ['Content-Type: application/json;'],
  semicolons: ['Content-Type: application/json;;;'],
  'two charsets': ['Content-Type: application/json; charset=utf-8; charset=utf-16'],
  'a boundary': ['Content-Type: application/json; boundary=x'],
  'a version': ['Content-Type: application/json; version=2'],
  'two headers': [...JSON_TYPE, 'Content-Type: text/plain'],
  'two headers, the other first': ['Content-Type: text/plain', ...JSON_TYPE],
  'a raw byte': ['Content-Type: application/json\xa0'],
  'a comma': ['Content-Type: application/json,'],
};

type Spoil = (good: Record<string, unknown>) => string | Buffer;

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const text = (good: object) => JSON.stringify(good);
/** The text of a good body with `inserted` after its first brace. */
const opened =
  (start: string): Spoil =>
  (good) =>
    `{${start},${text(good).slice(1)}`;

/** None of these is a good body, even for a lenient parser. */
const BAD_BODIES: Record<string, Spoil> = {
  'a field too many': opened('"further":1'),
  'a balance': opened('"balance":"1000000"'),
  'an id': opened('"id":"acc_x"'),
  'a prototype': opened('"__proto__":{"admin":true}'),
  'a prototype by escapes': opened('"\\u005f\\u005fproto__":{"admin":true}'),
  'a constructor': opened('"constructor":{"prototype":{"admin":true}}'),
  'a nested prototype': opened('"further":{"a":[{"__proto__":{"admin":true}}]}'),
  'deep lists as a field': opened(`"further":${nested(20_000)}`),
  'deep lists': () => nested(30_000),
  'deep objects': () => `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  'lists without an end': () => '['.repeat(60_000),
  'many fields': (good) =>
    `{${Array.from({ length: 5_000 }, (_one, i) => `"f${i}":1`)},${text(good).slice(1)}`,
  'a list': (good) => text([good]),
  'a text': (good) => JSON.stringify(text(good)),
  'a number': () => '1',
  yes: () => 'true',
  'half of it': (good) => text(good).slice(0, -1),
  'two of it': (good) => text(good) + text(good),
  'something behind it': (good) => `${text(good)};`,
  'a comment': (good) => `/* */${text(good)}`,
  'single quotes': (good) => text(good).replaceAll('"', "'"),
  'a comma at the end': (good) => `${text(good).slice(0, -1)},}`,
  'no number': opened('"further":NaN'),
  spaces: () => '   ',
  'a lone surrogate as a name': opened('"\\ud800":1'),
  'a NUL as a name': opened('"\\u0000":1'),
  'sixteen bits': (good) => Buffer.from(`\ufeff${text(good)}`, 'utf16le'),
  'bytes that are not UTF-8': (good) =>
    Buffer.concat([Buffer.from(text(good).slice(0, -1)), Buffer.from([0xff, 0x7d])]),
  'an overlong quote': (good) => Buffer.from(text(good).replace('"', '\xc0\xa2'), 'latin1'),
  gzip: (good) => gzipSync(text(good)),
  'a form': (good) => new URLSearchParams(Object.keys(good).map((name) => [name, '1'])).toString(),
  'a form in parts': () => '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
  XML: () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'more than a body may have': opened(`"further":"${'x'.repeat(70_000)}"`),
};

test('every route with a body has a good body here, and accepts it', async () => {
  for (const operation of withBody) {
    const before = await stateNow();
    const answer = await send(operation, JSON_TYPE, text(GOOD[operation.id]!()));
    expect([operation.id, answer.status, answer.text]).toEqual([
      operation.id,
      expect.toBeOneOf([200, 201]),
      answer.text,
    ]);
    const isRead = READS.has(operation.id);
    expect([operation.id, (await stateNow()) === before]).toEqual([operation.id, isRead]);
  }
});

describe.each(withBody.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const good = () => GOOD[id]!();

  test('refuses a good body under every other type, and changes nothing', async () => {
    const before = await stateNow();
    for (const [name, headers] of Object.entries(OTHER_TYPES)) {
      expect([name, (await send(operation, headers, text(good()))).status]).toEqual([name, 415]);
    }
    expect(await stateNow()).toBe(before);
  });

  test('refuses every bad body, and changes nothing', async () => {
    const before = await stateNow();
    for (const [name, spoil] of Object.entries(BAD_BODIES)) {
      const { status, text: shown } = await send(operation, JSON_TYPE, spoil(good()));
      expect([name, status], shown.slice(0, 300)).toEqual([name, expect.toBeOneOf([400, 413])]);
      expect(JSON.parse(shown)).toMatchObject({ charged: '0.000000', next: 'fix' });
      // A refusal names fields and is not much longer than that.
      expect(shown.length).toBeLessThan(8_000);
    }
    expect(await stateNow()).toBe(before);
  });

  test('refuses a bad body under every odd spelling of the right type, and changes nothing', async () => {
    const before = await stateNow();
    const bad = opened('"further":1')(good());
    for (const [name, headers] of Object.entries(ODD_TYPES)) {
      expect([name, (await send(operation, headers, bad)).status]).toEqual([
        name,
        expect.toBeOneOf([400, 415]),
      ]);
    }
    expect(await stateNow()).toBe(before);
  });
});

describe('the values that were checked are the ones used', () => {
  const operation = (id: string) => withBody.find((one) => one.id === id)!;
  const named = async (name: string) => (await gateway.admin(`accounts/${name}`)).status;

  test('of a field that is given twice, only the last is used', async () => {
    const answer = await send(
      operation('adminCreateAccount'),
      JSON_TYPE,
      '{"name":"twice-a","name":"twice-b"}',
    );
    expect(JSON.parse(answer.text).account.name).toBe('twice-b');
    expect([await named('twice-a'), await named('twice-b')]).toEqual([404, 200]);
    const bad = await send(operation('adminCreateAccount'), JSON_TYPE, '{"name":"twice-c","name":"a b"}');
    expect([bad.status, await named('twice-c')]).toEqual([400, 404]);
  });

  test('of an amount that is given twice, only one is paid in', async () => {
    const before = await gateway.money();
    const body = '{"amount":"1000000","reference":"twice","amount":"1"}';
    expect((await send(operation('adminTopUp'), JSON_TYPE, body)).status).toBe(201);
    expect((await gateway.money()).balance).toBe(before.balance + 1_000_000);
  });

  test('a byte order mark is not part of a body', async () => {
    const answer = await send(operation('adminCreateAccount'), JSON_TYPE, '\ufeff{"name":"marked"}');
    expect([answer.status, await named('marked')]).toEqual([201, 200]);
    const inside = await send(operation('adminCreateAccount'), JSON_TYPE, '{"name":"\ufeffmarked-2"}');
    expect([inside.status, await named('marked-2')]).toEqual([400, 404]);
  });

  test('a number is not an amount, however exact', async () => {
    const before = await gateway.money();
    for (const amount of ['1', '1e2', '0.1', '9007199254740993', '1e400', '-0']) {
      const answer = await send(
        operation('adminTopUp'),
        JSON_TYPE,
        `{"amount":${amount},"reference":"number"}`,
      );
      expect([amount, answer.status]).toEqual([amount, 400]);
    }
    expect(await gateway.money()).toEqual(before);
  });

  test('no object of the process has a field that a body brought', () => {
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
