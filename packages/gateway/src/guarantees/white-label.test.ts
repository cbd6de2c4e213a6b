// With `service.show_providers: false` nothing that a caller can read names a provider, its connector or its host: every form of
// answer is scanned, headers included. Operators still see everything.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import { scriptedConnector, scriptedTransport } from '../testing/scripted-platform.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import type { Transport } from '../upstream/upstream.ts';

/** Names of providers, of a connector, and of hosts. The name of a platform is not hidden. */
const SECRETS = ['acme-feed', 'zeta-feed', 'shelfco', 'mount-vendor', 'scripted'];

const search = scriptedConnector.operations['video.search']!;
const lookup = scriptedConnector.operations['video.get']!;
/** Makes a record look like a seller's answer: the seller's name everywhere, pictures on the seller's host. */
const dressed = <T extends { record: object; raw: unknown }>(found: T, host: string): T => ({
  ...found,
  record: {
    ...found.record,
    thumbnails: [{ url: `https://img.${host}/1.jpg`, width: 1, height: 1 }],
    author: { ...(found.record as { author: object }).author, avatar_url: `https://${host}/me.png` },
  },
  raw: { docs: `https://api.${host}/docs`, by: 'Acme-Feed and SCRIPTED', nested: [{ from: host }] },
});
const seller: typeof scriptedConnector = {
  ...scriptedConnector,
  operations: {
    'video.search': {
      ...search,
      parse(response, input, provider) {
        const page = search.parse(response, input, provider) as Page;
        if (page.kind !== 'page') return page;
        const body = JSON.stringify({ powered_by: provider.name, ids: 1 });
        return { ...page, body, items: page.items.map((one) => dressed(one, `${provider.name}.example`)) };
      },
    },
    'video.get': {
      ...lookup,
      parse(response, input, provider) {
        const said = lookup.parse(response, input, provider);
        return said.kind === 'record' ? dressed(said, `${provider.name}.example`) : said;
      },
    },
  },
};

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-label-'));
const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0", show_providers: false, title: "Clip Co" }
platforms: { clips: [acme-feed, zeta-feed], films: [shelfco] }
providers:
  acme-feed: { connector: scripted }
  zeta-feed: { connector: scripted }
  shelfco: { connector: library }
  mount-vendor: { connector: openapi, base_url: "https://api.mount-vendor.example" }
mounts: [{ name: shop, openapi: "${path.join(folder, 'shop.json')}", provider: mount-vendor, unit_price: "0.01", gets: ["/*"] }]
`;
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

const web: Transport = async ({ url }) => {
  const answer = { kind: 'response' as const, status: 200, body: '' };
  if (new URL(url).pathname.endsWith('.jpg')) return { ...answer, headers: {}, bytes: JPEG };
  const status = url.includes('missing') ? 404 : 200;
  const body = JSON.stringify({ message: 'Mount-Vendor says: see https://docs.mount-vendor.example' });
  const headers = { 'content-type': 'application/json' };
  return { ...answer, status, headers, bytes: Buffer.from(body) };
};

let gateway: TestGateway;
beforeAll(async () => {
  const get = (operationId: string) => ({ get: { operationId, summary: 'Of Mount-Vendor' } });
  const paths = { '/items': get('items'), '/missing': get('missing') };
  const info = { title: 'The Mount-Vendor API', version: '1' };
  writeFileSync(path.join(folder, 'shop.json'), JSON.stringify({ openapi: '3.1.0', info, paths }));
  gateway = await startTestGateway({
    settings: SETTINGS,
    ports: {
      connectors: [...connectors, seller],
      transports: { 'scripted:': scriptedTransport(() => gateway.script), 'https:': web },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const CLIPS = '/api/u1/v1/clips/app';
const withId = (id: string) => ({ headers: { 'x-reelgate-request-id': id } });

function expectNothingTold(name: string, { headers, text }: Pick<Answer, 'headers' | 'text'>): void {
  const told = `${JSON.stringify([...headers])} ${text}`.toLowerCase();
  expect([name, SECRETS.filter((secret) => told.includes(secret))]).toEqual([name, []]);
}

async function mcp(method: string, params: object): Promise<Answer> {
  return gateway.ask('/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
}
const tool = (name: string, given: object) => mcp('tools/call', { name, arguments: given });

describe('no answer tells a caller which provider serves a platform', () => {
  const bought: Record<string, () => Promise<Answer>> = {
    'a search': () => gateway.ask(`${CLIPS}/search_video_v2?keyword=a`, withId('one')),
    'its repeat': () => gateway.ask(`${CLIPS}/search_video_v2?keyword=a`, withId('one')),
    'raw records': () => gateway.ask(`${CLIPS}/search_video_v2?keyword=a&include=raw`),
    "the platform's own shape": () => gateway.ask('/api/u2/v1/clips/app/search_video_v2?keyword=a'),
    'a record': () => gateway.ask(`${CLIPS}/get_video_v2?id=1`),
    'a raw record': () => gateway.ask(`${CLIPS}/get_video_v2?id=1&include=raw`),
    'several records': () => gateway.ask(`${CLIPS}/get_video_v2?ids=1,2&include=raw`),
    'the library under another name': () =>
      gateway.ask('/api/u1/v1/films/app/search_video_v2?keyword=cat', withId('film')),
    'all platforms': () => gateway.ask('/api/u1/v1/all/app/search_video_v2?keyword=cat'),
    'a dry run': () => gateway.ask(`${CLIPS}/search_video_v2?keyword=other&dry_run=1`),
    'a mounted route': () => gateway.ask('/api/u2/v1/shop/items'),
    'a tool that buys': () => tool('find_videos', { platform: 'clips', query: 'a', request_id: 'tool' }),
  };
  test.each(Object.entries(bought))('%s', async (name, ask) => {
    const answer = await ask();
    expect([name, answer.status]).toEqual([name, 200]);
    expectNothingTold(name, answer);
  });

  const free: [string, () => Promise<Answer>][] = [
    ...[
      '/api/account/v1/requests/one',
      '/api/account/v1/requests/film',
      '/api/account/v1/requests',
      '/api/account/v1/requests?format=csv',
      '/api/account/v1/requests/one/records',
      '/api/account/v1/requests/one/pictures',
      '/api/account/v1/requests/film/pictures',
      '/api/account/v1/entries',
      '/api/account/v1/usage',
      '/api/account/v1/usage/by?by=platform,path',
      '/api/account/v1/key',
      '/api/account/v1/keys',
      '/api/pricing/v1/endpoints',
      '/api/pricing/v1/platforms',
      '/api/pricing/v1/quote?path=/api/u1/v1/clips/app/search_video_v2',
      '/api/resolve/v1/url?url=https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      '/openapi.json',
      '/docs',
      '/docs/data-routes',
      '/docs/errors.md',
      '/llms.txt',
      '/readyz',
    ].map((target): [string, () => Promise<Answer>] => [target, () => gateway.ask(target)]),
    ['the tools', () => mcp('tools/list', {})],
    ['a tool that reads records', () => tool('read_videos', { request_id: 'tool', ids: ['1'] })],
    ['a tool that shows a receipt', () => tool('receipt', { request_id: 'one' })],
    ['a tool that lists platforms', () => tool('platforms', {})],
  ];
  test.each(free)('%s', async (name, ask) => {
    const answer = await ask();
    expect([name, answer.status]).toEqual([name, 200]);
    expectNothingTold(name, answer);
  });

  test('a failure, its receipt and its attempts', async () => {
    const { script } = gateway;
    for (const kind of ['unavailable', 'refused', 'rate_limited', 'input_rejected'] as const) {
      gateway.script = () => ({ kind, detail: 'acme-feed said no' });
      const failed = await gateway.ask(`${CLIPS}/search_video_v2?keyword=${kind}`, withId(kind));
      expect(failed.status).toBeGreaterThanOrEqual(400);
      expectNothingTold(kind, failed);
      expectNothingTold(kind, await gateway.ask(`/api/account/v1/requests/${kind}`));
    }
    gateway.script = script;
    for (const target of [
      `${CLIPS}/search_video_v2?keyword=a&pcursor=x`,
      '/api/u2/v1/shop/missing',
      '/nowhere',
    ])
      expectNothingTold(target, await gateway.ask(target));
  });
});

test('guides of operators, which name connectors, are not served', async () => {
  expect((await gateway.ask('/docs/write-a-connector')).status).toBe(404);
  expect((await gateway.ask('/llms.txt')).text).not.toContain('write-a-connector');
  const full = await gateway.ask('/llms-full.txt');
  // "scripted" is also an ordinary word of a guide.
  const names = SECRETS.filter((secret) => secret !== 'scripted');
  expect([full.status, names.filter((secret) => full.text.includes(secret))]).toEqual([200, []]);
});

test('attempts are identified by their number, and operators see the names', async () => {
  const { body } = await gateway.ask('/api/account/v1/requests/unavailable');
  expect(body.call.attempts.map(({ provider }: { provider: string }) => provider)).toContain('provider-2');
  const seen = await gateway.admin('accounts/demo/requests/unavailable');
  expect(seen.text).toContain('"acme-feed"');
});

test('pictures come from the gateway, also those that the library generates', async () => {
  const { body } = await gateway.ask(`${CLIPS}/search_video_v2?keyword=a`, withId('one'));
  const [{ url }] = body.items[0].thumbnails;
  expect(url).toMatch(new RegExp(`^${gateway.url}/api/pictures/v1/picture\\?of=[\\w-]+$`));
  const picture = await fetch(url);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const film = await gateway.ask('/api/account/v1/requests/film/pictures');
  const drawn = await fetch(gateway.url + film.body.pictures[0].address);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
});
