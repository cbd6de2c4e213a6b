// Behind a trusted proxy the caller's address is the one that the proxy names; otherwise it is the peer's, whatever a
// header says. This holds for key allow-lists and for the limit on key checks, on every way in: searches, mounts with
// and without a body, free routes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestUpstream } from '../../mounts/testing/upstream.ts';
import type { TestGateway } from '../../testing/test-gateway.ts';

/** Reserved for documentation (RFC 5737): no machine has it. */
const CALLER = '203.0.113.9';
const KEY_CHECKS = 2;

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await TestUpstream.start();
});
afterAll(() => upstream.close());

const WAYS: Record<string, { method: string; target: string; body?: object }> = {
  'a search': { method: 'GET', target: '/api/u1/v1/library/app/search_video_v2?keyword=a' },
  'a GET of a mount': { method: 'GET', target: '/api/u2/v1/shop/clips/mine' },
  'a POST of a mount': { method: 'POST', target: '/api/u2/v1/shop/clips', body: { title: 'a' } },
  'a free route': { method: 'GET', target: '/api/account/v1/balance' },
};

describe.each([
  ['a trusted range of proxies', '["127.0.0.0/8"]', true],
  ['a trusted proxy', '["127.0.0.1"]', true],
  ['another proxy that is trusted', '["192.0.2.1", "10.0.0.0/8"]', false],
  ['no trusted proxy', '[]', false],
])('with %s', (_name, proxies, isTrusted) => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    const settings = upstream
      .settings()
      .replace('service: {', `service: { trust_proxy: ${proxies},`)
      .concat(`  key_check: { requests: ${KEY_CHECKS}, per_seconds: 3600 }\n`);
    gateway = await upstream.gateway(settings);
    key = (await gateway.newKey({ addresses: [`${CALLER}/32`] })).secret;
  });
  afterAll(() => gateway.close());

  test.each(Object.entries(WAYS))("%s sees its caller's address", async (_way, { target, ...ask }) => {
    const from = async (forwarded: string) =>
      (await gateway.ask(target, { ...ask, key, headers: { 'x-forwarded-for': forwarded } })).status;
    expect(await from(CALLER)).toBe(isTrusted ? 200 : 403);
    expect(await from('198.51.100.7')).toBe(403);
    // The proxy appends to what the caller itself wrote.
    expect(await from(`${CALLER}, 198.51.100.7`)).toBe(403);
  });

  test('key checks are counted per caller', async () => {
    const check = async (forwarded: string) => {
      const ask = {
        method: 'POST',
        key: null,
        body: { key: 'nobody' },
        headers: { 'x-forwarded-for': forwarded },
      };
      return (await gateway.ask('/api/test/apikey', ask)).status;
    };
    for (let i = 0; i < KEY_CHECKS; i++) expect(await check('198.51.100.1')).toBe(200);
    expect(await check('198.51.100.1')).toBe(429);
    expect(await check('198.51.100.2')).toBe(isTrusted ? 200 : 429);
  });
});
