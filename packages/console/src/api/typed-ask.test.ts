// Tests what typed calls send: the path with its parameters, the query, and a body with every change. Calls that must not compile are in
// typed-ask.types.ts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing-server.ts';
import { askBelow } from './typed-ask.ts';

const admin = askBelow({ name: 'test.typed' }, '/admin/v1');

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const sent = () => server.sent.map(({ method, url, body }) => `${method} ${url} ${body}`.trimEnd());

test('parameters stand in the path, however they are written, and only what is given is asked', async () => {
  const params = { account: 'a/b?c#d', request_id: '{account} e' };
  await admin('/accounts/{account}/requests/{request_id}', { params });
  await admin('/accounts', { query: { limit: 50, cursor: null, search: undefined } });
  await admin('/status');
  expect(sent()).toEqual([
    'GET /admin/v1/accounts/a%2Fb%3Fc%23d/requests/%7Baccount%7D%20e',
    'GET /admin/v1/accounts?limit=50',
    'GET /admin/v1/status',
  ]);
});

test('a change sends its body, or an empty one; nothing else sends a body', async () => {
  await admin('/accounts', { method: 'POST', body: { name: 'acme' } });
  await admin('/keys/{key}/revoke', { method: 'POST', params: { key: 'k' } });
  await admin('/session', { method: 'DELETE' });
  expect(sent()).toEqual([
    'POST /admin/v1/accounts {"name":"acme"}',
    'POST /admin/v1/keys/k/revoke {}',
    'DELETE /admin/v1/session',
  ]);
});

test('the answer is given as it came', async () => {
  server.reply = () => ({ body: '{"accounts":[{"id":"acc_1"}],"next_cursor":null}' });
  const { accounts, next_cursor } = await admin('/accounts');
  expect([accounts[0]?.id, next_cursor]).toEqual(['acc_1', null]);
});
