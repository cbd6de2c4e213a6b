// A webhook to an address that is not on the public internet is refused when it is created, by callers and by operators, and the
// answer names the setting that allows it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

const PRIVATE = [
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost:1/',
];

const makersOf = (gateway: TestGateway) => ({
  'the account': (url: string) => gateway.ask('/api/account/v1/webhooks', { method: 'POST', body: { url } }),
  'an operator for the account': (url: string) =>
    gateway.admin('webhooks', { method: 'POST', body: { url, account: 'demo' } }),
  'an operator': (url: string) => gateway.admin('webhooks', { method: 'POST', body: { url } }),
});

describe('by default', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  test.each(['the account', 'an operator for the account', 'an operator'] as const)('for %s', async (who) => {
    const make = makersOf(gateway)[who];
    for (const url of PRIVATE) {
      const { status, body } = await make(url);
      expect([status, body.errors[0].field]).toEqual([400, 'url']);
      expect(body.detail).toContain('webhooks.allow_private');
    }
    expect((await make('https://a.example/in')).status).toBe(201);
  });

  test('nothing that was refused is stored', async () => {
    const { webhooks } = (await gateway.ask('/api/account/v1/webhooks')).body;
    expect(webhooks.map(({ url }: { url: string }) => url)).toEqual(Array(2).fill('https://a.example/in'));
  });
});

test('where the operator allows it, such an address is accepted', async () => {
  const gateway = await startTestGateway({ settings: `${TEST_SETTINGS}webhooks: { allow_private: true }\n` });
  try {
    for (const make of Object.values(makersOf(gateway)))
      expect((await make('http://127.0.0.1:9/')).status).toBe(201);
  } finally {
    await gateway.close();
  }
});
