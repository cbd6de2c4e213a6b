// Requests drawn from openapi.json, valid and invalid, against a whole gateway over real sockets. For every request: the answer
// is not a failure of ours, the document allows it, and the ledger moves by exactly the price or not at all. A failing run prints
// its seed and the request; `npm run fuzz:api` draws for ten minutes.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttemptFailureKind } from '../connectors/connector.ts';
import type { Storage } from '../storage/storage.ts';
import { whileTime } from '../storage/testing/statement.ts';
import { entriesOf, type Look, lookAt, movesBetween, newestEntry } from '../testing/account-balances.ts';
import {
  type ApiAnswer,
  type ApiRequest,
  apiRequests,
  type Credential,
  describeRequest,
  type Known,
  sendRequest,
} from '../testing/api-request.ts';
import {
  documentedOperations,
  isAdmin,
  isDataRoute,
  type Operation,
  targetOf,
} from '../testing/documented-operations.ts';
import type { Script } from '../testing/scripted-platform.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const isLong = process.env.REELGATE_TESTS_LONG === '1';
const operations = documentedOperations();
/** Draws per operation; half of them are sent twice. Many are invalid on purpose, and many ask for what does not exist. */
const DRAWS_EACH = 5;
const RUNS = isLong ? 1_000_000 : DRAWS_EACH * operations.length;
const TIME_MS_MAX = isLong ? 450_000 : 10_000;

interface World {
  gateway: TestGateway;
  storage: Storage;
  close(): Promise<void>;
  keys: Record<Credential, string | null>;
  spareId: string;
  /** Account id by the key that calls. */
  callers: Map<string, string>;
  /** Price in micro-units by path. */
  prices: Map<string, number>;
  known: Known;
  catalog: object;
}

const micros = (amount: string | undefined) => Math.round(Number(amount) * 1e6);

async function openAccount(gateway: TestGateway, name: string, amount: string | null, key: object = {}) {
  const { body } = await gateway.admin('accounts', { method: 'POST', body: { name } });
  if (amount !== null) {
    const paid = { amount, reference: `first-${name}` };
    await gateway.admin(`accounts/${name}/topups`, { method: 'POST', body: paid });
  }
  const { id, secret } = await gateway.newKey({ account: name, name, ...key });
  return { id: body.account.id as string, keyId: id, secret };
}

/** A second storage on the same data that stays open until the world closes. */
function openBeside(gateway: TestGateway): Promise<{ storage: Storage; close(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<{ storage: Storage; close(): Promise<void> }>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const working = gateway.withStorage(async (storage) => {
    const close = async () => {
      finish();
      await working;
    };
    resolve({ storage, close });
    await done;
  });
  return promise;
}

/** An id in the sample library of a new gateway. */
const SAMPLE_ID = 'sample-en-04';

/** Operators act only on the account `spare`, so that no drawn request revokes the callers' keys. */
async function startWorld(script: Script): Promise<World> {
  const gateway = await startTestGateway({ script });
  const rich = await openAccount(gateway, 'rich', '100000');
  const poor = await openAccount(gateway, 'poor', null);
  const narrow = await openAccount(gateway, 'narrow', '100', { groups: ['u2'] });
  const spare = await openAccount(gateway, 'spare', '5');
  for (const id of ['spare-1', 'spare-2'])
    await gateway.search({ keyword: 'cat' }, { key: spare.secret, id });
  const token = await gateway.admin('tokens', { method: 'POST', body: { name: 'spare' } });
  const page = await gateway.search({ keyword: 'cat' }, { key: rich.secret, id: 'drawn-0' });
  const prices = await gateway.ask('/api/pricing/v1/endpoints');
  const { body } = await gateway.admin('catalog');
  const beside = await openBeside(gateway);
  return {
    gateway,
    ...beside,
    keys: {
      good: rich.secret,
      poor: poor.secret,
      narrow: narrow.secret,
      none: null,
      unknown: 'x',
      misplaced: gateway.adminToken,
      basic: 'x',
    },
    spareId: spare.id,
    callers: new Map([rich, poor, narrow].map(({ secret, id }) => [secret, id])),
    prices: new Map(
      prices.body.endpoints.map(({ path, unit_price }: Record<string, string>) => [path, micros(unit_price)]),
    ),
    known: {
      platform: ['scripted', 'library'],
      keyword: ['cat'],
      account: ['spare', spare.id],
      request_id: ['spare-1', 'spare-2', 'drawn-0', 'drawn-1'],
      key: [spare.keyId],
      token: [token.body.token.id],
      subject: [spare.id],
      version: ['1'],
      id: ['v1', SAMPLE_ID],
      pcursor: [page.body?.pcursor ?? '', 'no_more'],
      path: ['/api/u1/v1/scripted/app/search_video_v2', '/api/u1/v1/*/app/search_video'],
      unit_price: ['0.5', '0', '1000000.000001'],
      effective_from: ['2099-01-01T00:00:00Z'],
      reference: ['ref-1', 'ref-2'],
      amount: ['0.000001', '1', '-1', '0', '999999999.999999'],
      from: ['2026-01-01'],
      to: ['2026-06-01'],
    },
    catalog: {
      endpoints: body.catalog.endpoints.map(({ path, unit_price }: Record<string, string>) => ({
        path,
        unit_price,
      })),
    },
  };
}

/** The secret that the request carries, if it is valid for this listener. */
function secretOf({ gateway, keys }: World, { operation, credential }: ApiRequest): string | null {
  if (!isAdmin(operation)) return keys[credential];
  if (credential === 'good') return gateway.adminToken;
  return credential === 'misplaced' ? keys.good : keys[credential];
}

function authorizationOf(world: World, request: ApiRequest): string | null {
  const secret = secretOf(world, request);
  if (secret === null) return null;
  return request.credential === 'basic' ? `Basic ${btoa(secret)}` : `Bearer ${secret}`;
}

const CALLERS = new Set<Credential>(['good', 'poor', 'narrow']);
/** OpenAPI documents have their own form, without our fields. */
const DOCUMENTS = ['openapi', 'adminOpenapi'];

/** Without valid credentials a request is refused by authentication. */
function expectRefused({ operation, credential, target }: ApiRequest, { status }: ApiAnswer): void {
  const mayPass = operation.access === 'none' || credential === 'good';
  if (mayPass || (operation.access === 'key' && CALLERS.has(credential))) return;
  // 400: the request id was invalid. 404: an unusual name in the path made it another path. 403: a link, which needs no key, was altered.
  const isLink = operation.path.endsWith('/export') && /[?&]signature=/.test(target);
  const refusals = [400, 401, 404, ...(isLink ? [403] : [])];
  expect(refusals).toContain(status);
}

function expectDocumented({ operation }: ApiRequest, { status, headers, text }: ApiAnswer): void {
  const complaint = operation.complaint(status, headers['content-type'] ?? '', text);
  if (complaint !== null) throw new Error(`${status}: ${complaint}\n${text.slice(0, 500)}`);
  expect(headers['x-reelgate-request-id']).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (/json/.test(headers['content-type'] ?? '') && !DOCUMENTS.includes(operation.id)) {
    expect(JSON.parse(text).request_id).toBe(headers['x-reelgate-request-id']);
  }
}

/** What a caller may be charged for: every answer but a dry run, a replay and the page after the last one. */
function priceOf({ prices }: World, { target }: ApiRequest, { headers, text }: ApiAnswer): number {
  const isFree =
    headers['x-reelgate-replayed'] === 'true' || /[?&](?:pcursor=no_more|dry_run=1)(&|$)/.test(target);
  if (isFree) return 0;
  const price = prices.get(target.split('?')[0]!)!;
  // Several videos in one call cost the price of one for each that was found.
  return /[?&]ids=/.test(target) ? price * (JSON.parse(text) as { items: unknown[] }).items.length : price;
}

interface MoneyAnswer {
  entry: { amount: string; account_id: string };
  duplicate: boolean;
}

/** The money that this answer says it has moved: by account, in micro-units. */
function saidToMove(world: World, request: ApiRequest, answer: ApiAnswer): Record<string, number> {
  const { operation } = request;
  if (answer.status >= 300) return {};
  if (isDataRoute(operation)) {
    const charged = micros(answer.headers['x-reelgate-charged']);
    expect(charged).toBe(priceOf(world, request, answer));
    return charged === 0 ? {} : { [world.callers.get(secretOf(world, request)!)!]: -charged };
  }
  if (operation.id === 'adminGiveGrant') return saidToGive(world, answer);
  if (!['adminTopUp', 'adminRefund', 'adminAdjust'].includes(operation.id)) return {};
  const { entry, duplicate } = JSON.parse(answer.text) as MoneyAnswer;
  const asked = (JSON.parse(request.body!.text) as { amount?: string }).amount;
  if (asked !== undefined) expect(micros(entry.amount)).toBe(micros(asked));
  // A payment that was posted before is shown again, and not made again.
  return duplicate ? {} : { [entry.account_id]: micros(entry.amount) };
}

/** A grant names no account: operators act on `spare` only. */
function saidToGive({ spareId }: World, { text }: ApiAnswer): Record<string, number> {
  const { grant, duplicate } = JSON.parse(text) as { grant: { amount: string }; duplicate: boolean };
  return duplicate ? {} : { [spareId]: micros(grant.amount) };
}

/** Published prices would change what the next search costs, so the first list is published again. */
async function putPricesBack({ gateway, catalog }: World, { operation }: ApiRequest, answer: ApiAnswer) {
  if (operation.id !== 'adminPublishCatalog' || answer.status !== 201) return;
  expect((await gateway.admin('catalog/versions', { method: 'POST', body: catalog })).status).toBe(201);
}

let look: Look;

async function tryOne(world: World, request: ApiRequest, allowed: readonly number[]): Promise<ApiAnswer> {
  const { gateway, storage } = world;
  const url = isAdmin(request.operation) ? gateway.adminUrl : gateway.url;
  const answer = await sendRequest(url, request, authorizationOf(world, request));
  if (answer.status >= 500) expect(allowed).toContain(answer.status);
  expectDocumented(request, answer);
  expectRefused(request, answer);
  const now = await lookAt(storage);
  const moved = movesBetween(look, now);
  look = now;
  expect(moved).toEqual(saidToMove(world, request, answer));
  expect(now.held).toBe(0);
  await putPricesBack(world, request, answer);
  return answer;
}

/** The answer under a caller's own id never changes. Returns true when there was one. */
function expectReplay({ operation, requestId }: ApiRequest, first: ApiAnswer, second: ApiAnswer): boolean {
  const isAnswer = isDataRoute(operation) && first.status === 200 && requestId !== null;
  if (!isAnswer || first.headers['x-reelgate-charged'] === '0.000000') return false;
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect(second.headers['x-reelgate-replayed']).toBe('true');
  return true;
}

/** A valid search that is sent twice: every run has a charge and a replay. */
function plain(operation: Operation): ApiRequest {
  const target = `${targetOf(operation, { path: { group: 'u1', platform: 'scripted' } })}?keyword=cat`;
  return {
    operation,
    credential: 'good',
    target,
    requestId: `plain-${plains++}`,
    isRepeated: true,
    body: null,
  };
}

let plains = 0;

interface Limits {
  /** Statuses of 500 and above that are not failures of ours. */
  allowed: readonly number[];
  runs: number;
  timeMs: number;
}

/** Draws until the runs or the time are over, and returns the statuses that each operation got. */
async function drawMany(world: World, only: typeof operations, { allowed, runs, timeMs }: Limits) {
  const met = new Map<string, number>();
  let draws = 0;
  look = await lookAt(world.storage);
  const draw = async (request: ApiRequest) => {
    draws += 1;
    try {
      const first = await tryOne(world, request, allowed);
      met.set(`${request.operation.id} ${first.status}`, first.status);
      if (!request.isRepeated) return;
      const second = await tryOne(world, request, allowed);
      if (expectReplay(request, first, second)) met.set('replayed', second.status);
    } catch (error) {
      throw new Error(`${describeRequest(request)}\n${(error as Error).message}`);
    }
  };
  const property = fc.asyncProperty(apiRequests(only, world.known), whileTime(timeMs, draw));
  const examples: [ApiRequest][] = only
    .filter(({ id }) => id.startsWith('searchVideos'))
    .map((one) => [plain(one)]);
  await fc.assert(property, {
    examples,
    numRuns: runs,
    endOnFailure: true,
  });
  // A machine that was too busy for all draws has proved nothing about the missing ones.
  return { met, isWhole: draws >= runs };
}

async function expectBooksToAgree({ storage }: World): Promise<void> {
  for (const [id, balance] of (await lookAt(storage)).balances) {
    const { count, sum } = await entriesOf(storage, id);
    expect([id, sum, count]).toEqual([id, balance, await newestEntry(storage, id)]);
  }
  expect((await storage.ledger.verify()).differences).toEqual([]);
}

let world: World;
beforeAll(async () => {
  world = await startWorld(() => ({ ids: ['1', '2'], cursor: 'more' }));
});
afterAll(async () => {
  await world.close();
  await world.gateway.close();
});

test(
  'with platforms that answer, no answer is a 5xx, each is documented, and money moves by the price or not at all',
  async () => {
    const { met, isWhole } = await drawMany(world, operations, {
      allowed: [],
      runs: RUNS,
      timeMs: TIME_MS_MAX,
    });
    await expectBooksToAgree(world);
    if (!isWhole) return;
    // Draws that got only refusals would prove little.
    const good = [...met].filter(([name]) => / 20[01]$/.test(name));
    expect(good.length).toBeGreaterThan(operations.length / 5);
    expect(met.has('replayed')).toBe(true);
  },
  TIME_MS_MAX + 60_000,
);

/** Failures that eject or suspend a provider come last. */
const KINDS: readonly (AttemptFailureKind | 'nonsense')[] = [
  'nonsense',
  'not_found',
  'input_rejected',
  'bad_response',
  'unavailable',
  'timeout',
  'rate_limited',
  'refused',
];

/**
 * The parameters of every search. The scripted platform has no filters: a search with one is refused before a provider is asked.
 */
const PLAIN_QUERY = new Set(['keyword', 'pcursor', 'count', 'include', 'max_age', 'max_price']);

function withoutFilters(search: Operation): Operation {
  const parameters = search.parameters.filter((one) => one.in !== 'query' || PLAIN_QUERY.has(one.name));
  return { ...search, parameters };
}

test(
  'with platforms that fail, a search ends in a documented answer that costs nothing unless it is a page',
  async () => {
    let asked = 0;
    world.gateway.script = () => {
      const kind = asked++ % 2 === 0 ? null : KINDS[(asked / 2) % KINDS.length]!;
      if (kind === null) return { ids: ['1'], cursor: null };
      return kind === 'nonsense' ? { text: '<html>' } : { kind, detail: 'as told' };
    };
    const failing = { ...world, known: { ...world.known, platform: ['scripted'] } };
    const searches = operations.filter(({ id }) => id.startsWith('searchVideos')).map(withoutFilters);
    const limits = { allowed: [502, 503, 504], runs: RUNS, timeMs: TIME_MS_MAX / 3 };
    const { isWhole } = await drawMany(failing, searches, limits);
    await expectBooksToAgree(world);
    if (isWhole) expect(asked).toBeGreaterThan(KINDS.length);
  },
  TIME_MS_MAX + 60_000,
);
