// A picture is fetched once, from its address or one or two redirects further, and only small pictures pass. The address guard
// itself is proved in upstream/; these tests prove that every request is sent under it.
import { describe, expect, test } from 'vitest';
import type { AttemptFailure, UpstreamRequest, UpstreamResponse } from '../connectors/connector.ts';
import { isFailure } from '../domain/failure.ts';
import { localLimit, timedOut, unavailable } from '../upstream/failures.ts';
import type { UpstreamPolicy } from '../upstream/upstream.ts';
import { imageTypeOf } from './image-type.ts';
import { Pictures } from './pictures.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
type Given = Partial<UpstreamResponse> | AttemptFailure;

function world(answer: (url: string) => Given | Promise<Given>) {
  let nowMs = 0;
  const sent: { request: UpstreamRequest; policy: UpstreamPolicy; timeoutMs: number }[] = [];
  const pictures = new Pictures({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    upstream: {
      async send(request, { policy, timeoutMs }) {
        sent.push({ request, policy, timeoutMs });
        const given = await answer(request.url);
        const whole = { kind: 'response', status: 200, headers: {}, body: '', receivedAtMs: 0, ...given };
        return whole as UpstreamResponse;
      },
    },
  });
  const find = async (url: string) => {
    const found = await pictures.find(url);
    return isFailure(found) ? found.code : found.type;
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { find, sent, pass };
}

test('a picture is asked for once, under the guard, without any header of the reader', async () => {
  const { find, sent, pass } = world(() => ({ bytes: JPEG }));
  expect(await Promise.all([find('https://a.example/1'), find('https://a.example/1')])).toEqual([
    'image/jpeg',
    'image/jpeg',
  ]);
  expect(await find('https://a.example/1')).toBe('image/jpeg');
  expect(sent).toHaveLength(1);
  expect(sent[0]!.policy).toMatchObject({ origin: 'https://a.example', allowPrivate: false, proxies: [] });
  expect(Object.keys(sent[0]!.request.headers).sort()).toEqual(['accept', 'user-agent']);
  pass(599_999);
  await find('https://a.example/1');
  expect(sent).toHaveLength(1);
  pass(1);
  await find('https://a.example/1');
  expect(sent).toHaveLength(2);
});

test('two redirects are followed, each under a policy of its own; a third, one to plain http and one with a name are not', async () => {
  const hops: Record<string, string> = {
    'https://a.example/1': 'https://b.example/2',
    'https://b.example/2': '/3',
    'https://c.example/1': 'http://c.example/2',
    'https://d.example/1': 'https://a.example/1',
    'https://e.example/1': 'https://user@e.example/2',
  };
  const { find, sent } = world((url) =>
    hops[url] === undefined ? { bytes: JPEG } : { status: 302, headers: { location: hops[url] } },
  );
  expect(await find('https://a.example/1')).toBe('image/jpeg');
  expect(sent.map(({ policy }) => [policy.origin, policy.redirects])).toEqual([
    ['https://a.example', 'given'],
    ['https://b.example', 'given'],
    ['https://b.example', 'given'],
  ]);
  expect(await find('https://c.example/1')).toBe('NOT_FOUND');
  expect(await find('https://d.example/1')).toBe('NOT_FOUND');
  expect(await find('https://e.example/1')).toBe('NOT_FOUND');
  // All of them are kept by the address that was asked for.
  const before = sent.length;
  for (const host of ['a', 'c', 'd', 'e']) await find(`https://${host}.example/1`);
  expect(sent).toHaveLength(before);
});

test.each<[string, Given]>([
  ['is not there', { status: 404, bytes: JPEG }],
  ['is a page', { bytes: Buffer.from('<!doctype html>') }],
  ['is an SVG', { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
  ['is too large', { bytes: Buffer.concat([JPEG, Buffer.alloc(2 * 1024 * 1024)]) }],
  ['lies on a private address', { kind: 'unavailable', detail: 'PRIVATE_ADDRESS' }],
])('one that %s is no picture', async (_, given) => {
  const { find } = world(() => given);
  expect(await find('https://a.example/1')).toBe('NOT_FOUND');
});

test('a missing picture is not requested again for a minute', async () => {
  const { find, sent, pass } = world(() => ({ status: 404 }));
  await find('https://a.example/1');
  await find('https://a.example/1');
  pass(59_999);
  await find('https://a.example/1');
  expect(sent).toHaveLength(1);
  pass(1);
  await find('https://a.example/1');
  expect(sent).toHaveLength(2);
});

test.each<[string, AttemptFailure]>([
  ['did not answer in time', timedOut('waiting')],
  ['could not be reached', unavailable('ECONNRESET')],
  ['was not asked because of a full queue', localLimit(1_000)],
])(
  'a picture whose host %s is requested again with the next view, also after a redirect',
  async (_, failed) => {
    const picture = { bytes: JPEG };
    const answers: Given[] = [failed, { status: 302, headers: { location: '/2' } }, failed, picture];
    const { find, sent } = world(() => answers.shift()!);
    const views = [await find('https://a.example/1'), await find('https://a.example/1')];
    expect(views).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await find('https://a.example/1')).toBe('image/jpeg');
    expect(sent.map(({ request }) => new URL(request.url).pathname)).toEqual(['/1', '/1', '/2', '/1']);
  },
);

test('a picture has eight seconds, with all of its redirects', async () => {
  const slow = world((url) => {
    slow.pass(3_000);
    return url.endsWith('/3')
      ? { bytes: JPEG }
      : { status: 302, headers: { location: `/${Number(url.at(-1)) + 1}` } };
  });
  expect(await slow.find('https://a.example/1')).toBe('image/jpeg');
  expect(slow.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([8_000, 5_000, 2_000]);
});

test('a picture of two megabytes is shown', async () => {
  const { find } = world(() => ({
    bytes: Buffer.concat([JPEG, Buffer.alloc(2 * 1024 * 1024 - JPEG.length)]),
  }));
  expect(await find('https://a.example/1')).toBe('image/jpeg');
});

test('the number of concurrent fetches is limited', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { find } = world(async () => {
    await opened;
    return { bytes: JPEG };
  });
  const asked = Array.from({ length: 16 }, (_, i) => find(`https://a.example/${i}`));
  expect(await find('https://a.example/one-more')).toBe('OVERLOADED');
  open();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['image/jpeg']));
  expect(await find('https://a.example/one-more')).toBe('image/jpeg');
});

describe('what counts as a picture', () => {
  test.each([
    ['ffd8ffe1', 'image/jpeg'],
    ['89504e470d0a1a0a', 'image/png'],
    ['474946383961', 'image/gif'],
    ['52494646000000005745425056503820', 'image/webp'],
    ['0000002066747970617669660000', 'image/avif'],
    ['52494646000000005741564520', null],
    ['', null],
  ])('%s is %s', (hex, type) => expect(imageTypeOf(Buffer.from(hex, 'hex'))).toBe(type));
});
