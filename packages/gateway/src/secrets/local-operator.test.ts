// The local operator: a command with the service secret may use the admin API without a token, and no one else may.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { isLocalOperator, localOperatorToken } from './local-operator.ts';

const SECRET = new Uint8Array(32).fill(7);

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  const secret = readFileSync(path.join(gateway.folder, 'service.secret'), 'utf8');
  token = localOperatorToken(Buffer.from(secret, 'hex'));
});
afterAll(() => gateway.close());

test('the token depends only on the secret, and another secret gives another token', () => {
  const known = localOperatorToken(SECRET);
  expect(known).toBe(localOperatorToken(new Uint8Array(SECRET)));
  expect(known).toMatch(/^rgo_[\w-]{43}$/);
  expect(known).not.toContain(Buffer.from(SECRET).toString('base64url'));
  expect(localOperatorToken(new Uint8Array(32).fill(8))).not.toBe(known);
});

test.each([null, '', 'Bearer', 'Bearer ', 'Basic x', 'Bearer rgo_', `Bearer ${'x'.repeat(10_000)}`])(
  '%j is nobody',
  (authorization) => {
    expect(isLocalOperator(localOperatorToken(SECRET), authorization)).toBe(false);
  },
);

test('only its owner may read the secret', () => {
  expect(statSync(path.join(gateway.folder, 'service.secret')).mode & 0o077).toBe(0);
});

test('it opens the admin listener, and the audit log names it', async () => {
  const { status } = await gateway.admin('accounts', { key: token, method: 'POST', body: { name: 'acme' } });
  expect(status).toBe(201);
  const { body } = await gateway.admin('audit');
  expect(body.rows[0]).toMatchObject({ actor: 'local' });
});

test('a token of another secret opens nothing', async () => {
  const { status } = await gateway.admin('accounts', { key: localOperatorToken(SECRET) });
  expect(status).toBe(401);
});

test('it is not an API key', async () => {
  expect((await gateway.ask('/api/account/v1/balance', { key: token })).status).toBe(401);
});

test('each admin token acts under its own name', async () => {
  const make = (name: string) => gateway.admin('tokens', { method: 'POST', body: { name } });
  const made = [(await make('one')).body, (await make('two')).body];
  for (const { secret, token } of made) {
    const key = { key: secret as string };
    await gateway.admin('accounts', { method: 'POST', body: { name: `of-${token.name}` }, ...key });
    const { body } = await gateway.admin('audit?limit=1');
    expect(body.rows).toMatchObject([{ actor: `admin:${token.id}`, action: 'account.create' }]);
  }
});
