// A simulated Dailymotion: numbered pages, page and limit at most 100 each, nothing beyond the 1,000th result, errors as an object.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const PAGE_MAX = 100;
const LIMIT_MAX = 100;
const RESULTS_MAX = 1_000;

function json(body: unknown, status = 200): SimulatedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

function refused(code: number, type: string, status = code): SimulatedAnswer {
  const error = {
    more_info: 'https://d.example/errors',
    code,
    message: 'No.',
    type,
    error_data: { reason: 'x' },
  };
  return json({ error }, status);
}

const idOf = (n: number): string => `x${(n + 46_656).toString(36)}`;

function record(n: number): unknown {
  return {
    id: idOf(n),
    title: `Video ${n}`,
    description: `<p>Number ${n}</p>`,
    created_time: 1_700_000_000 + n,
    duration: n,
    url: `https://www.dailymotion.com/video/${idOf(n)}`,
    thumbnail_360_url: `https://s.example/${n}/360`,
    allow_embed: n % 2 === 0,
    tags: [`Tag ${n % 5}`, 'tag'],
    language: 'en',
    views_total: n,
    'owner.id': 'xowner',
    'owner.screenname': 'Owner',
    'owner.username': 'owner',
    'owner.url': 'https://www.dailymotion.com/owner',
    'owner.avatar_720_url': 'https://s.example/owner/720',
    'owner.verified': false,
    comments_total: 0,
    explicit: false,
    private: false,
    live_status: null,
    embed_url: `https://geo.dailymotion.com/player.html?video=${idOf(n)}`,
  };
}

function video(id: string, total: number): SimulatedAnswer {
  const n = numberOf(idOf, id, total);
  if (n !== null) return json(record(n));
  const error_data = { reason: 'video_not_found', object_type: 'video', object_id: id };
  return json({ error: { code: 404, message: 'No.', type: 'not_found', error_data } }, 404);
}

/** Newest first, whatever the sequence of the ids. */
function among(ids: readonly string[], total: number): SimulatedAnswer {
  if (ids.length > LIMIT_MAX) return refused(400, 'invalid_parameter');
  const found = ids.map((id) => numberOf(idOf, id, total)).filter((n) => n !== null);
  const list = found.toSorted((a, b) => b - a).map(record);
  return json({ page: 1, limit: LIMIT_MAX, explicit: false, total: list.length, has_more: false, list });
}

/** The n-th video is n seconds long, has n views and is n seconds newer than the first. Durations are filtered in minutes. */
function isWanted(query: URLSearchParams, n: number): boolean {
  const least = (name: string) => Number(query.get(name) ?? 0);
  const most = (name: string) => Number(query.get(name) ?? Infinity);
  const isLong = n >= least('longer_than') * 60 && n <= most('shorter_than') * 60;
  const created = 1_700_000_000 + n;
  // The filter of tags searches their words, so each word of a tag finds it.
  const words = (query.get('tags') ?? '').toLowerCase().split(' ');
  if (query.has('tags') && !words.some((word) => ['tag', String(n % 5)].includes(word))) return false;
  if ((query.get('flags') ?? '').split(',').includes('live_onair')) return false;
  return isLong && created >= least('created_after') && created <= most('created_before');
}

function found(query: URLSearchParams, total: number): number[] {
  const videos = Array.from({ length: total }, (_, n) => n).filter((n) => isWanted(query, n));
  return query.get('sort') === 'relevance' ? videos : videos.toReversed();
}

/** In the list of an author the n-th video is n seconds older than the first. */
function uploads(query: URLSearchParams, total: number): unknown[] {
  const before = Number(query.get('created_before') ?? Infinity);
  const all = Array.from({ length: total }, (_, n) => ({ n, created_time: 1_700_000_000 - n }));
  return all
    .filter(({ created_time }) => created_time <= before)
    .map(({ n, created_time }) => ({ ...(record(n) as object), created_time }));
}

const NOBODY = json(
  { error: { code: 404, message: 'No.', type: 'not_found', error_data: { object_type: 'user' } } },
  404,
);

const PLAYLIST = { id: 'xlist', name: 'Cats', private: false, created_time: 1_700_000_000 };
const NO_PLAYLIST = json(
  { error: { code: 404, message: 'No.', type: 'not_found', error_data: { object_type: 'playlist' } } },
  404,
);
/** Exists whatever `total` is. */
const WATCHED = 'xwatched';
const LANGUAGES = ['fr', 'de'];

function subtitles(origin: string): SimulatedAnswer {
  const list = LANGUAGES.map((language) => ({
    id: `s${language}`,
    language,
    url: `${origin}/srt/${language}`,
  }));
  return json({ page: 1, limit: LIMIT_MAX, explicit: false, total: list.length, has_more: false, list });
}

function subtitleFile(language: string): SimulatedAnswer {
  const body = `1\n00:00:01,000 --> 00:00:02,000\nWords in ${language}\n`;
  return { status: 200, headers: { 'content-type': 'application/x-subrip' }, body };
}

/** Every fourth place of the playlist has a private video. */
const isHidden = (place: number): boolean => place % 4 === 3;
const visibleAmong = (places: number): number => places - Math.floor(places / 4);

function entry(place: number): unknown {
  return {
    ...(record(visibleAmong(place)) as object),
    ...(isHidden(place) && { id: `k${place}x`, private: true }),
  };
}

const authorId = (n: number): string => `xuser${n}`;

/** The items of a list other than videos that were searched for; null when the path is that of no such list. */
function listAt(path: string, query: URLSearchParams, total: number): unknown[] | null {
  const all = Array.from({ length: total }, (_, n) => n);
  if (path === '/users') return all.map((n) => ({ id: authorId(n), username: `user${n}` }));
  if (path === '/playlist/xlist/videos') return all.map(entry);
  if (path === `/video/${WATCHED}/related`) return all.map(record);
  return path === '/videos' && query.get('sort') === 'trending' ? all.map(record) : null;
}

function single(url: URL, total: number): SimulatedAnswer | null {
  const [, kind, name = '', rest] = url.pathname.split('/').map(decodeURIComponent);
  if (kind === 'srt') return subtitleFile(name);
  if (kind === 'playlist' && name !== 'xlist') return NO_PLAYLIST;
  if (kind === 'playlist') return rest === undefined ? json(PLAYLIST) : null;
  if (kind !== 'video') return null;
  if (name !== WATCHED) return video(name, total);
  if (rest === 'subtitles') return subtitles(url.origin);
  return rest === undefined ? json({ ...(record(0) as object), id: WATCHED }) : null;
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const one = single(url, total);
  if (one !== null) return one;
  if (url.searchParams.has('ids')) return among(url.searchParams.get('ids')!.split(','), total);
  const [, kind, name, rest] = url.pathname.split('/').map(decodeURIComponent);
  if (kind === 'user' && name !== 'xowner' && name !== 'owner') return NOBODY;
  if (kind === 'user' && rest === undefined) return json({ id: 'xowner', username: 'owner' });
  const listed = listAt(url.pathname, url.searchParams, total);
  if (listed === null && url.pathname !== '/videos' && rest !== 'videos') return refused(404, 'not_found');
  const page = Number(url.searchParams.get('page') ?? 1);
  const limit = Number(url.searchParams.get('limit') ?? 10);
  if (!(page >= 1 && page <= PAGE_MAX && limit >= 1 && limit <= LIMIT_MAX))
    return refused(400, 'invalid_parameter');
  const start = (page - 1) * limit;
  const isOfUser = rest === 'videos';
  const all =
    listed ?? (isOfUser ? uploads(url.searchParams, total) : found(url.searchParams, total).map(record));
  const videos = all.slice(0, RESULTS_MAX);
  const list = videos.slice(start, start + limit);
  const hasMore = start + limit < videos.length;
  return json({ page, limit, explicit: false, total, has_more: hasMore, list });
}

export const dailymotion: Simulation = {
  connector: 'dailymotion',
  platform: 'dailymotion',
  settings: {},
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total >= RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: 'xowner' },
      alias: { handle: 'owner' },
      absent: { author_id: 'xnobody' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'author.search': {
      ask: { keyword: 'user' },
      reachable: (total) => Math.min(total, RESULTS_MAX),
      lastEnd: (total) => (total >= RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
      idOf: authorId,
    },
    'video.popular': {
      ask: {},
      reachable: (total) => Math.min(total, RESULTS_MAX),
      lastEnd: (total) => (total >= RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
      idOf,
    },
    'video.related': {
      ask: { id: WATCHED },
      absent: { id: 'xnothing' },
      reachable: (total) => Math.min(total, RESULTS_MAX),
      lastEnd: (total) => (total >= RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
      idOf,
    },
    'playlist.videos': {
      ask: { playlist_id: 'xlist' },
      absent: { playlist_id: 'xnothing' },
      reachable: visibleAmong,
      unavailable: (total) => total - visibleAmong(total),
      lastEnd: () => 'exhausted',
      idOf,
    },
  },
  things: {
    'playlist.get': { ask: { playlist_id: 'xlist' }, id: 'xlist', absent: { playlist_id: 'xnothing' } },
    'transcript.get': { ask: { id: WATCHED, language: 'it,de' }, id: WATCHED, absent: { id: 'xnothing' } },
    'author.get': {
      ask: { author_id: 'xowner' },
      alias: { handle: 'owner' },
      id: 'xowner',
      absent: { handle: 'nobody' },
    },
  },
  faults: [
    { name: 'a limit', answer: refused(429, 'rate_limit_exceeded'), code: 'UPSTREAM_BUSY' },
    {
      name: 'a refusal with status 200',
      answer: refused(403, 'access_forbidden', 200),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Please solve this captcha.</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'half an answer',
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"page":1,"li' },
      code: 'UPSTREAM_ERROR',
    },
  ],
};
