// Situations of a paid call, for the comparison of everything that a call leaves: what is asked, how the platform answers, and what
// happened before.
import { ALL as MOUNTED, TOKEN } from '../../mounts/testing/upstream.ts';
import type { Script, ScriptedAnswer } from '../../testing/scripted-platform.ts';
import type { Situation, World } from './situation.ts';

export const SEARCH = '/api/u1/v1/scripted/app/search_video_v2';
const ECONOMY = '/api/u1/v1/scripted/app/search_video';
const GET = '/api/u1/v1/scripted/app/get_video_v2';
const TRANSCRIPT = '/api/u1/v1/scripted/app/get_transcript_v2';
const PLAYLIST = '/api/u1/v1/scripted/app/list_playlist_videos_v2';
const ALL = '/api/u1/v1/all/app/search_video_v2';
const on = (platform: string, path = SEARCH) => path.replace('scripted', platform);

/** Prices of each kind: by call, by item with a minimum, free calls a day, tiers, and a route that ends. */
export const settingsWith = (mount: { url: string; file: string }) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second], items: [third], allowed: [fourth], tiers: [fifth], cached: [sixth, seventh], kept: [eighth] }
providers:
  first: { connector: scripted, cost: "0.001" }
  second: { connector: scripted, cost: "0.002", quota: { units: 1000000 } }
  third: { connector: scripted, cost: "0.0005" }
  fourth: { connector: scripted }
  fifth: { connector: scripted }
  sixth: { connector: scripted, cost: "0.003" }
  seventh: { connector: scripted }
  eighth: { connector: scripted, cost: "0.0001" }
  shop: { connector: openapi, base_url: "${mount.url}/base/v2", token: "${TOKEN}", allow_private: true, cost: "0.001" }
mounts:
  - { name: shop, openapi: "${mount.file}", provider: shop, unit_price: "0.003", ${MOUNTED} }
limits:
  rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }
  free: { requests: 100000, per_seconds: 60, concurrent: 1000 }
cache:
  fresh_seconds: 0
  routes:
    - { path: "/api/*/v1/all/app/search_video_v2", price_factor: 0.5 }
    - { path: "/api/*/v1/kept/app/search_video_v2", fresh_seconds: 60, price_factor: 0.5 }
    - { path: "/api/*/v1/kept/app/search_video", fresh_seconds: 60, price_factor: 0.5 }
    - { path: "/api/*/v1/kept/app/get_video_v2", fresh_seconds: 60, price_factor: 0.5 }
    - { path: "/api/*/v1/kept/app/get_transcript_v2", fresh_seconds: 60, price_factor: 0.333333 }
    - { path: "/api/*/v1/cached/app/search_video_v2", fresh_seconds: 60, stale_if_error_seconds: 600, price_factor: 0.5 }
    - { path: "/api/*/v1/cached/app/get_video_v2", fresh_seconds: 60, stale_if_error_seconds: 600, price_factor: 0.25 }
    - { path: "/api/*/v1/cached/app/search_video", fresh_seconds: 60, stale_if_error_seconds: 600, price_factor: 0.5 }
prices:
  endpoints:
    - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.012" }
    - { path: "/api/*/v1/*/app/search_video", unit_price: "0.004", deprecated: true, sunset_at: "2027-06-01T00:00:00Z", successor: "/api/*/v1/*/app/search_video_v2" }
    - { path: "/api/*/v1/*/app/get_video_v2", unit_price: "0.005" }
    - { path: "/api/*/v1/*/app/get_transcript_v2", unit_price: "0.008" }
    - { path: "/api/*/v1/*/app/list_playlist_videos_v2", unit_price: "0.009" }
    - { path: "/api/*/v1/items/app/search_video_v2", unit: item, unit_price: "0.001", minimum: "0.0025" }
    - { path: "/api/*/v1/items/app/get_video_v2", unit: item, unit_price: "0.0007", minimum: "0.001" }
    - { path: "/api/*/v1/kept/app/search_video_v2", unit: item, unit_price: "0.001" }
    - { path: "/api/*/v1/kept/app/get_video_v2", unit_price: "0.005", free_per_day: 3 }
    - { path: "/api/*/v1/kept/app/search_video", tiers: [{ from: 0, unit_price: "0.02" }, { from: 3, unit_price: "0.01" }] }
    - { path: "/api/*/v1/allowed/app/search_video_v2", unit_price: "0.011", free_per_day: 2 }
    - { path: "/api/*/v1/tiers/app/search_video_v2", tiers: [{ from: 0, unit_price: "0.02" }, { from: 3, unit_price: "0.01" }] }
`;

const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n\n00:03.000 --> 00:05.500\nGood night.\n';
const page = (ids: string[], more: object = {}): ScriptedAnswer => ({ ids, cursor: null, ...more });
const fails = (answer: ScriptedAnswer): Pick<Situation, 'query' | 'script'> => ({
  query: { keyword: 'cat' },
  script: () => answer,
});
const failure = (kind: string, more: object = {}) =>
  ({ kind, detail: 'inner text', ...more }) as ScriptedAnswer;
/** The first provider fails, and every other one answers. */
const firstFails = (name: string): Script => {
  return (_query, { provider }) =>
    provider === name ? failure('unavailable') : page(['a', 'b'], { seconds: [10, 20] });
};
const found: Script = (query) => {
  if (query.has('transcript')) return { text: JSON.stringify({ vtt: VTT }) };
  const asked = (query.get('ids') ?? query.get('id'))?.split(',') ?? ['a', 'b'];
  return page(asked.filter((id) => !id.includes('missing')));
};
/** Of each page only one video is longer than 15 seconds. */
export const shortVideos: Script = (query) => {
  const at = Number(query.get('cursor') || 0);
  return page([`v${at}`, `w${at}`], { seconds: [10, 20], cursor: at < 4 ? String(at + 1) : null });
};
const post = ({ gateway }: World, target: string, body: object) =>
  gateway.admin(target, { method: 'POST', body });
const patch = ({ gateway }: World, target: string, body: object) =>
  gateway.admin(target, { method: 'PATCH', body });
const ask = ({ gateway }: World, query: Record<string, string>, path: string, key?: string) =>
  gateway.search(query, { path, ...(key !== undefined && { key }) });

/** By name, which is that of the file. Each is played by itself, a day after the one before. */
export const situations: Record<string, Situation> = {
  'a search': { alsoWithoutId: true, query: { keyword: 'cat', count: '5' }, script: found },
  'a search of the economy variant, deprecated': { path: ECONOMY, query: { keyword: 'cat' }, script: found },
  'a search in the shape of group u2': {
    path: SEARCH.replace('u1', 'u2'),
    query: { keyword: 'cat' },
    script: found,
  },
  'a search with raw records': { query: { keyword: 'cat', include: 'raw' }, script: found },
  'a search of chosen fields': { query: { keyword: 'cat', fields: 'id,title' }, script: found },
  'a search that finds nothing': fails(page([])),
  'a search of filtered videos': {
    query: { keyword: 'cat', sort: 'newest', duration_min: '15', language: 'en' },
    script: () => page(['a', 'b', 'c'], { seconds: [10, 20, 30] }),
  },
  'a search with a next page': {
    query: { keyword: 'cat', count: '2' },
    script: () => ({ ids: ['a', 'b', 'c'], cursor: 'next', total: 7 }),
  },
  'a page behind the last': { query: { keyword: 'cat', pcursor: 'no_more' }, script: found },
  'a page that takes several pages of the provider': {
    query: { keyword: 'cat', count: '3', duration_min: '15' },
    script: shortVideos,
  },
  'a search whose first provider fails': { query: { keyword: 'cat' }, script: firstFails('first') },
  'a search that times out': fails(failure('timeout')),
  'a search of a platform that is away': fails(failure('unavailable')),
  'a search with a wrong answer': fails({ text: 'nonsense' }),
  'a search that is refused': fails(failure('refused')),
  'a search that is rate limited': fails(failure('rate_limited', { suspendMs: 4_200 })),
  'a search whose input is rejected': fails(failure('input_rejected')),
  'a search that meets a bug': {
    query: { keyword: 'cat' },
    script: () => {
      throw new Error('a bug');
    },
  },
  'a search without a keyword': { query: { keyword: ' ' }, script: found },
  'a search with an unknown parameter': { query: { keyword: 'cat', colour: 'red' }, script: found },
  'a search of an unknown platform': { path: on('nowhere'), query: { keyword: 'cat' }, script: found },
  'a look-up': { path: GET, query: { id: 'v1' }, script: found },
  'a look-up of what is not there': { path: GET, query: { id: 'missing' }, script: found },
  'a look-up whose platform is away': {
    path: GET,
    query: { id: 'v1' },
    script: () => failure('unavailable'),
  },
  'several look-ups': { alsoWithoutId: true, path: GET, query: { ids: 's-1,s-2,other' }, script: found },
  'several look-ups, some of which are not there': {
    path: GET,
    query: { ids: 's-1,missing-2,v3' },
    script: found,
  },
  'several look-ups, none of which is there': {
    path: GET,
    query: { ids: 'missing-1,missing-2' },
    script: found,
  },
  'several look-ups by item': { path: on('items', GET), query: { ids: 'v1,v2,missing-3' }, script: found },
  'a transcript': { path: TRANSCRIPT, query: { id: 'v1' }, script: found },
  'a part of a transcript as text': {
    path: TRANSCRIPT,
    query: { id: 'v1', format: 'text', from: '2', to: '4' },
    script: found,
  },
  'a transcript that is not there': {
    path: TRANSCRIPT,
    query: { id: 'v1', language: 'ja' },
    script: () => ({ text: '{"vtt":"WEBVTT\\n"}' }),
  },
  'a playlist': {
    path: PLAYLIST,
    query: { playlist_id: 'p1' },
    script: () => page(['a'], { unavailable: 2 }),
  },
  'a playlist that is gone': {
    path: PLAYLIST,
    query: { playlist_id: 'p1' },
    script: () => ({ text: 'gone' }),
  },
  'a search priced by item': {
    path: on('items'),
    query: { keyword: 'cat', count: '10' },
    script: () => page(['a', 'b', 'c', 'd', 'e', 'f', 'g']),
  },
  'a search priced by item that finds nothing': {
    path: on('items'),
    query: { keyword: 'cat' },
    script: () => page([]),
  },
  'a free call of the day': {
    alsoWithoutId: true,
    path: on('allowed'),
    query: { keyword: 'cat' },
    script: found,
  },
  'a free call that fails': {
    path: on('allowed'),
    query: { keyword: 'cat' },
    script: () => failure('unavailable'),
  },
  'a call at the end of its first tier': {
    alsoWithoutId: true,
    path: on('tiers'),
    query: { keyword: 'cat' },
    script: found,
  },
  'a cached answer': {
    path: on('cached'),
    query: { keyword: 'cached' },
    script: found,
    before: async (world) => {
      await ask(world, { keyword: 'cached' }, on('cached'));
      world.advance(7_000);
    },
  },
  'a cached look-up': {
    path: on('cached', GET),
    query: { id: 'v1' },
    script: found,
    before: async (world) => {
      await ask(world, { id: 'v1' }, on('cached', GET));
      world.advance(59_999);
    },
  },
  'an answer older than the caller wants': {
    path: on('cached'),
    query: { keyword: 'old', max_age: '5' },
    script: found,
    before: async (world) => {
      await ask(world, { keyword: 'old' }, on('cached'));
      world.advance(5_001);
    },
  },
  'a stale answer': {
    path: on('cached'),
    query: { keyword: 'stale' },
    script: found,
    before: async (world) => {
      await ask(world, { keyword: 'stale' }, on('cached'));
      world.advance(61_000);
      world.platform(() => failure('unavailable'));
    },
  },
  'an absence that is remembered': {
    path: on('cached', GET),
    query: { id: 'missing' },
    script: found,
    before: (world) => ask(world, { id: 'missing' }, on('cached', GET)),
  },
  'a search over many platforms': {
    alsoWithoutId: true,
    path: ALL,
    query: { keyword: 'cat', count: '4', platforms: 'scripted,items,allowed' },
    script: (_query, { provider }) => page(['1', '2', '3'].map((n) => `${provider}-${n}`)),
  },
  'a search over many platforms, of which one fails and one has nothing': {
    path: ALL,
    query: { keyword: 'cat', count: '4', platforms: 'scripted,items,cached' },
    script: (_query, { provider }) => {
      if (provider === 'third') return failure('refused');
      return page(provider === 'first' ? ['a', 'b'] : []);
    },
  },
  'a search over many platforms that all fail': {
    path: ALL,
    query: { keyword: 'cat', platforms: 'scripted,items' },
    script: () => failure('unavailable'),
  },
  'a call without the money': {
    query: { keyword: 'cat' },
    script: found,
    before: ({ gateway }) => gateway.fundCalls(0),
    between: ({ gateway }) => gateway.fundCalls(800),
  },
  'a call with money for one': {
    query: { keyword: 'cat' },
    script: found,
    before: ({ gateway }) => gateway.fundCalls(1),
    between: async () => {},
  },
  'a call at a cap of the day': {
    alsoWithoutId: true,
    query: { keyword: 'cat' },
    script: found,
    before: async (world) => {
      await world.gateway.fundCalls(800);
      await patch(world, `keys/${world.key}`, { daily_cap: '0.02' });
    },
  },
  'a call at a cap that is not reached': {
    query: { keyword: 'cat' },
    script: found,
    before: (world) =>
      patch(world, `keys/${world.key}`, { daily_cap: '9', monthly_cap: '10', total_cap: '99' }),
  },
  'a call that is dearer than its key may pay': {
    query: { keyword: 'cat' },
    script: found,
    before: (world) =>
      patch(world, `keys/${world.key}`, {
        daily_cap: null,
        monthly_cap: null,
        total_cap: null,
        max_call: '0.011',
      }),
    between: (world) => patch(world, `keys/${world.key}`, { max_call: null }),
  },
  'a call above the ceiling of its caller': {
    query: { keyword: 'cat', max_price: '0.011999' },
    script: found,
  },
  'a call at the ceiling of its caller': { query: { keyword: 'cat', max_price: '0.012' }, script: found },
  'a call with a wrong quote': {
    query: { keyword: 'cat' },
    headers: { 'x-reelgate-quote': 'none' },
    script: found,
  },
  'a call at the rate limit of its key': {
    alsoWithoutId: true,
    query: { keyword: 'cat' },
    script: found,
    before: (world) =>
      patch(world, `keys/${world.key}`, { rate: { requests: 2, per_seconds: 60, concurrent: 1 } }),
    between: (world) => patch(world, `keys/${world.key}`, { rate: null }),
  },
  'a call that a grant pays': {
    query: { keyword: 'cat' },
    script: found,
    before: (world) =>
      post(world, 'accounts/demo/grants', {
        amount: '0.02',
        reference: 'gift',
        expires_at: new Date(Date.parse('2030-01-01')).toISOString(),
      }),
  },
  'a call that is refunded before its repeat': {
    query: { keyword: 'cat' },
    script: found,
    between: (world, id) => post(world, 'accounts/demo/refunds', { request_id: id, reason: 'test' }),
  },
  'a call whose prices change before its repeat': {
    path: on('items'),
    query: { keyword: 'cat' },
    script: found,
    between: (world) =>
      post(world, 'catalog/versions', {
        endpoints: [
          { path: '/api/*/v1/*/app/*', unit_price: '0.017' },
          { path: '/api/*/v1/items/app/search_video_v2', unit: 'item', unit_price: '0.002' },
        ],
        overrides: [{ account: 'demo', path: '/api/u1/v1/*/app/search_video_v2', unit_price: '0.013' }],
      }),
  },
  'a call at an agreed price': { query: { keyword: 'cat' }, script: found },
  'a call that cannot be opened': {
    query: { keyword: 'cat' },
    script: found,
    before: async ({ fail }) => fail('open'),
    between: async ({ mend }) => mend(),
  },
  'a call that cannot be charged': {
    alsoWithoutId: true,
    query: { keyword: 'cat' },
    script: found,
    before: async ({ fail }) => fail('settle'),
    between: async ({ mend }) => mend(),
  },
  'a failed call that cannot be released': {
    query: { keyword: 'cat' },
    script: () => failure('unavailable'),
    before: async ({ fail }) => fail('release'),
    isStuck: true,
  },
};
