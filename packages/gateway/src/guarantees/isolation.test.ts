// Two accounts, and every documented way of asking for a thing by its name. A thing of one account does not exist for the other:
// the answers are the same as for an unknown name, and asking changes nothing. The routes and the names come from openapi.json,
// so a new one that is not classified here makes these tests fail.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ACCOUNT_FIELDS } from '../domain/account.ts';
import { givenProperties } from '../domain/field-table.ts';
import { COLLECTION_FIELDS } from '../domain/gathering/collection.ts';
import { sampleOf } from '../http/openapi/schema-sample.ts';
import type { JsonSchema } from '../http/requests/schema.ts';
import { documentedOperations, isAdmin, type Operation, targetOf } from '../testing/documented-operations.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

/** Fields that do not name a thing of an account, and the secrets of links and feeds, which open them to everybody who has them. */
const NO_ID = new Set([
  ...[ACCOUNT_FIELDS, COLLECTION_FIELDS].flatMap((fields) => Object.keys(givenProperties(fields))),
  ...(
    'group platform keyword ids author_id handle comment_id sort count include max_age from to by limit kind format columns bom amount reason ' +
    'status role code rate requests per_seconds concurrent groups expires_at addresses daily_cap monthly_cap total_cap max_call ' +
    'platforms operations grace_seconds currency effective_from note endpoints overrides unit_price summary deprecated ' +
    'sunset_at successor id mode scheduled provider url max_price dry_run pages unit tiers minimum free_per_day state decision published_after ' +
    'published_before duration duration_min duration_max language region license safe orientation min_height filters match ' +
    'failure totals after before search wait of full save_card below up_to month_max days title contact credit kind priority challenge answer low_balance ' +
    'billing_address tax_id month tag live captions fields category period playlist_id late query queries urls items_max budget until every pages_max baseline total expires_in_seconds expires signature feed action actor fault'
  ).split(' '),
]);

/** Cursors and paths: any account may send them, and they must reveal nothing about the account that had them first. */
const MAY_BE_USED = new Set(['cursor', 'pcursor', 'path']);
/** Operations in which a name is one that the caller gives to a new thing of its own. */
const MAKES_ITS_OWN = new Set(['createKey', 'createWatch', 'createCollection']);

interface Names {
  [name: string]: string;
}

const NOBODYS: Names = {
  account: 'acc_of_nobody',
  request_id: 'call-of-nobody',
  key: 'key_of_nobody',
  call: 'call_999999',
  project: 'prj_of_nobody',
  complaint: 'cmp_of_nobody',
  webhook: 'whk_of_nobody',
  topup: 'top_of_nobody',
  payment: 'stripe:pi_of_nobody',
  statement: '999999',
  token: 'adm_of_nobody',
  invite: 'inv_of_nobody',
  session: 'ses_of_nobody',
  subject: 'acc_of_nobody',
  version: '999999',
  watch: 'wat_of_nobody',
  collection: 'col_of_nobody',
  name: 'nobody',
  reference: 'reference-of-nobody',
  cursor: '',
  pcursor: '',
  path: '/api/u1/v1/library/app/search_video_v2',
};

const OWN_PATH = '/api/u1/v1/scripted/app/search_video_v2';
/** Far more than they need, also on a machine with thirty times more to do. */
const WORKED_MS_MAX = 60_000;
const OWN_PRICE = '0.004567';
const operations = documentedOperations();

let gateway: TestGateway;
let alphas: Names;
/** Texts that occur only in answers about the first account. */
let marks: string[];
let alphaKey: string;
let betaKey: string;

/** Every field name in a schema, at any depth. */
function namesIn(schema: JsonSchema | null | undefined): string[] {
  if (!schema) return [];
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items];
  return [...Object.keys(schema.properties ?? {}), ...inner.flatMap(namesIn)];
}

function namesOf({ parameters, body }: Operation): string[] {
  const plain = parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name);
  return [...new Set([...plain, ...namesIn(body)])];
}

const idsOf = (operation: Operation) => namesOf(operation).filter((name) => !NO_ID.has(name));

const PLAIN: Names = {
  group: 'u1',
  platform: 'scripted',
  keyword: 'cat',
  id: 'v1',
  provider: 'scripted',
};

/** A made-up body in which every name is the given one. */
function fill(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    const isNamed = typeof inner === 'string' && names[name] !== undefined;
    return [name, isNamed ? names[name] : fill(inner, names)];
  });
  return Object.fromEntries(fields);
}

function ask(operation: Operation, names: Names, key: string): Promise<Answer> {
  const all = { ...PLAIN, ...names };
  const filled = { path: {} as Names, query: {} as Names };
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'header' && all[name] !== undefined) filled[place][name] = all[name];
  }
  const sample = operation.body === null ? undefined : fill(sampleOf(operation.body), all);
  const url = isAdmin(operation) ? gateway.adminUrl : gateway.url;
  return send(url + targetOf(operation, filled), operation.method, key, sample);
}

async function send(url: string, method: string, key: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: null };
}

/** Everything by which a caller can tell two answers apart. */
function seen({ status, headers, text }: Answer): object {
  const plain = (value: string) => value.replaceAll(/req_\w{26}/g, 'ID');
  const shown = [...headers].filter(([name]) => name !== 'date' && name !== 'ratelimit');
  return { status, text: plain(text), headers: shown.map(([name, value]) => `${name}: ${plain(value)}`) };
}

/** Everything that the ledger has about the first account. */
async function alphaNow(): Promise<string> {
  const parts = await Promise.all(
    [
      'accounts/alpha',
      'accounts/alpha/entries',
      'accounts/alpha/requests/call-of-alpha',
      'keys?account=alpha',
    ].map((target) => gateway.admin(target)),
  );
  expect(parts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return parts.map(({ text }) => text.replaceAll(/req_\w{26}/g, 'ID')).join('\n');
}

const expectHidden = (answer: Answer, what: string) => {
  for (const mark of marks) expect(answer.text.includes(mark), `${what} shows ${mark}`).toBe(false);
};

async function openAccount(
  name: string,
  amount: string,
): Promise<{ id: string; key: string; keyId: string }> {
  const made = await gateway.admin('accounts', { method: 'POST', body: { name } });
  const paid = { amount, reference: `reference-of-${name}` };
  await gateway.admin(`accounts/${name}/topups`, { method: 'POST', body: paid });
  const { id, secret } = await gateway.newKey({ account: name, name: `key-of-${name}` });
  return { id: made.body.account.id, key: secret, keyId: id };
}

/** An agreed price that only the first account has. */
async function agreePrice(): Promise<void> {
  const { body } = await gateway.admin('catalog');
  const endpoints = body.catalog.endpoints.map(
    ({ path, unit_price }: { path: string; unit_price: string }) => ({
      path,
      unit_price,
    }),
  );
  const overrides = [{ account: 'alpha', path: OWN_PATH, unit_price: OWN_PRICE }];
  const published = await gateway.admin('catalog/versions', {
    method: 'POST',
    body: { endpoints, overrides },
  });
  expect(published.status, published.text).toBe(201);
}

beforeAll(async () => {
  gateway = await startTestGateway({ script: () => ({ ids: ['1', '2'], cursor: 'more' }) });
  const alpha = await openAccount('alpha', '77.123456');
  alphaKey = alpha.key;
  betaKey = (await openAccount('beta', '10')).key;
  await agreePrice();
  const page = await gateway.search({ keyword: 'alphas-word' }, { key: alpha.key, id: 'call-of-alpha' });
  expect(page.headers.get('x-reelgate-charged')).toBe(OWN_PRICE);
  const walk = await gateway.search({ keyword: 'cat' }, { key: alpha.key });
  const entries = await gateway.ask('/api/account/v1/entries?limit=1', { key: alpha.key });
  const complaint = await gateway.ask('/api/account/v1/requests/call-of-alpha/complaint', {
    key: alpha.key,
    method: 'POST',
    body: { reason: 'alphas-word' },
  });
  const project = await gateway.admin('projects', {
    method: 'POST',
    body: { account: 'alpha', name: 'project-of-alpha' },
  });
  const webhook = await gateway.ask('/api/account/v1/webhooks', {
    key: alpha.key,
    method: 'POST',
    body: { url: 'https://alphas-word.example/' },
  });
  const topup = await gateway.ask('/api/account/v1/topups', {
    ...{ key: alpha.key, method: 'POST', body: { amount: '5' } },
  });
  const question = { path: '/api/u1/v1/library/app/search_video_v2', query: { keyword: 'alphas-word' } };
  const post = (path: string, body: object) => gateway.ask(path, { key: alpha.key, method: 'POST', body });
  const watched = await post('/api/watches/v1', { ...question, every: '1d', name: 'watch of alpha' });
  const { watch } = watched.body;
  const collected = await post('/api/collections/v1', { ...question, budget: '1', name: 'alphas' });
  const { collection } = collected.body;
  // Both work once in the background; afterwards nothing of alpha changes by itself.
  await vi.waitFor(async () => {
    const one = await gateway.ask(`/api/collections/v1/${collection.id}`, { key: alpha.key });
    const other = await gateway.ask(`/api/watches/v1/${watch.id}`, { key: alpha.key });
    expect([one.body.collection.state, other.body.watch.runs]).toEqual(['done', 1]);
  }, WORKED_MS_MAX);
  const calls = await gateway.admin('calls?account=alpha&state=settled');
  const invited = await gateway.admin('invites', { method: 'POST', body: {} });
  const token = await gateway.admin('tokens', { method: 'POST', body: { name: 'other' } });
  const { body: link } = await gateway.admin('login-codes', { method: 'POST', body: {} });
  const session = await gateway.admin('session', { method: 'POST', key: null, body: { code: link.code } });
  alphas = {
    account: alpha.id,
    request_id: 'call-of-alpha',
    key: alpha.keyId,
    call: calls.body.calls[0].id,
    project: project.body.project.id,
    complaint: complaint.body.complaint.id,
    webhook: webhook.body.webhook.id,
    topup: topup.body.topup.id,
    payment: 'stripe:pi_of_alpha',
    statement: '1',
    token: token.body.token.id,
    invite: invited.body.invite.id,
    session: session.body.session.id,
    subject: alpha.id,
    version: '1',
    watch: watch.id,
    collection: collection.id,
    name: 'alpha',
    reference: 'reference-of-alpha',
    cursor: entries.body.next_cursor,
    pcursor: walk.body.pcursor,
    path: OWN_PATH,
  };
  marks = [alpha.id, alpha.keyId, alpha.key, '77.123456', 'alphas-word', 'key-of-alpha', OWN_PRICE];
  for (const [name, value] of Object.entries(alphas))
    expect([name, value]).toEqual([name, expect.any(String)]);
});
afterAll(() => gateway.close());

test('the account itself does see what the others must not', async () => {
  const operation = operations.find(({ id }) => id === 'getRequest')!;
  const own = await ask(operation, alphas, alphaKey);
  expect([own.status, own.text]).toEqual([200, expect.stringContaining(OWN_PRICE)]);
  const entries = await gateway.ask('/api/account/v1/entries', { key: alphaKey });
  expect(entries.text).toContain('77.123456');
});

test('every name in the reference is classified: it names a thing of an account, or it does not', () => {
  const undecided = operations.flatMap((operation) =>
    idsOf(operation)
      .filter((name) => alphas[name] === undefined || NOBODYS[name] === undefined)
      .map((name) => `${operation.id}: ${name}`),
  );
  expect(undecided).toEqual([]);
});

describe("with another account's key, what belongs to an account does not exist", () => {
  test.each(
    operations.filter((operation) => idsOf(operation).length > 0).map((one) => [one.id, one] as const),
  )('%s', async (id, operation) => {
    const before = await alphaNow();
    // The cursor belongs to the list of entries; another list refuses it before it looks at anything.
    const place = id === 'listRequests' ? { cursor: '' } : {};
    const asked = await ask(operation, { ...alphas, ...place }, betaKey);
    const unknown = await ask(operation, NOBODYS, betaKey);
    expectHidden(asked, id);
    expect(asked.status).toBeLessThan(500);
    const isOwnName = MAKES_ITS_OWN.has(id) || idsOf(operation).every((name) => MAY_BE_USED.has(name));
    if (!isOwnName) expect(seen(asked)).toEqual(seen(unknown));
    expect(await alphaNow()).toBe(before);
  });

  test('and no route of an account shows anything of another', async () => {
    for (const operation of operations.filter(({ access }) => access === 'key')) {
      expectHidden(
        await ask(operation, { pcursor: '', cursor: '', request_id: 'none' }, betaKey),
        operation.id,
      );
    }
  });

  test('an invalid key gets the same 401 for a thing that exists and for one that does not', async () => {
    for (const operation of operations.filter(({ access }) => access !== 'none')) {
      const [there, absent] = [await ask(operation, alphas, 'x'), await ask(operation, NOBODYS, 'x')];
      expect([operation.id, there.status]).toEqual([operation.id, 401]);
      expect(seen(there)).toEqual(seen(absent));
    }
  });
});

describe("an operator who names one account reaches no other account's things", () => {
  /** A payment is posted once, for whichever account; a cursor belongs to one list, and this one to the list of entries. */
  const REFUSED: Record<string, number> = {
    adminTopUp: 409,
    adminGiveGrant: 409,
    // The other account has no card.
    adminSetRecharge: 409,
    adminListGrants: 400,
    // The name belongs to the other account.
    adminUpdateAccount: 409,
    adminListKeys: 400,
    adminListProjects: 400,
    adminListComplaints: 400,
    adminListTopups: 400,
    adminListStatements: 400,
    adminListDisputes: 400,
    adminListPaybacks: 400,
    // No payment adapter is configured here.
    adminPayBack: 409,
    adminListRecharges: 400,
    adminListSessions: 400,
    // The key that it names belongs to the other account.
    adminCreatePortalLink: 404,
    adminListHolds: 400,
    adminListWatches: 400,
    adminListCollections: 400,
    adminListCalls: 404,
  };
  // The price list is one document about all accounts; every other operation that names an account concerns only that one.
  const isAboutOne = ({ parameters, body }: Operation) =>
    parameters.some(({ name }) => name === 'account') || body?.properties?.account !== undefined;
  const mixed = operations.filter((operation) => isAdmin(operation) && isAboutOne(operation));

  test.each(mixed.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const before = await alphaNow();
    const answer = await ask(operation, { ...alphas, account: 'beta' }, gateway.adminToken);
    expectHidden(answer, id);
    const wanted = REFUSED[id] ?? (idsOf(operation).includes('request_id') ? 404 : 200);
    expect([id, answer.status === 201 ? 200 : answer.status]).toEqual([id, wanted]);
    expect(await alphaNow()).toBe(before);
  });
});

test('a request id that another account has used is a call of its own, with its own charge', async () => {
  const before = await alphaNow();
  const first = await gateway.search({ keyword: 'alphas-word' }, { key: betaKey, id: 'call-of-alpha' });
  expect(first.headers.get('x-reelgate-charged')).toBe('0.012000');
  expect(first.headers.get('x-reelgate-replayed')).toBeNull();
  const other = await gateway.search({ keyword: 'else' }, { key: betaKey, id: 'call-of-alpha' });
  expect(other.status).toBe(422);
  expect(await alphaNow()).toBe(before);
});
