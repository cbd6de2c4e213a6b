// Requests to an instance when a caller tries to turn a search into a look-up.
import { expect, test } from 'vitest';
import type { Provider, SearchInput } from '../connector.ts';
import { peertube as instance, SECRET_ID, SECRET_KEYWORDS } from './peertube.simulation.ts';
import { peertube } from './peertube.ts';

const provider: Provider = {
  name: 'tube',
  connector: 'peertube',
  baseUrl: 'https://tube.example',
  token: null,
  timeoutMs: null,
  userAgent: 'Reelgate/0.1',
  options: {},
  publicUrl: 'https://gateway.example',
};

function inputOf(keyword: string): SearchInput {
  return { platform: 'peertube', keyword, count: 2, cursor: null, position: 0, wantsRaw: false };
}

function search(keyword: string): string {
  const { url } = peertube.operations['video.search']!.request(inputOf(keyword), provider);
  return new URL(url).searchParams.get('search') ?? '';
}

test.each(SECRET_KEYWORDS)('"%s" is searched for as text, and finds no private video', (keyword) => {
  const request = peertube.operations['video.search']!.request(inputOf(keyword), provider);
  const asked = { method: 'GET', url: new URL(request.url), headers: request.headers, body: '' };
  expect(instance.answer(asked, 3).body).not.toContain(SECRET_ID);
  expect(search(keyword).trim()).toBe(keyword);
});

test.each([
  'HTTPS://tube.example/w/x',
  'acct:ada@tube.example',
  '//tube.example/w/x',
  ' https://tube.example',
])('"%s" never begins what is sent, however a version reads it', (keyword) => {
  expect(search(keyword)).toBe(` ${keyword.trim()}`);
});

test.each(['cat', 'le chat & le piano', 'Matrix: Reloaded', 'cats @ home', '猫', '12345'])(
  '"%s" is sent as it stands',
  (keyword) => {
    expect(search(keyword)).toBe(keyword);
  },
);

test('an instance that is asked at an inner address gives pages at its public address for videos from other instances', () => {
  const inner = { ...provider, baseUrl: 'http://10.0.0.7:9000' };
  const record = {
    uuid: '3f0a7c52-1111-4222-8333-444455556666',
    isLocal: false,
    url: 'https://far.example/w/x',
    embedPath: '/videos/embed/x',
    thumbnailPath: '/t.jpg',
  };
  const body = JSON.stringify({ total: 1, data: [record] });
  const response = { kind: 'response' as const, status: 200, headers: {}, body, receivedAtMs: 0 };
  const hostsBy = (options: Provider['options']) => {
    const { parse } = peertube.operations['video.search']!;
    const page = parse(response, inputOf('cat'), { ...inner, options });
    if (page.kind !== 'page') throw new Error('no page');
    const { embed_url, thumbnails } = page.items[0]!.record;
    return [embed_url, thumbnails[0]!.url].map((one) => new URL(one!).origin);
  };
  expect(hostsBy({ public_url: 'https://tube.example/' })).toEqual([
    'https://tube.example',
    'https://tube.example',
  ]);
  // The public address is not configured, so the inner one is all there is.
  expect(hostsBy({})).toEqual(['http://10.0.0.7:9000', 'http://10.0.0.7:9000']);
});
