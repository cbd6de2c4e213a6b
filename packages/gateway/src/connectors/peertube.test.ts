// What is asked of an instance when a caller tries to make a look-up of a search.
import { expect, test } from 'vitest';
import { peertube as instance, SECRET_ID, SECRET_KEYWORDS } from '../testing/platforms/peertube.ts';
import type { Provider, SearchInput } from './connector.ts';
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
