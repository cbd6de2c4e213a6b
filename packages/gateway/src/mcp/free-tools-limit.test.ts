// Free tools count like the free requests of the account, whichever of its keys asks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

/** Free reads of an account in a minute. */
const READS = 3;
let gateway: TestGateway;
beforeAll(async () => {
  const settings = TEST_SETTINGS.replace(/reads: \{[^}]*\}/, `reads: { requests: ${READS}, concurrent: 1 }`);
  gateway = await startTestGateway({ settings });
});
afterAll(() => gateway.close());

function send(key: string, method: string, params: object): Promise<Response> {
  return fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

async function readBalance(key: string): Promise<string> {
  const answer = await send(key, 'tools/call', { name: 'account', arguments: {} });
  const text = await answer.text();
  return text.includes('"isError":true') ? 'refused' : 'shown';
}

test('a second key of an account has no free reads of its own, and another account does', async () => {
  const second = await gateway.newKey();
  await gateway.admin('accounts', { method: 'POST', body: { name: 'stranger' } });
  const other = await gateway.newKey({ account: 'stranger' });
  const shown = [];
  for (let i = 0; i < READS; i++) shown.push(await readBalance(gateway.key));
  expect(shown).toEqual(Array.from({ length: READS }, () => 'shown'));
  expect([await readBalance(gateway.key), await readBalance(second.secret)]).toEqual(['refused', 'refused']);
  expect(await readBalance(other.secret)).toBe('shown');
});

test('one read at a time is allowed, and one that has ended leaves its place to the next, of a tool or of another message', async () => {
  await gateway.admin('accounts', { method: 'POST', body: { name: 'lister' } });
  const { secret } = await gateway.newKey({ account: 'lister' });
  const list = async () => (await send(secret, 'tools/list', {})).status;
  expect(await list()).toBe(200);
  // The place of a message is left when the connection has taken its answer, a moment after the client has it.
  await expect.poll(list).toBe(200);
  await expect.poll(() => readBalance(secret)).toBe('shown');
});
