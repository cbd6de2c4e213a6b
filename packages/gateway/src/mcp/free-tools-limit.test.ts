// Free tools count like the free requests of the account, whichever of its keys asks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

/** Free reads of an account in a minute. */
const READS = 3;
let gateway: TestGateway;
beforeAll(async () => {
  const settings = TEST_SETTINGS.replace(/reads: \{[^}]*\}/, `reads: { requests: ${READS}, concurrent: 10 }`);
  gateway = await startTestGateway({ settings });
});
afterAll(() => gateway.close());

async function readBalance(key: string): Promise<string> {
  const answer = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'account', arguments: {} },
    }),
  });
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
