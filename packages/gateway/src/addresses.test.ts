// What an address is, asked of a whole gateway: free, with a key, limited, and with nobody asked but the platform of a short link.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptFailure } from './connectors/connector.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.ts';
import type { Transport } from './upstream/upstream.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { library: [library], tube: [tube], douyin: [seller] }
providers:
  library: { connector: library }
  tube: { connector: peertube, base_url: "https://tube.example" }
  seller: { connector: tikhub, token: t }
limits:
  free: { requests: 40, per_seconds: 60, concurrent: 10 }
cache: { fresh_seconds: 0 }
`;
const LINK = 'https://v.douyin.com/iRNBho5m/';

let gateway: TestGateway;
/** Addresses that were asked over the network. */
let asked: string[];
let answer: (
  url: string,
) => { status: number; headers?: Record<string, string>; body?: string } | AttemptFailure;

const network: Transport = async ({ url }) => {
  asked.push(url);
  const said = answer(url);
  return 'kind' in said ? said : { kind: 'response', headers: {}, body: '', ...said };
};

beforeAll(async () => {
  gateway = await startTestGateway({ settings: SETTINGS, ports: { transports: { 'https:': network } } });
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked = [];
  answer = () => ({ status: 302, headers: { location: 'https://www.douyin.com/video/7312345678901234567' } });
});

const resolve = (url: string, key?: string | null) =>
  gateway.ask(`/api/resolve/v1/url?${new URLSearchParams({ url })}`, key === undefined ? {} : { key });

describe('what an address is', () => {
  test('is said for free, with the platforms that serve it', async () => {
    const before = await gateway.money();
    const { status, body } = await resolve('https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv?start=1m');
    expect(status).toBe(200);
    expect(body).toEqual({
      request_id: expect.any(String),
      platform: 'peertube',
      kind: 'video',
      id: 'kkGMgK9ZtnKfYAgnEtQxbv',
      alt: { host: 'tube.example', start_ms: 60_000 },
      canonical_url: 'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv?start=60s',
      needs: null,
      served_as: ['tube'],
    });
    expect(await gateway.money()).toEqual(before);
    expect(asked).toEqual([]);
  });

  test('is unknown where nobody knows it', async () => {
    const { status, body } = await resolve('https://example.org/w/kkGMgK9ZtnKfYAgnEtQxbv');
    expect(status).toBe(200);
    expect(body).toMatchObject({ platform: null, kind: 'unknown', id: null, served_as: [] });
  });

  test('is found behind a short link with one request', async () => {
    const { body } = await resolve(`7.43 复制打开抖音 ${LINK} :0pm`);
    expect(body).toMatchObject({
      platform: 'douyin',
      kind: 'video',
      id: '7312345678901234567',
      served_as: ['douyin'],
    });
    expect(asked).toEqual([LINK]);
  });

  test('is said to nobody without a key', async () => {
    expect((await resolve(LINK, null)).status).toBe(401);
    expect((await resolve(LINK, 'rgk_nobody')).status).toBe(401);
    expect(asked).toEqual([]);
  });

  test.each([
    ['a missing url', ''],
    ['an empty url', '?url='],
    ['a text that is too long', `?url=${'a'.repeat(4_097)}`],
  ])('%s is refused', async (_what, query) => {
    expect(await gateway.ask(`/api/resolve/v1/url${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
  });

  test('is not said when the platform does not answer', async () => {
    answer = () => ({ kind: 'timeout', detail: 'x' });
    expect(await resolve('https://v.douyin.com/another/')).toMatchObject({
      status: 504,
      body: { code: 'UPSTREAM_TIMEOUT' },
    });
  });

  test('is limited as all free answers of a key are', async () => {
    const { secret } = await gateway.newKey();
    const statuses: number[] = [];
    for (let i = 0; i <= 40; i++) statuses.push((await resolve('library://a', secret)).status);
    expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true);
    expect(statuses[40]).toBe(429);
  });
});
