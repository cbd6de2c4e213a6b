// Situations of calls whose answer is in memory, and of calls that go on from an earlier one.
import type { Script, ScriptedAnswer } from '../../testing/scripted-platform.ts';
import type { Situation, World } from './situation.ts';
import { shortVideos } from './situations.ts';

const on = (platform: string, action: string) => `/api/u1/v1/${platform}/app/${action}`;
const SEARCH = on('cached', 'search_video_v2');
const GET = on('cached', 'get_video_v2');
const TRANSCRIPT = on('kept', 'get_transcript_v2');
const ALL = on('all', 'search_video_v2');
const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n\n00:03.000 --> 00:05.500\nGood night.\n';
const AGE_MS = 7_000;

const page = (ids: string[], cursor: string | null = null): ScriptedAnswer => ({ ids, cursor });
const found: Script = (query) => {
  if (query.has('transcript')) return { text: JSON.stringify({ vtt: VTT }) };
  const ids = query.get('ids') ?? query.get('id');
  return page(ids === null ? ['a', 'b', 'c'] : ids.split(',').filter((id) => !id.includes('missing')));
};
/** Pages of two, up to three of them. */
const inPages: Script = (query) => {
  const at = Number(query.get('cursor') || 0);
  return page([`v${at}`, `w${at}`], at < 2 ? String(at + 1) : null);
};

type Who = 'own' | 'other';
const bought = (path: string, query: Record<string, string>, who: Who = 'own') => ({
  path,
  query,
  script: found,
  alsoWithoutId: true,
  before: async (world: World) => {
    await world.gateway.search(query, { path, ...(who === 'other' && { key: world.otherSecret }) });
    world.advance(AGE_MS);
  },
});
const cursorOf = async ({ gateway }: World, path: string, query: Record<string, string>) => {
  const { body } = await gateway.search(query, { path });
  return { pcursor: String(body.pcursor) };
};

export const keptSituations: Record<string, Situation> = {
  'an answer that another account brought': bought(SEARCH, { keyword: 'shared' }, 'other'),
  'a look-up that another account brought': bought(GET, { id: 'v7' }, 'other'),
  'several pages that another account brought': {
    ...bought(SEARCH, { keyword: 'pages', count: '3', duration_min: '15' }, 'other'),
    script: shortVideos,
  },
  'a kept transcript, another part of it': {
    ...bought(TRANSCRIPT, { id: 'v1' }),
    query: { id: 'v1', format: 'srt', from: '2' },
  },
  'kept look-ups, asked for together': bought(GET, { ids: 's-1,v2,missing-3' }),
  'look-ups of which one is known to be absent': {
    ...bought(GET, { id: 'missing-9' }),
    query: { ids: 's-1,missing-9' },
  },
  'a kept answer in the shape of group u2': bought(SEARCH.replace('u1', 'u2'), { keyword: 'raw' }),
  'a kept answer of the economy variant': bought(on('cached', 'search_video'), { keyword: 'cheap' }),
  'a kept answer priced by item': bought(on('kept', 'search_video_v2'), { keyword: 'items' }),
  'a kept answer with free calls of the day': bought(on('kept', 'get_video_v2'), { id: 'v1' }),
  'a kept answer with tiers': bought(on('kept', 'search_video'), { keyword: 'tiers' }),
  'a kept answer of chosen fields': bought(SEARCH, { keyword: 'fields', fields: 'id,source' }),
  'a live answer where one is kept': {
    ...bought(SEARCH, { keyword: 'live' }),
    query: { keyword: 'live', max_age: '0' },
  },
  'a search over many platforms whose answers are kept': {
    ...bought(ALL, { keyword: 'all', count: '6', platforms: 'cached,kept' }),
    script: (query, at) => page([`${at.provider}-1`, `${at.provider}-2${query.get('q')}`]),
  },
  'the second page of a search': {
    query: { keyword: 'two', count: '2' },
    script: inPages,
    asks: (world) => cursorOf(world, on('scripted', 'search_video_v2'), { keyword: 'two', count: '2' }),
  },
  'the second page of a search, from memory': {
    path: SEARCH,
    query: { keyword: 'two', count: '2' },
    script: inPages,
    asks: (world) => cursorOf(world, SEARCH, { keyword: 'two', count: '2' }),
  },
  'the second page of a search over many platforms': {
    path: ALL,
    query: { keyword: 'two', count: '3', platforms: 'scripted,kept' },
    script: inPages,
    asks: (world) => cursorOf(world, ALL, { keyword: 'two', count: '3', platforms: 'scripted,kept' }),
  },
  'a call at its quoted price': {
    query: { keyword: 'quoted' },
    script: found,
    headersOf: async ({ gateway }) => {
      const { body } = await gateway.ask(`/api/pricing/v1/quote?path=${on('scripted', 'search_video_v2')}`);
      return { 'x-reelgate-quote': String(body.quote) };
    },
  },
  'a call that a grant pays in part': {
    path: on('items', 'search_video_v2'),
    query: { keyword: 'grant', count: '50' },
    script: () => page(Array.from({ length: 9 }, (_, n) => `v${n}`)),
    before: ({ gateway }) =>
      gateway.admin('accounts/demo/grants', {
        method: 'POST',
        body: { amount: '0.004', reference: 'part', expires_at: '2030-01-01T00:00:00Z' },
      }),
  },
  'a call at the last price of its first tier': {
    path: on('tiers', 'search_video_v2'),
    query: { keyword: 'tier' },
    script: found,
    before: async ({ gateway }) => {
      for (const keyword of ['one', 'two'])
        await gateway.search({ keyword }, { path: on('tiers', 'search_video_v2') });
    },
  },
};
