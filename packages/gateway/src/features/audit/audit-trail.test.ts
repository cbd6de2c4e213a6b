// What every admin verb writes to the audit log: one row per change, with actor, action and subject; nothing for a read, a refusal or a
// repetition. A verb that changes something and is missing from the table fails, on both databases.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginSession } from '../../domain/access/session.ts';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { isFailure } from '../../domain/failure.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import { openPostgresStorage } from '../../storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { newCollection, newWatch } from '../../storage/testing/gathered.ts';
import { addPayer } from '../../storage/testing/payer.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import type { AdminCaller } from '../../verb/deps.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { adminDepsOf, ask, type Input } from '../../verb/testing/world.ts';
import { adminVerbs } from '../index.ts';

interface Scene {
  storage: Storage;
  /** An account with money, a key and the settled call `r`. */
  account: { id: string; name: string };
  key: string;
  project: string;
  complaint: string;
  call: string;
  token: string;
  invite: string;
  session: LoginSession;
  other: LoginSession;
}

/** The input of a verb, and the row that it must write; no action for verbs that only read. */
interface Row extends Input {
  action?: string;
  /** Derived from the scene and the verb's answer. */
  subject?(answer: Answered, scene: Scene): string;
  /** True when repeating the same input changes nothing. */
  isOnce?: boolean;
  /** Fields of the caller, besides the actor. */
  caller?: Partial<AdminCaller>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every verb.
type Answered = any;

const ENDPOINTS = [{ path: '/api/*/v1/*/app/search_video', unit_price: '1' }];
const words = { reference: 'ref', reason: 'why' };

/** What is cached in the process that serves the change: it is seen there at once, and not at its next look at the ledger. */
const REFRESHING = new Set([
  ...['key.create', 'key.update', 'key.rotate', 'key.revoke', 'token.create', 'token.revoke'],
  ...['account.create', 'account.update', 'account.close', 'account.reopen', 'catalog.publish'],
  ...['provider.resume', 'provider.fault'],
]);

/** By the name of the verb. One that only reads, all things or those of an account, needs no row. */
const TABLE: Record<string, (scene: Scene) => Row> = {
  adminVerifyLedger: () => ({}),
  adminCreateAccount: () => ({
    body: { name: 'made' },
    action: 'account.create',
    subject: (answer) => answer.account.id,
    isOnce: true,
  }),
  adminUpdateAccount: ({ account }) => ({
    params: { account: account.name },
    body: { rate: { requests: 7, per_seconds: 60, concurrent: 2 } },
    action: 'account.update',
    subject: () => account.id,
  }),
  adminCloseAccount: ({ account }) => ({
    params: { account: account.name },
    action: 'account.close',
    subject: () => account.id,
    isOnce: true,
  }),
  adminReopenAccount: ({ account }) => ({
    params: { account: account.name },
    action: 'account.reopen',
    subject: () => account.id,
    isOnce: true,
  }),
  adminTopUp: ({ account }) => ({
    params: { account: account.name },
    body: { amount: '1', ...words },
    action: 'account.topup',
    subject: () => account.id,
    isOnce: true,
  }),
  adminRefund: ({ account }) => ({
    params: { account: account.name },
    body: { request_id: 'r', amount: '0.1', ...words },
    action: 'account.refund',
    subject: () => account.id,
    isOnce: true,
  }),
  adminAdjust: ({ account }) => ({
    params: { account: account.name },
    body: { amount: '-1', ...words },
    action: 'account.adjustment',
    subject: () => account.id,
    isOnce: true,
  }),
  adminListStatements: ({ account }) => ({ query: { account: account.name } }),
  adminGetStatement: () => ({ params: { statement: '1' } }),
  adminGetRequest: ({ account }) => ({ params: { account: account.name, request_id: 'r' } }),
  adminListCalls: () => ({ query: { totals: true } }),
  adminGetCall: ({ call }) => ({ params: { call } }),
  adminGetCatalogRevenue: () => ({ body: { endpoints: ENDPOINTS } }),
  adminSliceUsage: () => ({ query: { by: 'account,failure' } }),
  adminGetProviderHistory: () => ({ params: { provider: 'demo' } }),
  adminCheckProvider: () => ({
    params: { provider: 'demo' },
    action: 'provider.check',
    subject: () => 'demo',
  }),
  adminLookUp: () => ({ query: { id: 'r' } }),
  adminCreateKey: ({ account }) => ({
    body: { account: account.name, name: 'made' },
    action: 'key.create',
    subject: (answer) => answer.key.id,
  }),
  adminGetKey: ({ key }) => ({ params: { key } }),
  adminUpdateKey: ({ key }) => ({
    params: { key },
    body: { name: 'other' },
    action: 'key.update',
    subject: () => key,
  }),
  adminRotateKey: ({ key }) => ({ params: { key }, action: 'key.rotate', subject: () => key }),
  adminRevokeKey: ({ key }) => ({
    params: { key },
    action: 'key.revoke',
    subject: () => key,
    isOnce: true,
  }),
  adminCreateProject: ({ account }) => ({
    body: { account: account.name, name: 'made', daily_cap: '1' },
    action: 'project.create',
    subject: (answer) => answer.project.id,
    isOnce: true,
  }),
  adminGetProject: ({ project }) => ({ params: { project } }),
  adminUpdateProject: ({ project }) => ({
    params: { project },
    body: { total_cap: '2' },
    action: 'project.update',
    subject: () => project,
  }),
  adminPayBack: ({ account }) => ({
    params: { account: account.name },
    body: { payment: 'stripe:pi_1', ...words },
    action: 'payback.want',
    subject: (answer) => answer.payback.id,
    isOnce: true,
  }),
  adminGetComplaint: ({ complaint }) => ({ params: { complaint } }),
  adminGetComplaintCase: ({ complaint }) => ({ params: { complaint } }),
  adminDecideComplaint: ({ complaint }) => ({
    params: { complaint },
    body: { decision: 'refund', reason: 'why' },
    action: 'complaint.decide',
    subject: () => complaint,
    isOnce: true,
  }),
  adminListEvents: ({ account }) => ({ query: { account: account.name } }),
  adminListWebhooks: ({ account }) => ({ query: { account: account.name } }),
  adminCreateWebhook: ({ account }) => ({
    body: { account: account.name, url: 'https://made.example/' },
    action: 'webhook.create',
    subject: (answer) => answer.webhook.id,
  }),
  adminGetWatch: () => ({ params: { watch: 'wat_1' } }),
  adminPauseWatch: () => ({ params: { watch: 'wat_1' }, action: 'watch.update', subject: () => 'wat_1' }),
  adminResumeWatch: () => ({ params: { watch: 'wat_1' }, action: 'watch.update', subject: () => 'wat_1' }),
  adminEndWatch: () => ({ params: { watch: 'wat_1' }, action: 'watch.update', subject: () => 'wat_1' }),
  adminTestWebhook: () => ({ params: { webhook: 'whk' }, action: 'webhook.test', subject: () => 'whk' }),
  adminReplayWebhook: () => ({
    params: { webhook: 'whk' },
    body: { after: 0 },
    action: 'webhook.replay',
    subject: () => 'whk',
  }),
  adminRotateWebhook: () => ({ params: { webhook: 'whk' }, action: 'webhook.rotate', subject: () => 'whk' }),
  adminRemoveWebhook: () => ({
    params: { webhook: 'whk' },
    action: 'webhook.remove',
    subject: () => 'whk',
    isOnce: true,
  }),
  adminListCollections: () => ({ query: { account: 'collector' } }),
  adminGetCollection: () => ({ params: { collection: 'col_audit' } }),
  adminStopCollection: () => ({
    params: { collection: 'col_audit' },
    action: 'collection.cancel',
    subject: () => 'col_audit',
    isOnce: true,
  }),
  adminGetCatalogVersion: () => ({ params: { version: '1' } }),
  adminPublishCatalog: () => ({
    body: { endpoints: ENDPOINTS },
    action: 'catalog.publish',
    subject: (answer) => `catalog:${answer.catalog.version}`,
  }),
  adminDiffCatalog: () => ({ body: { endpoints: ENDPOINTS } }),
  adminResumeProvider: () => ({
    params: { provider: 'demo' },
    action: 'provider.resume',
    subject: () => 'demo',
  }),
  adminSetProviderFault: () => ({
    params: { provider: 'demo' },
    body: { fault: 'down' },
    action: 'provider.fault',
    subject: () => 'demo',
  }),
  adminGiveGrant: ({ account }) => ({
    params: { account: account.name },
    body: { kind: 'goodwill', amount: '1', reference: 'given', reason: 'why' },
    action: 'grant.give',
    subject: (answer) => answer.grant.id,
    isOnce: true,
  }),
  adminSetRecharge: ({ account }) => ({
    params: { account: account.name },
    body: { below: '1', up_to: '5', month_max: '20' },
    action: 'recharge.plan',
    subject: () => account.id,
  }),
  adminEndRecharge: ({ account }) => ({
    params: { account: account.name },
    action: 'recharge.plan',
    subject: () => account.id,
  }),
  adminCreateInvite: () => ({
    body: { title: 'made' },
    action: 'invite.create',
    subject: (answer) => answer.invite.id,
  }),
  adminRevokeInvite: ({ invite }) => ({
    params: { invite },
    action: 'invite.revoke',
    subject: () => invite,
    isOnce: true,
  }),
  adminCreateToken: () => ({
    body: { name: 'made' },
    action: 'token.create',
    subject: (answer) => answer.token.id,
  }),
  adminRevokeToken: ({ token }) => ({
    params: { token },
    action: 'token.revoke',
    subject: () => token,
    isOnce: true,
  }),
  adminCreateLoginCode: () => ({
    body: { name: 'made' },
    action: 'login_code.create',
    subject: () => expect.stringMatching(/^lgc_/) as unknown as string,
  }),
  adminCreatePortalLink: ({ account }) => ({
    params: { account: account.name },
    action: 'login_code.create',
    subject: () => expect.stringMatching(/^lgc_/) as unknown as string,
  }),
  adminCloseSession: ({ session }) => ({
    caller: { session },
    action: 'session.end',
    subject: () => session.id,
    isOnce: true,
  }),
  adminRevokeSession: ({ other }) => ({
    params: { session: other.id },
    action: 'session.end',
    subject: () => other.id,
    isOnce: true,
  }),
};

async function sceneOf(storage: Storage): Promise<Scene> {
  const actor = 'scene';
  const account = await makeAccount(storage);
  const { holder } = await makeKey(storage, account.id);
  const draft = { currency: 'USD', effectiveFromMs: 0, endpoints: [], overrides: [] };
  await storage.catalog.publish({ actor, draft, note: null });
  await makeCall(storage, holder, 'r', '0.5');
  for (const id of ['tok', 'tok_last']) {
    await storage.adminTokens.create({ actor, id, name: id, role: 'owner', prefix: 'p', hash: id });
  }
  await makeCall(storage, holder, 'bad', '0.5');
  await storage.complaints.file({
    ...{ actor, id: 'cmp', accountId: account.id, requestId: 'bad', reason: 'empty', rule: null },
    ...{ provider: 'demo', costMicros: ZERO, allowanceMicros: ZERO, automaticPerDay: 0 },
  });
  const caps = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };
  await storage.projects.create({ actor, id: 'prj', accountId: account.id, name: 'first', ...caps });
  const seller = { name: 'S', address: null, taxId: null, taxNote: null };
  await storage.statements.keep({
    ...{ accountId: account.id, month: '2026-01', fromSeq: 1, toSeq: 1, digest: '', lines: [], seller },
    ...{ openingMicros: ZERO, closingMicros: ZERO },
  });
  await storage.payments.credit({
    ...{ actor, accountId: account.id, amountMicros: toMicros(1), reference: 'stripe:pi_1', orderId: null },
    ...{ rechargeId: null, card: { way: 'stripe', customer: 'cus_1', card: 'pm_1' } },
  });
  const unused = { title: null, contact: null, creditMicros: ZERO, lastsMs: 60_000 };
  await storage.signups.invite({ actor, id: 'inv', hash: 'inv', ...unused });
  const webhook = { id: 'whk', stream: account.id, url: 'https://a.example/', secret: 's', max: 5 };
  await storage.webhooks.create({ actor, ...webhook });
  // Of another account, because closing an account ends its watches.
  const watching = { id: 'acc_watch', name: 'watch', currency: 'USD', rate: null };
  await storage.accounts.create({ actor, ...watching });
  const watchKey = (await makeKey(storage, watching.id)).holder.key.id;
  await storage.watches.create(
    newWatch(watching.id, { actor, id: 'wat_1', keyId: watchKey, platform: 'demo' }),
  );
  // Of an account that no verb of the table closes: its collections would go with it.
  await addPayer(storage, 'collector', 0);
  await storage.collections.create(
    newCollection('collector', { actor, id: 'col_audit', platform: 'demo', itemsMax: 1 }),
  );
  const [session, other] = [await makeSession(storage, 'one'), await makeSession(storage, 'two')];
  const [call] = (await storage.calls.list({ limit: 1, after: null })).items;
  const ids = { project: 'prj', complaint: 'cmp', token: 'tok', invite: 'inv', call: `call_${call!.seq}` };
  const made = { ...ids, session, other };
  return { storage, account, key: holder.key.id, ...made };
}

async function makeSession(storage: Storage, name: string): Promise<LoginSession> {
  const whom = { kind: 'console', name, role: 'owner' } as const;
  await storage.sessions.createCode({ actor: 'scene', id: name, hash: name, lastsMs: 60_000, for: whom });
  const halves = { id: `ses_${name}`, cookieHash: name, pageHash: name, lastsMs: 60_000 };
  const opened = await storage.sessions.openByCode({ ...halves, kind: 'console', codeHash: name });
  if (opened.kind === 'refused') throw new Error('the code was refused');
  return opened.session;
}

const audit = async (storage: Storage) => (await storage.audit.list({ limit: 1_000, after: null })).items;

interface Opened {
  storage: Storage;
  close(): Promise<void>;
}

async function openSqlite(): Promise<Opened> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-audit-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: true });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, close };
}

async function openPostgres(): Promise<Opened> {
  const database = await freshDatabase();
  const from = { clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ sync: 'any', url: database.url, ...from });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
}

/** What a verb without a row is asked with: it must write nothing. */
const readOf = ({ account }: Scene, { path: at }: (typeof adminVerbs)[number]): Row =>
  at.includes('{account}') ? { params: { account: account.name } } : {};

test('every admin verb that changes something has its row in this table, and each row has its verb', () => {
  const names = adminVerbs.map(({ name }) => name);
  const changing = adminVerbs.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  expect(changing.filter((name) => !(name in TABLE))).toEqual([]);
  expect(Object.keys(TABLE).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
])('on %s', (_backend, open) => {
  let opened: Opened;
  let scene: Scene;
  beforeAll(async () => {
    opened = await open();
    scene = await sceneOf(opened.storage);
  });
  afterAll(async () => {
    await opened.close();
  });

  // Verbs that revoke or remove run last, because other rows need what they end.
  const inOrder = [...adminVerbs].sort(
    (a, b) => Number(/Revoke|Remove/.test(a.name)) - Number(/Revoke|Remove/.test(b.name)),
  );

  test.each(inOrder.map((verb) => [verb.name, verb] as const))('%s', async (name, verb) => {
    const { action, subject, isOnce = false, caller, ...input } = TABLE[name]?.(scene) ?? readOf(scene, verb);
    const { storage } = scene;
    let refreshes = 0;
    const deps = adminDepsOf(storage, systemClock, async () => void refreshes++);
    // A different actor for each verb, so that a row of another verb cannot match.
    const actor = `admin:who-${name}`;
    const before = await audit(storage);
    const answer = (await ask(verb, deps, { actor, ...caller }, input)) as Answered;
    expect(isFailure(answer) || answer.kind === 'misshapen', JSON.stringify(answer)).toBe(false);
    const rows = (await audit(storage)).slice(0, -before.length || undefined);
    const made = rows.map((row) => ({ actor: row.actor, action: row.action, subject: row.subject }));
    expect(made).toEqual(action === undefined ? [] : [{ actor, action, subject: subject!(answer, scene) }]);
    expect([name, refreshes > 0]).toEqual([name, REFRESHING.has(action ?? '')]);
    if (!isOnce) return;
    await ask(verb, deps, { actor: 'again', ...caller }, input);
    expect((await audit(storage)).length).toBe(before.length + 1);
  });
});
