// Names of accounts over HTTP: one rule for sign-up, operators and renames, also next to accounts whose names are older than the
// rule.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let gateway: TestGateway;
let made = 0;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const create = (name: string) => gateway.admin('accounts', { method: 'POST', body: { name } });
const change = (account: string, body: object) =>
  gateway.admin(`accounts/${account}`, { method: 'PATCH', body });

async function rename(name: string): Promise<Answer> {
  const { body } = await create(`someone-${++made}`);
  return change(body.account.id, { name });
}

async function signUp(name: string): Promise<Answer> {
  const invite = await gateway.admin('invites', { method: 'POST', body: {} });
  const code = new URL(invite.body.url).hash.split('=')[1];
  const headers = { 'sec-fetch-site': 'same-origin' };
  const body = { name, invite: code };
  return gateway.ask('/api/account/v1/signup', { method: 'POST', key: null, headers, body });
}

const WAYS = [
  ['create', create],
  ['rename', rename],
  ['sign-up', signUp],
] as const;

describe.each(WAYS)('by %s', (way, give) => {
  test.each(['demo', 'Demo', 'DEMO'])('%s is taken while there is an account demo', async (name) => {
    expect([(await give(name)).status, (await gateway.admin('accounts/demo')).status]).toEqual([409, 200]);
  });

  test.each([
    'demo.',
    '.',
    '../..',
    'a b',
    'dемо',
    'démo',
    'ｄｅｍｏ',
    'demo\u200b',
    '',
    'a'.repeat(65),
    'acc_x',
    'ACC_x',
  ])('"%s" is no name', async (name) => {
    const { status, body } = await give(name);
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'name']);
  });

  test.each(['.a', 'A-b_C.d', '0', 'demo-', 'demo_', 'a'.repeat(63)])(
    '"%s" is a valid name',
    async (name) => {
      const own = `${name}${way[0]}`;
      expect((await give(own)).status).toBeLessThan(300);
      expect((await give(own.toUpperCase())).status).toBe(409);
    },
  );
});

test('an account changes the case of its own name, and its old spelling is then still taken', async () => {
  const { body } = await create('Case');
  expect((await change(body.account.id, { name: 'CASE' })).body.account.name).toBe('CASE');
  expect([(await create('Case')).status, (await create('case')).status]).toEqual([409, 409]);
});

test('accounts whose names are older than the rule go on as they are, and no new account gets a name like theirs', async () => {
  const ids: string[] = [];
  for (const name of ['old-1', 'old-2', 'old-3']) ids.push((await create(name)).body.account.id);
  const [dotted, upper, lower] = ids as [string, string, string];
  const names = { [dotted]: 'old.', [upper]: 'OLD', [lower]: 'old' };
  const db = new DatabaseSync(path.join(gateway.folder, 'reelgate.db'), { timeout: 5_000 });
  for (const [id, name] of Object.entries(names))
    db.prepare('UPDATE accounts SET name = ? WHERE id = ?').run(name, id);
  db.close();
  for (const [id, name] of Object.entries(names)) {
    expect((await gateway.admin(`accounts/${name}`)).body.account.id).toBe(id);
    const { secret } = await gateway.newKey({ account: name });
    expect((await gateway.ask('/api/account/v1/balance', { key: secret })).body.account.name).toBe(name);
    // As the console's form does it: the unchanged name is sent too.
    expect((await change(id, { name, title: 'Old' })).status).toBe(200);
    expect((await create(name)).status).not.toBe(201);
  }
  expect((await create('Old')).status).toBe(409);
  expect((await change(dotted, { name: 'older.' })).status).toBe(400);
  expect((await change(dotted, { name: 'oLD' })).status).toBe(409);
  expect((await change(dotted, { name: 'older' })).status).toBe(200);
});
