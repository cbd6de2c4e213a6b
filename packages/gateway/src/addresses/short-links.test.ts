// Short links over a scripted network: which hosts are asked, how often, and what happens when an answer leads
// elsewhere.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AttemptFailure, UpstreamRequest } from '../connectors/connector.ts';
import type { OnBehalfOf, UpstreamPolicy } from '../upstream/upstream.ts';
import { isHostOfPlatform, NO_OWN_HOSTS, resolveAddress } from './resolve-address.ts';
import { ShortLinks } from './short-links.ts';

const LINK = 'https://v.douyin.com/iRNBho5m/';
const VIDEO = 'https://www.douyin.com/video/7312345678901234567';

type Answer = { status: number; location?: string } | AttemptFailure;
let asked: { request: UpstreamRequest; policy: UpstreamPolicy; timeoutMs: number; onBehalfOf: OnBehalfOf }[];
let nowMs: number;
let script: (url: string) => Answer;
let links: ShortLinks;

beforeEach(() => {
  asked = [];
  nowMs = 0;
  script = () => ({ status: 302, location: VIDEO });
  links = new ShortLinks({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    upstream: {
      async send(request, { policy, timeoutMs, onBehalfOf }) {
        asked.push({ request, policy, timeoutMs, onBehalfOf });
        const answer = script(request.url);
        if ('kind' in answer) return answer;
        const headers = answer.location === undefined ? {} : { location: answer.location };
        return { kind: 'response', status: answer.status, headers, body: '', receivedAtMs: nowMs };
      },
    },
  });
});

const follow = (url = LINK) => links.follow(resolveAddress(url, NO_OWN_HOSTS), 'acc_1');
const urls = () => asked.map(({ request }) => request.url);

test('a link is requested once, by a HEAD with our User-Agent, from a public host, and then remembered', async () => {
  const found = {
    platform: 'douyin',
    kind: 'video',
    id: '7312345678901234567',
    needs: null,
    canonical_url: VIDEO,
  };
  expect(await follow()).toMatchObject(found);
  expect(await follow(`${LINK}?from=share`)).toMatchObject(found);
  expect(asked).toMatchObject([
    {
      request: { method: 'HEAD', url: LINK, headers: { 'user-agent': expect.stringContaining('Reelgate') } },
      policy: { origin: 'https://v.douyin.com', allowPrivate: false, redirects: 'given' },
      onBehalfOf: 'acc_1',
    },
  ]);
});

test('requests for the same link at the same time share one answer', async () => {
  const [first, second] = await Promise.all([follow(), follow()]);
  expect(first).toEqual(second);
  expect(asked.length).toBe(1);
});

test('a link is requested again after an hour, and a dead one after a minute', async () => {
  await follow();
  nowMs += 3_599_999;
  await follow();
  expect(asked.length).toBe(1);
  nowMs += 1;
  script = () => ({ status: 404 });
  expect(await follow()).toMatchObject({ kind: 'unknown', needs: null, id: null });
  nowMs += 59_999;
  await follow();
  expect(asked.length).toBe(2);
  nowMs += 1;
  await follow();
  expect(asked.length).toBe(3);
});

test('an address that is not a short link is returned unchanged', async () => {
  expect(await follow(VIDEO)).toEqual(resolveAddress(VIDEO, NO_OWN_HOSTS));
  expect(asked).toEqual([]);
});

test('three hops are followed and no fourth, all within one deadline', async () => {
  script = (url) => {
    nowMs += 1_000;
    return { status: 301, location: `${url.replace(/\/$/, '')}x` };
  };
  expect(await follow()).toMatchObject({ kind: 'unknown', needs: null });
  expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([5_000, 4_000, 3_000]);
});

test('a hop may lead to another short link of the same platform', async () => {
  script = (url) =>
    url.includes('v.kuaishou.com')
      ? { status: 302, location: 'https://www.kuaishou.com/f/X-1abcDEF?x=1' }
      : { status: 302, location: '/short-video/3xabcdefghijk12?fid=0' };
  expect(await follow('https://v.kuaishou.com/AbCd12')).toMatchObject({
    kind: 'video',
    id: '3xabcdefghijk12',
  });
  expect(urls()).toEqual(['https://v.kuaishou.com/AbCd12', 'https://www.kuaishou.com/f/X-1abcDEF']);
});

describe('no other host is asked', () => {
  test.each([
    'https://evil.example/video/7312345678901234567',
    'http://169.254.169.254/latest/meta-data',
    'https://www.tiktok.com/@a/video/7312345678901234567',
    'https://v.douyin.com:8443/abcdef/',
    'https://v.douyin.com.evil.example/abcdef/',
    'file:///etc/passwd',
    '//evil.example/abcdef',
    '',
  ])('when a link leads to %s', async (location) => {
    script = () => ({ status: 302, location });
    expect(await follow()).toMatchObject({ kind: 'unknown', id: null, needs: null });
    expect(urls()).toEqual([LINK]);
  });

  test('wherever a link leads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.webUrl(), fc.string(), fc.constant('/abcdef')), async (location) => {
        links = new ShortLinks({
          clock: { nowMs: () => 0, monotonicMs: () => 0 },
          upstream: {
            async send({ url }) {
              asked.push({ request: { method: 'HEAD', url, headers: {} } } as never);
              const headers = { location: Buffer.from(location).toString('latin1') };
              return { kind: 'response', status: 302, headers, body: '', receivedAtMs: 0 };
            },
          },
        });
        await follow();
      }),
      { numRuns: 300 },
    );
    expect(urls().filter((url) => !isHostOfPlatform('douyin', new URL(url).host))).toEqual([]);
    expect(urls().filter((url) => !url.startsWith('https://'))).toEqual([]);
  });
});

test.each<[string, Answer, string]>([
  ['a timeout', { kind: 'timeout', detail: 'x' }, 'UPSTREAM_TIMEOUT'],
  ['a failure', { kind: 'unavailable', detail: 'x' }, 'UPSTREAM_BUSY'],
  ['a refusal', { status: 403 }, 'UPSTREAM_BUSY'],
  ['too many requests', { status: 429 }, 'UPSTREAM_BUSY'],
  ['an error of the server', { status: 500 }, 'UPSTREAM_BUSY'],
])('%s is said, and not remembered', async (_what, answer, code) => {
  script = () => answer;
  expect(await follow()).toMatchObject({ kind: 'failure', code });
  script = () => ({ status: 302, location: VIDEO });
  expect(await follow()).toMatchObject({ kind: 'video' });
});
