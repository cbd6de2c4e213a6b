import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret, isWellFormed } from '../domain/access/key.ts';
import { mayAct, ROLES } from '../domain/access/session.ts';
import { toMicros } from '../domain/money.ts';
import { neededRole } from '../http/admin-server.ts';
import { makeAccount, makeCall, makeKey } from '../verb/testing/account.ts';
import { type AdminWorld, CALLER, createAdminWorld } from '../verb/testing/world.ts';
import { auditList } from './audit/audit.admin.ts';
import { adminVerbs } from './index.ts';
import { ledgerVerify } from './ledger/ledger.admin.ts';
import { status } from './service/service.admin.ts';
import { tokenCreate, tokenList, tokenRevoke } from './tokens/token.admin.ts';
import { usageProviders, usageRead } from './usage/usage.admin.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await createAdminWorld();
});
afterAll(() => world.close());

test('no two verbs share a name or an address, and every placeholder has its schema', () => {
  const names = adminVerbs.map((verb) => verb.name);
  const addresses = adminVerbs.map((verb) => `${verb.method} ${verb.path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const verb of adminVerbs) {
    const placeholders = [...verb.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(placeholders).toEqual(Object.keys(verb.params.properties));
    expect(verb.path).toMatch(/^\/admin\/v1\//);
  }
});

test('bodies refuse unknown fields, and inputs carry no name of an answer', () => {
  for (const verb of adminVerbs) {
    if (Object.keys(verb.body.properties).length > 0) expect(verb.body.additionalProperties).toBe(false);
    expect(JSON.stringify([verb.params, verb.query, verb.body])).not.toContain('"$id"');
  }
});

test('a token is shown once, and the last active one cannot be revoked', async () => {
  const first = await world.ask(tokenCreate, { body: { name: 'ops' } });
  const { id } = first.token as { id: string };
  expect(id).toMatch(/^tok_[0-9A-Za-z]{16}$/);
  expect(isWellFormed(first.secret as string, 'rga')).toBe(true);
  const revoke = (token: string) => world.ask(tokenRevoke, { params: { token } });
  expect(await revoke(id)).toMatchObject({ code: 'CONFLICT' });

  await world.ask(tokenCreate, { body: { name: 'spare' } });
  expect(await revoke(id)).toMatchObject({ token: { id, status: 'revoked' } });
  expect(await revoke(id)).toMatchObject({ token: { id, status: 'revoked' } });
  expect(await revoke('tok_none')).toMatchObject({ code: 'NOT_FOUND' });

  const listed = JSON.stringify(await world.ask(tokenList));
  expect(listed).not.toContain(first.secret);
  expect(listed).not.toContain(hashSecret(first.secret as string));
});

test('the audit log is read by what was changed, and page by page', async () => {
  const made = await world.ask(tokenCreate, { body: { name: 'seen' } });
  const { id } = made.token as { id: string };
  const audit = await world.ask(auditList, { query: { subject: id } });
  expect(audit).toMatchObject({ rows: [{ actor: CALLER.actor, subject: id }], next_cursor: null });
  const page = await world.ask(auditList, { query: { limit: 1 } });
  expect(page.next_cursor).not.toBeNull();
  const next = await world.ask(auditList, { query: { limit: 1, cursor: page.next_cursor } });
  expect(next.rows).not.toEqual(page.rows);
  // An account is also found by its name; an unknown id finds nothing.
  const account = await makeAccount(world.storage);
  const rowsOf = async (subject: string) => (await world.ask(auditList, { query: { subject } })).rows;
  expect(await rowsOf(account.name)).not.toEqual([]);
  expect(await rowsOf(account.name)).toEqual(await rowsOf(account.id));
  expect(await rowsOf('tok_none')).toEqual([]);
});

test('the audit log is read by one action, by one actor, and by both with a subject', async () => {
  const account = await makeAccount(world.storage);
  await world.ask(tokenCreate, { body: { name: 'by-action' } });
  const rowsOf = async (query: object) =>
    (await world.ask(auditList, { query: { ...query, limit: 500 } })).rows as {
      action: string;
      actor: string;
    }[];
  const all = await rowsOf({});
  const actors = new Set(all.map(({ actor }) => actor));
  expect(actors.size).toBeGreaterThan(1);
  for (const action of ['account.create', 'token.create'])
    expect(await rowsOf({ action })).toEqual(all.filter((row) => row.action === action));
  for (const actor of actors)
    expect(await rowsOf({ actor })).toEqual(all.filter((row) => row.actor === actor));
  const subject = account.id;
  expect(await rowsOf({ subject, action: 'token.create' })).toEqual([]);
  expect(await rowsOf({ subject, action: 'account.create' })).toHaveLength(1);
});

test('usage of one account is its own, and without an account it is the sum', async () => {
  for (const requestId of ['a', 'b']) {
    const account = await makeAccount(world.storage);
    const { holder } = await makeKey(world.storage, account.id);
    await makeCall(world.storage, holder, requestId, '0.5');
    const query = { account: account.name, by: 'path' };
    expect(await world.ask(usageRead, { query })).toMatchObject({
      totals: { calls: 1, charged: '0.500000' },
    });
  }
  expect(await world.ask(usageRead)).toMatchObject({ totals: { calls: 2, charged: '1.000000' } });
  expect(await world.ask(usageRead, { query: { account: 'nobody' } })).toMatchObject({ code: 'NOT_FOUND' });
});

test('usage by provider is that of the account that was asked for, with a sum for each provider and for all', async () => {
  const attempt = { startedMs: 0, durationMs: 4, bytes: 1, costMicros: toMicros(100) };
  const names: string[] = [];
  for (const provider of ['a', 'b']) {
    const account = await makeAccount(world.storage);
    names.push(account.name);
    const { holder } = await makeKey(world.storage, account.id);
    const attempts = [
      { ...attempt, provider: 'a', outcome: 'timeout' },
      { ...attempt, provider, outcome: 'ok' },
    ];
    await makeCall(world.storage, holder, 'r', '0.5', attempts);
  }
  const ask = (account?: string) =>
    world.ask(usageProviders, { query: account === undefined ? {} : { account } });
  const figures = (attempts: number, failures: number, charged: string) => ({
    attempts,
    failures,
    average_ms: 4,
    cost: `0.000${attempts}00`,
    charged,
    margin: expect.any(String),
    complaints: 0,
    refunded: '0.000000',
    claim: '0.000000',
  });
  expect(await ask(names[1])).toMatchObject({
    rows: [{ provider: 'a' }, { provider: 'b', charged: '0.500000', margin: '0.499900' }],
    providers: [
      { provider: 'a', ...figures(1, 1, '0.000000') },
      { provider: 'b', ...figures(1, 0, '0.500000') },
    ],
    totals: figures(2, 1, '0.500000'),
  });
  // Other tests leave rows of their own.
  const all = (await ask()) as unknown as {
    providers: { provider: string; attempts: number }[];
    totals: { attempts: number };
  };
  expect(all.providers.filter(({ provider }) => provider !== 'demo')).toEqual([
    { provider: 'a', ...figures(3, 2, '0.500000') },
    { provider: 'b', ...figures(1, 0, '0.500000') },
  ]);
  const sum = all.providers.reduce((before, one) => before + one.attempts, 0);
  expect(all.totals.attempts).toBe(sum);
  expect(await ask('nobody')).toMatchObject({ code: 'NOT_FOUND' });
});

test('a ledger that does not add up is not called clean', async () => {
  const account = await makeAccount(world.storage);
  // No catalog was published here, so no price matches.
  await makeCall(world.storage, (await makeKey(world.storage, account.id)).holder, 'odd', '0.5');
  const report = await world.ask(ledgerVerify);
  expect(report).toMatchObject({ clean: false, currency: 'USD' });
  expect(report.differences).toEqual(
    expect.arrayContaining([expect.objectContaining({ account_id: account.id })]),
  );
});

test('status tells the catalog in force and who serves', async () => {
  const pid = process.pid;
  expect(await world.ask(status)).toMatchObject({ catalog_version: null, currency: 'USD', nodes: [{ pid }] });
});

// Every admin verb by the least role that may run it, so that the role of a new verb is decided here.
const OWNER = [
  'adminCreateLoginCode',
  'adminCreateToken',
  'adminPublishCatalog',
  'adminRevokeSession',
  'adminRevokeToken',
];

test('tokens, sign-in links, sessions of others and prices are changed by owners alone', () => {
  const owners = adminVerbs.filter((verb) => neededRole(verb) === 'owner').map(({ name }) => name);
  expect(owners.sort()).toEqual(OWNER);
});

/** Reads that a viewer may not run: they show an answer that a caller bought. */
const LOOKS_OF_OPERATORS = ['adminGetComplaintCase'];

/** What a viewer may run although its method is not GET: it signs out, or asks what a price list would change. */
const OTHERS_OF_VIEWERS = ['adminCloseSession', 'adminDiffCatalog', 'adminGetCatalogRevenue'];

test('a viewer runs every read and nothing else, except reads that show answers of callers', () => {
  const ofViewers = ({ name, method }: (typeof adminVerbs)[number]) =>
    method === 'GET' ? !LOOKS_OF_OPERATORS.includes(name) : OTHERS_OF_VIEWERS.includes(name);
  for (const verb of adminVerbs)
    expect([verb.name, mayAct('viewer', neededRole(verb))]).toEqual([verb.name, ofViewers(verb)]);
  const undecided = adminVerbs.filter(({ method, needs }) => method !== 'GET' && needs === undefined);
  expect(undecided.map(({ name }) => name)).toEqual([]);
});

test('each role may do everything that the later roles may', () => {
  const may = ROLES.map((role) => ROLES.filter((needed) => mayAct(role, needed)));
  expect(may).toEqual([['owner', 'operator', 'viewer'], ['operator', 'viewer'], ['viewer']]);
});
