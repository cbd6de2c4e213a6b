// One rule for the names of new accounts, keys, projects and operators: every door that makes or changes one is tried with every reserved name. Names
// from before the rule stay usable.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ID_PREFIXES } from '../domain/ids.ts';
import { ACCOUNT_NAME_TEXT, NAME_TEXT } from '../domain/text/text-patterns.ts';
import { documentedOperations } from '../testing/documented-operations.ts';
import { type Answer, startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';
import { RESERVED_NAMES } from '../verb/fields.ts';

let gateway: TestGateway;
let account: string;
let key: string;
let project: string;
beforeAll(async () => {
  gateway = await startTestGateway({ settings: `${TEST_SETTINGS}\nportal: { keys_max: 500 }` });
  account = (await gateway.admin('accounts', { method: 'POST', body: { name: 'first' } })).body.account.id;
  key = (await gateway.newKey()).id;
  const body = { account: 'demo', name: 'first' };
  project = (await gateway.admin('projects', { method: 'POST', body })).body.project.id;
});
afterAll(() => gateway.close());

const admin = (method: string, target: string, body: object) => gateway.admin(target, { method, body });
const own = (method: string, target: string, body: object) =>
  gateway.ask(`/api/account/v1/${target}`, { method, body });

async function signUp(name: string): Promise<Answer> {
  const invite = new URL((await admin('POST', 'invites', {})).body.url).hash.split('=')[1];
  const headers = { 'sec-fetch-site': 'same-origin' };
  return gateway.ask('/api/account/v1/signup', {
    method: 'POST',
    key: null,
    headers,
    body: { name, invite },
  });
}

/** Every operation with such a name in its body; a new one needs its line. */
const DOORS: Record<string, (name: string) => Promise<Answer>> = {
  adminCreateAccount: (name) => admin('POST', 'accounts', { name }),
  adminUpdateAccount: (name) => admin('PATCH', `accounts/${account}`, { name }),
  adminCreateKey: (name) => admin('POST', 'keys', { account: 'demo', name }),
  adminUpdateKey: (name) => admin('PATCH', `keys/${key}`, { name }),
  adminCreateProject: (name) => admin('POST', 'projects', { account: 'demo', name }),
  adminUpdateProject: (name) => admin('PATCH', `projects/${project}`, { name }),
  adminCreateToken: (name) => admin('POST', 'tokens', { name }),
  adminCreateLoginCode: (name) => admin('POST', 'login-codes', { name }),
  createKey: (name) => own('POST', 'keys', { name }),
  renameKey: (name) => own('PATCH', `keys/${key}`, { name }),
  signUp,
};

test('every door for such a name is tried here', () => {
  const patterns = [NAME_TEXT.pattern, ACCOUNT_NAME_TEXT.pattern];
  const doors = documentedOperations().filter(({ body }) => {
    const { name } = (body?.properties ?? {}) as Record<string, { pattern?: string }>;
    return name?.pattern !== undefined && patterns.includes(name.pattern);
  });
  expect(doors.map(({ id }) => id).toSorted()).toEqual(Object.keys(DOORS).toSorted());
});

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const SPELLINGS = [(text: string) => text, (text: string) => text.toUpperCase(), capital];
const RESERVED = [
  ...RESERVED_NAMES,
  ...Object.values(ID_PREFIXES).flatMap((prefix) => [prefix, `${prefix}x`, `${prefix}0123456789abcdef`]),
];

test('the list has what is known to go wrong', () => {
  const known = [
    'operator',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'prototype',
    'tostring',
    'hasownproperty',
  ];
  expect(known.filter((name) => !RESERVED_NAMES.has(name))).toEqual([]);
  expect(Object.values(ID_PREFIXES)).toEqual(
    expect.arrayContaining(['acc_', 'key_', 'prj_', 'tok_', 'col_', 'wat_']),
  );
});

describe.each(Object.entries(DOORS))('by %s', (id, give) => {
  test('no new name is a reserved word or begins as an id does, in any letters', async () => {
    // Each door sees each word once. Three doors in a row see all of its spellings.
    const door = Object.keys(DOORS).indexOf(id);
    const spelt = RESERVED.map((one, at) => SPELLINGS[(at + door) % SPELLINGS.length]!(one));
    for (const name of new Set(spelt)) {
      const { status, body } = await give(name);
      expect([name, status, body.errors?.[0]?.field]).toEqual([name, 400, 'name']);
    }
  });

  test('names that only resemble them are valid', async () => {
    for (const name of [
      'operators',
      'nullable',
      '_proto_',
      'keys',
      'key-1',
      'accx',
      'x_key_',
      'constructors',
    ]) {
      const { status, text } = await give(`${name}-${id}`);
      expect([name, status], text).toEqual([name, expect.toBeOneOf([200, 201])]);
    }
  });
});

test('names from before the rule stay: they are found, shown and kept by other changes', async () => {
  const db = new DatabaseSync(path.join(gateway.folder, 'reelgate.db'), { timeout: 5_000 });
  db.prepare('UPDATE accounts SET name = ? WHERE id = ?').run('operator', account);
  db.prepare('UPDATE keys SET name = ? WHERE id = ?').run('__proto__', key);
  db.prepare('UPDATE projects SET name = ? WHERE id = ?').run('key_old', project);
  db.close();
  expect((await gateway.admin('accounts/operator')).body.account).toMatchObject({
    id: account,
    name: 'operator',
  });
  expect((await admin('PATCH', `accounts/${account}`, { name: 'operator', title: 'Old' })).status).toBe(200);
  expect((await admin('PATCH', `keys/${key}`, { name: '__proto__', daily_cap: '5' })).status).toBe(200);
  expect((await own('PATCH', `keys/${key}`, { name: '__proto__' })).status).toBe(200);
  expect((await admin('PATCH', `projects/${project}`, { name: 'key_old', daily_cap: '5' })).status).toBe(200);
  expect((await admin('POST', 'keys', { account: 'operator', name: 'one' })).status).toBe(201);
  // Another reserved name is a new one.
  expect((await admin('PATCH', `accounts/${account}`, { name: 'null' })).status).toBe(400);
});
