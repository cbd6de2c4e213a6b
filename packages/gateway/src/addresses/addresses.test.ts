// Resolving an address through a whole gateway: free, with a key, limited, and only the platform of a short link is
// asked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptFailure } from '../connectors/connector.ts';
import { systemClock } from '../domain/clock.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import type { Transport } from '../upstream/upstream.ts';

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
/** URLs that were requested over the network. */
let asked: string[];
let answer: (
  url: string,
) => { status: number; headers?: Record<string, string>; body?: string } | AttemptFailure;

const network: Transport = async ({ url }) => {
  asked.push(url);
  const said = answer(url);
  return 'kind' in said ? said : { kind: 'response', headers: {}, body: '', ...said };
};

let laterMs = 0;
const clock = { nowMs: () => systemClock.nowMs(), monotonicMs: () => systemClock.monotonicMs() + laterMs };
/** Links are remembered for an hour, so the clock is moved past it. */
const forgetLinks = () => {
  laterMs += 3_600_001;
};

beforeAll(async () => {
  const ports = { clock, transports: { 'https:': network } };
  gateway = await startTestGateway({ settings: SETTINGS, ports });
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked = [];
  answer = () => ({ status: 302, headers: { location: 'https://www.douyin.com/video/7312345678901234567' } });
});

const resolve = (url: string, key?: string | null) =>
  gateway.ask(`/api/resolve/v1/url?${new URLSearchParams({ url })}`, key === undefined ? {} : { key });

describe('resolving an address', () => {
  test('is free, and names the platforms that serve it', async () => {
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

  test('gives unknown for an unknown address', async () => {
    const { status, body } = await resolve('https://example.org/w/kkGMgK9ZtnKfYAgnEtQxbv');
    expect(status).toBe(200);
    expect(body).toMatchObject({ platform: null, kind: 'unknown', id: null, served_as: [] });
  });

  test('follows a short link with one request', async () => {
    const { body } = await resolve(`7.43 复制打开抖音 ${LINK} :0pm`);
    expect(body).toMatchObject({
      platform: 'douyin',
      kind: 'video',
      id: '7312345678901234567',
      served_as: ['douyin'],
    });
    expect(asked).toEqual([LINK]);
  });

  test('needs a key', async () => {
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

  test('fails when the platform does not answer', async () => {
    answer = () => ({ kind: 'timeout', detail: 'x' });
    expect(await resolve('https://v.douyin.com/another/')).toMatchObject({
      status: 504,
      body: { code: 'UPSTREAM_TIMEOUT' },
    });
  });

  test("counts against the account's limit on free answers", async () => {
    const { secret } = await gateway.newAccount('resolves');
    const statuses: number[] = [];
    for (let i = 0; i <= 40; i++) statuses.push((await resolve('library://a', secret)).status);
    expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true);
    expect(statuses[40]).toBe(429);
  });
});

const getVideo = (platform: string, query: Record<string, string>, id?: string, action = 'get_video_v2') =>
  gateway.ask(`/api/u1/v1/${platform}/app/${action}?${new URLSearchParams(query)}`, {
    headers: id === undefined ? {} : { 'x-reelgate-request-id': id },
  });
const SAMPLE = 'library://sample-en-01';

describe('a call by an address', () => {
  test.each(['library', 'any'])('on %s is the same call as by its id', async (platform) => {
    const byId = await getVideo('library', { id: 'sample-en-01' }, `same-${platform}`);
    expect(byId.status).toBe(200);
    const { balance } = await gateway.money();
    const byAddress = await getVideo(platform, { url: SAMPLE }, `same-${platform}`);
    expect(byAddress.headers.get('x-reelgate-replayed')).toBe('true');
    expect(byAddress.body).toEqual(byId.body);
    expect((await gateway.money()).balance).toBe(balance);
  });

  test('on any costs the price of its platform, and its receipt names the path', async () => {
    const { status, body } = await getVideo('any', { url: SAMPLE }, 'any-1', 'get_video');
    expect(status).toBe(200);
    expect(body).toMatchObject({ platform: 'library', id: 'sample-en-01', receipt: { charged: '0.002000' } });
    const receipt = await gateway.ask('/api/account/v1/requests/any-1');
    expect(receipt.body.call.path).toBe('/api/u1/v1/library/app/get_video');
  });

  test.each<[string, string, Record<string, string>, number, string, RegExp]>([
    [
      'of another platform',
      'library',
      { url: 'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv' },
      400,
      'INVALID_REQUEST',
      /call \/api\/u1\/v1\/tube\/app\/get_video_v2/,
    ],
    [
      'of a platform that is not served',
      'any',
      { url: 'https://youtu.be/dQw4w9WgXcQ' },
      404,
      'PLATFORM_NOT_FOUND',
      /one of youtube/,
    ],
    [
      'of a host that nobody configured',
      'any',
      { url: 'https://other.example/w/kkGMgK9ZtnKfYAgnEtQxbv' },
      400,
      'INVALID_REQUEST',
      /PeerTube/,
    ],
    ['that is none', 'any', { url: 'cats' }, 400, 'INVALID_REQUEST', /not a web address/],
    ['that is empty', 'any', { url: ' ' }, 400, 'INVALID_REQUEST', /url: must not be empty/],
    ['that is missing', 'any', { id: 'sample-en-01' }, 400, 'INVALID_REQUEST', /url: must not be empty/],
    ['beside an id', 'library', { url: SAMPLE, id: 'sample-en-01' }, 400, 'INVALID_REQUEST', /replaces "id"/],
    [
      'of an author',
      'tube',
      { url: 'https://tube.example/c/films' },
      400,
      'INVALID_REQUEST',
      /not the address of a video/,
    ],
    ['on no platform', 'nowhere', { url: SAMPLE }, 404, 'PLATFORM_NOT_FOUND', /Known platforms/],
    ['that is too long', 'any', { url: 'a'.repeat(4_097) }, 400, 'INVALID_REQUEST', /4096/],
  ])('%s is refused and costs nothing', async (_what, platform, query, status, code, detail) => {
    const before = await gateway.money();
    const refused = await getVideo(platform, query);
    expect(refused).toMatchObject({ status, body: { code, detail: expect.stringMatching(detail) } });
    expect(await gateway.money()).toEqual(before);
    expect(asked).toEqual([]);
  });

  test('is refused for a search', async () => {
    const search = (platform: string) =>
      gateway.ask(`/api/u1/v1/${platform}/app/search_video_v2?keyword=a&url=${encodeURIComponent(SAMPLE)}`);
    expect(await search('any')).toMatchObject({ status: 404, body: { code: 'PLATFORM_NOT_FOUND' } });
    expect(await search('library')).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  });
});

describe('a call about an author or comments by an address', () => {
  const ask = (action: string, url: string) =>
    gateway.ask(`/api/u1/v1/any/app/${action}?${new URLSearchParams({ url })}`);

  test.each([
    ['get_author', 'https://tube.example/c/films/videos', '/api/v1/video-channels/films'],
    [
      'list_author_videos_v2',
      'https://tube.example/a/anna@other.example',
      '/api/v1/video-channels/anna@other.example',
    ],
    [
      'list_comments',
      'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv',
      '/api/v1/videos/kkGMgK9ZtnKfYAgnEtQxbv',
    ],
  ])('%s asks the platform of %s', async (action, url, path) => {
    answer = () => ({ status: 404, headers: { 'content-type': 'application/json' }, body: '{"status":404}' });
    const { status, body } = await ask(action, url);
    expect({ status, code: body.code }).toEqual({ status: 404, code: expect.stringMatching(/_NOT_FOUND$/) });
    const { origin, pathname } = new URL(asked[0]!);
    expect([origin, decodeURIComponent(pathname).startsWith(path)]).toEqual(['https://tube.example', true]);
  });

  test.each([
    ['get_author', 'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv', /not the address of an author/],
    ['list_comments', 'https://tube.example/c/films', /not the address of a video/],
  ])('%s refuses %s', async (action, url, detail) => {
    expect(await ask(action, url)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(detail) },
    });
    expect(asked).toEqual([]);
  });
});

describe('a call by a short link', () => {
  const AWEME = '7312345678901234568';
  const video = {
    code: 200,
    params: { aweme_id: AWEME },
    data: {
      aweme_detail: {
        aweme_id: AWEME,
        desc: 'a',
        create_time: 1_700_000_000,
        author: { uid: '1' },
        statistics: {},
      },
    },
  };
  const link = (code: string) => ({ url: `https://v.douyin.com/${code}/` });

  beforeEach(() => {
    answer = (url) =>
      url.startsWith('https://v.douyin.com/')
        ? { status: 302, headers: { location: `https://www.iesdouyin.com/share/video/${AWEME}/?x=1` } }
        : { status: 200, body: JSON.stringify(video) };
  });

  test('asks the platform of the link, then the provider', async () => {
    const { status, body } = await getVideo('any', link('paidOne'), 'link-1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ platform: 'douyin', id: AWEME });
    expect(asked.map((url) => new URL(url).host)).toEqual(['v.douyin.com', 'api.tikhub.io']);
  });

  test('that was paid is replayed even when the link cannot be followed', async () => {
    const paid = await getVideo('any', { ...link('paidTwo'), max_age: '0' }, 'link-2');
    expect(paid.status).toBe(200);
    const money = await gateway.money();
    forgetLinks();
    answer = () => ({ kind: 'timeout', detail: 'x' });
    const again = await getVideo('any', { max_age: '0', ...link('paidTwo') }, 'link-2');
    expect(again.headers.get('x-reelgate-replayed')).toBe('true');
    expect(again.body).toEqual(paid.body);
    expect(await gateway.money()).toEqual(money);
  });

  test.each([undefined, 'link-3'])(
    'whose link cannot be followed costs nothing, with the id %s',
    async (id) => {
      answer = () => ({ kind: 'timeout', detail: 'x' });
      const before = await gateway.money();
      expect(await getVideo('douyin', link('slow'), id)).toMatchObject({
        status: 504,
        body: { code: 'UPSTREAM_TIMEOUT' },
      });
      expect(await gateway.money()).toEqual(before);
    },
  );

  test('whose id was used for another link is refused', async () => {
    expect((await getVideo('any', link('first'), 'link-4')).status).toBe(200);
    expect((await getVideo('any', link('second'), 'link-4')).status).toBe(422);
  });

  test('that leads to no video is refused', async () => {
    answer = () => ({ status: 302, headers: { location: 'https://www.douyin.com/' } });
    expect(await getVideo('any', link('nothing'))).toMatchObject({
      status: 400,
      body: { detail: 'url: is not the address of a video' },
    });
  });
});
