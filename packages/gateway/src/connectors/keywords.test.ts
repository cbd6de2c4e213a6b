// A keyword that is an address, an id or an operator reaches a platform only as text of its search. The facts of each connector state what
// the platform would make of it.
import { describe, expect, test } from 'vitest';
import type { Provider } from './connector.ts';
import { connectors } from './index.ts';

/** The path of the search, and the parameter that takes text. No other parameter may contain any part of the keyword. */
const SEARCHES: Record<string, { path: string; text: string }> = {
  peertube: { path: '/api/v1/search/videos', text: 'search' },
  commons: { path: '/w/api.php', text: 'gsrsearch' },
  coub: { path: '/search/coubs', text: 'q' },
  dailymotion: { path: '/videos', text: 'search' },
  nasa: { path: '/search', text: 'q' },
  'tikhub-bilibili': { path: '/api/v1/bilibili/web/fetch_general_search', text: 'keyword' },
  'tikhub-xiaohongshu': { path: '/api/v1/xiaohongshu/app_v2/search_notes', text: 'keyword' },
  'tikhub-instagram': { path: '/api/v1/instagram/v2/search_reels', text: 'keyword' },
  rutube: { path: '/search/video/', text: 'query' },
  'odysee-search': { path: '/search', text: 's' },
  vimeo: { path: '/videos', text: 'query' },
  invidious: { path: '/api/v1/search', text: 'q' },
  piped: { path: '/search', text: 'q' },
  pexels: { path: '/videos/search', text: 'query' },
  pixabay: { path: '/videos/', text: 'q' },
};

/** The same for searches of authors. */
const AUTHOR_SEARCHES: typeof SEARCHES = {
  vimeo: { path: '/users', text: 'query' },
  youtube: { path: '/youtube/v3/search', text: 'q' },
  tikhub: { path: '/api/v1/kuaishou/app/search_user_v2', text: 'keyword' },
  justoneapi: { path: '/api/kuaishou/search-user/v2', text: 'keyword' },
  peertube: { path: '/api/v1/search/video-channels', text: 'search' },
  'odysee-search': { path: '/search', text: 's' },
  dailymotion: { path: '/users', text: 'search' },
  invidious: { path: '/api/v1/search', text: 'q' },
  piped: { path: '/search', text: 'q' },
};

/** Why a search of authors needs no row. */
const NO_ADDRESS: Record<string, string> = {
  library: "Words of the library's own index.",
  showcase: 'Words of made-up titles.',
  odysee: 'The keyword is a text in a JSON body; a claim is looked up by another field.',
};

test('every search of authors has a row here, or a reason', () => {
  const able = connectors.filter(({ operations }) => operations['author.search'] !== undefined);
  const without = able.filter(({ name }) => !(name in AUTHOR_SEARCHES) && !(name in NO_ADDRESS));
  expect(without.map(({ name }) => name)).toEqual([]);
});

const provider: Provider = {
  name: 'p',
  connector: 'c',
  baseUrl: 'https://upstream.example',
  token: 'secret-token',
  timeoutMs: null,
  userAgent: 'Reelgate/0.1',
  options: {},
  publicUrl: 'https://gateway.example',
};

function ask(name: string, operation: 'video.search' | 'author.search', keyword: string): URL {
  const input = { platform: name, keyword, count: 5, cursor: null, position: 0, wantsRaw: false };
  const { operations } = connectors.find((connector) => connector.name === name)!;
  return new URL(operations[operation]!.request(input, provider).url);
}

const rows = (operation: 'video.search' | 'author.search', searches: typeof SEARCHES) =>
  Object.entries(searches).map(([name, search]) => ({ name, operation, ...search }));

describe.each([...rows('video.search', SEARCHES), ...rows('author.search', AUTHOR_SEARCHES)])(
  '$name $operation',
  ({ name, operation, path, text }) => {
    const parameters = (url: URL) => [...url.searchParams].filter(([key]) => key !== text);
    const usual = parameters(ask(name, operation, 'cat'));

    test.each([
      'https://upstream.example/videos/watch/x1abcde',
      'x1abcde&ids=x1abcde',
      '/videos/123456789',
      '../video/x1abcde?links=https://vimeo.com/1',
      'channel:UCx subscriptions:true',
      '-cat | insource:/x/ incategory:Secret',
    ])('"%s" is nothing but text', (keyword) => {
      const url = ask(name, operation, keyword);
      expect(url.pathname).toBe(path);
      expect(parameters(url)).toEqual(usual);
      expect(url.searchParams.getAll(text)).toHaveLength(1);
    });
  },
);

test('a keyword that is too long for Pixabay is cut to its limit', () => {
  const sent = (keyword: string) => ask('pixabay', 'video.search', keyword).searchParams.get('q')!;
  expect(sent('cat '.repeat(25).trim())).toHaveLength(99);
  expect(sent('cat '.repeat(50))).toBe('cat '.repeat(25).trim());
  expect(sent('猫'.repeat(200))).toBe('猫'.repeat(100));
});

test('operators of a wiki lose their meaning', () => {
  const sent = ask('commons', 'video.search', 'insource:/x/ -cat incategory:Secret').searchParams.get(
    'gsrsearch',
  );
  expect(sent).toBe('filetype:video "insource:/x/" "-cat" "incategory:Secret"');
});

test('a keyword sets no filter at Invidious while another filter is set', () => {
  expect(ask('invidious', 'video.search', 'channel:UCx').searchParams.get('type')).toBe('video');
  expect(ask('invidious', 'author.search', 'channel:UCx').searchParams.get('type')).toBe('channel');
});
