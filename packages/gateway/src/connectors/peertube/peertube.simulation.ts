// A simulated PeerTube instance: start and count, at most 100 per page, the true total on every page, 400 for a rejected or repeated
// parameter. It filters by duration and sorts by views; the n-th video is n seconds long and has n views. Like a real instance it looks up
// a keyword that is an address or an id, and returns the result without checking its privacy.
import {
  numberOf,
  present,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const COUNT_MAX = 100;
const SCALARS = ['search', 'start', 'count', 'sort'];

function json(body: unknown, status = 200, type = 'application/json; charset=utf-8'): SimulatedAnswer {
  return { status, headers: { 'content-type': type }, body: JSON.stringify(body) };
}

function rejected(name: string): SimulatedAnswer {
  const invalid = { [name]: { type: 'field', msg: 'Invalid value', path: name, location: 'query' } };
  return json(
    { type: 'about:blank', title: 'Bad Request', status: 400, 'invalid-params': invalid },
    400,
    'application/problem+json',
  );
}

const idOf = (n: number): string => `0f8b1c1e-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

function record(n: number): unknown {
  return {
    id: n,
    uuid: idOf(n),
    shortUUID: `short${n}`,
    publishedAt: new Date(Date.UTC(2024, 4, 1) - n * 60_000).toISOString(),
    originallyPublishedAt: null,
    language: { id: null, label: 'Unknown' },
    licence: { id: 1, label: 'Attribution' },
    privacy: { id: 1, label: 'Public' },
    name: `Video ${n}`,
    description: null,
    duration: n,
    isLocal: true,
    thumbnailPath: `/lazy-static/thumbnails/${n}.jpg`,
    embedPath: `/videos/embed/${idOf(n)}`,
    url: `https://tube.example/videos/watch/${idOf(n)}`,
    views: n,
    likes: 0,
    comments: 0,
    isLive: false,
    nsfw: false,
    account: { name: 'a', host: 'tube.example', avatars: [] },
    channel: { name: 'c', displayName: 'C', host: 'tube.example', avatars: [] },
  };
}

/** A private video that no list has and only a look-up finds. The answer about some such videos does not even state that they are private. */
export const SECRET_ID = 'dddd0000-0000-4000-8000-00000000dead';
export const SECRET_KEYWORDS = [
  `http://tube.example/videos/watch/${SECRET_ID}`,
  `https://tube.example/w/${SECRET_ID}`,
  `https://tube.example/w/${SECRET_ID} and more`,
  SECRET_ID,
  'kgiNSWc8uGCFjpMVSecret',
  '@secret@tube.example',
  'secret@tube.example',
];

const isLookUp = (search: string): boolean => /^https?:\/\//.test(search) || SECRET_KEYWORDS.includes(search);

/** Every fifth video has the same tag, as an instance compares it. A list does not show it. None is live. */
const tagOf = (n: number): string => `tag ${n % 5}`;

function isWanted(query: URLSearchParams, n: number): boolean {
  const tag = query.get('tagsOneOf[]');
  if (tag !== null && tag.toLowerCase() !== tagOf(n)) return false;
  if (query.get('isLive') === 'true') return false;
  return n >= Number(query.get('durationMin') ?? 0) && n <= Number(query.get('durationMax') ?? Infinity);
}

function asOrdered(query: URLSearchParams, videos: number[]): number[] {
  return query.get('sort') === '-views' ? videos.toReversed() : videos;
}

const UNKNOWN = json(
  { type: 'about:blank', title: 'Not Found', status: 404 },
  404,
  'application/problem+json',
);
const CHANNEL = { id: 8, name: 'c', displayName: 'C', host: 'tube.example', avatars: [], followersCount: 3 };
const commentId = (n: number): string => String(1_000 + n);

function comment(n: number): object {
  const id = Number(commentId(n));
  return { id, threadId: id, inReplyToCommentId: null, text: `Comment ${n}`, totalReplies: 0, account: null };
}

function reply(n: number): object {
  return { comment: { ...comment(n), threadId: 7, inReplyToCommentId: 7 }, children: [] };
}

/** Exists whatever `total` is. */
const COMMENTED_ID = 'cccc0000-0000-4000-8000-00000000c0de';
const NOBODYS_ID = 'ffff0000-0000-4000-8000-000000000000';

/** Results are sorted by number; one malformed id makes the whole request fail. */
function among(ids: readonly string[], query: URLSearchParams, total: number): SimulatedAnswer {
  if (ids.length > COUNT_MAX || ids.some((id) => !/^[0-9a-f-]{36}$/.test(id))) return rejected('uuids');
  const found = ids.map((id) => numberOf(idOf, id, total)).filter((n) => n !== null);
  const sorted = found.toSorted((a, b) => a - b);
  return json({ total: found.length, data: sorted.slice(0, Number(query.get('count') ?? '15')).map(record) });
}

function video(id: string, total: number): unknown {
  if (id === COMMENTED_ID) return { ...(record(0) as object), uuid: id };
  const n = numberOf(idOf, id, total);
  return n === null ? undefined : { ...(record(n) as object), tags: ['cat'] };
}

const channelId = (n: number): string => `c${n}@tube.example`;
const channel = (n: number): object => ({ ...CHANNEL, id: 100 + n, name: `c${n}`, displayName: `C ${n}` });

/** The order by recent views has no second key: after the first hundred, videos stand elsewhere than a walk in parts expects. */
function popular(query: URLSearchParams, places: number[]): unknown[] {
  const { start, count } = { start: Number(query.get('start')), count: Number(query.get('count')) };
  const isShaken = query.get('sort') === '-trending' && count < COUNT_MAX && start > 0;
  return (isShaken ? places.toReversed() : places).map(record);
}

const PLAYLIST_ID = 'eeee0000-0000-4000-8000-00000000cafe';
const PLAYLIST = { id: 3, uuid: PLAYLIST_ID, displayName: 'Cats', privacy: { id: 1 }, videosLength: 1 };

/** After every third video comes a place whose video was deleted, is unlisted, or is private, in turns. */
const GAP = 3;
const isGap = (place: number): boolean => place % (GAP + 1) === GAP;
const videosAmong = (places: number): number => places - Math.floor(places / (GAP + 1));

function entry(place: number): object {
  const hidden = { ...(record(place) as object), uuid: SECRET_ID, privacy: { id: 2, label: 'Unlisted' } };
  const [type, inGap] = [[1, null] as const, [0, hidden] as const, [2, null] as const][place % 3]!;
  const isHidden = isGap(place);
  const video = isHidden ? inGap : record(videosAmong(place));
  const own = { id: 9_000 + place, position: place + 1, startTimestamp: null, stopTimestamp: null };
  return { ...own, type: isHidden ? type : 0, video };
}

const CAPTIONS = '/lazy-static/video-captions/';
const LANGUAGES = ['fr', 'de', 'en-GB'];

/** Files have the public host of the instance in their addresses, which is not the address that it is asked at. */
function caption(language: string): object {
  const captionPath = `${CAPTIONS}${language}.vtt`;
  const fileUrl = `https://tube.example${captionPath}`;
  return { language: { id: language, label: language }, automaticallyGenerated: false, captionPath, fileUrl };
}

/** A file is open to everyone who knows its name. */
function captionFile(path: string): SimulatedAnswer {
  const language = LANGUAGES.find((one) => path === `${CAPTIONS}${one}.vtt`);
  if (language === undefined) return { status: 404, body: 'Not Found' };
  const body = `WEBVTT\n\n00:01.000 --> 00:02.000\nWords in ${language}\n`;
  return { status: 200, headers: { 'content-type': 'text/vtt; charset=utf-8' }, body };
}

/** What the instance has at a path of its API: a list by offset, or one record. */
function found(
  { pathname, searchParams: query }: URL,
  total: number,
  gone?: ReadonlySet<number>,
): { list?: unknown[]; one?: unknown } {
  const path = pathname.slice('/api/v1'.length);
  const places = present(total, gone);
  const [, kind, name, rest = '', thread] = path.split('/').map(decodeURIComponent);
  if (path === '/search/videos')
    return {
      list: asOrdered(
        query,
        places.filter((n) => isWanted(query, n)),
      ).map(record),
    };
  if (kind === 'video-channels' && (name === 'c' || name === 'c@tube.example'))
    return rest === 'videos' ? { list: places.map(record) } : { one: CHANNEL };
  if (kind === 'video-playlists' && name === PLAYLIST_ID)
    return rest === 'videos' ? { list: places.map(entry) } : { one: PLAYLIST };
  if (path === '/search/video-channels') return { list: places.map(channel) };
  if (path === '/videos') return { list: popular(query, places) };
  if (kind !== 'videos') return {};
  if (rest === '') return { one: video(name ?? '', total) };
  if (rest === 'captions' && video(name ?? '', total) !== undefined) return { list: LANGUAGES.map(caption) };
  if (name !== COMMENTED_ID) return {};
  if (thread === undefined) return { list: places.map(comment) };
  return thread === '7' ? { one: { comment: comment(7), children: places.map(reply) } } : {};
}

function answer(
  { method, url, headers }: SimulatedRequest,
  total: number,
  gone?: ReadonlySet<number>,
): SimulatedAnswer {
  if (method === 'GET' && url.pathname.startsWith(CAPTIONS)) return captionFile(url.pathname);
  if (method !== 'GET' || !url.pathname.startsWith('/api/v1/'))
    return { status: 400, headers: { 'content-type': 'application/json' }, body: '' };
  // An instance refuses a bearer token that it did not issue, even where it needs none.
  if (headers.authorization !== undefined) return json({ status: 401, code: 'invalid_token' }, 401);
  const query = url.searchParams;
  if (query.has('uuids[]')) return among(query.getAll('uuids[]'), query, total);
  const repeated = SCALARS.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return rejected(repeated);
  if (query.get('search') === '') return rejected('search');
  const start = Number(query.get('start') ?? '0');
  const count = Number(query.get('count') ?? '15');
  if (!Number.isSafeInteger(start) || start < 0) return rejected('start');
  if (!Number.isSafeInteger(count) || count < 0 || count > COUNT_MAX) return rejected('count');
  if (isLookUp(query.get('search') ?? ''))
    return json({ total: 1, data: [{ ...(record(0) as object), uuid: SECRET_ID }] });
  const { list, one } = found(url, total, gone);
  if (list !== undefined) return json({ total: list.length, data: list.slice(start, start + count) });
  return one === undefined ? UNKNOWN : json(one);
}

export const peertube: Simulation = {
  connector: 'peertube',
  platform: 'peertube',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  isByPlace: true,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: 'c@tube.example' },
      alias: { handle: 'c' },
      absent: { author_id: 'nobody@tube.example' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'video.comments': {
      ask: { id: COMMENTED_ID },
      absent: { id: NOBODYS_ID },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'comment.replies': {
      ask: { id: COMMENTED_ID, comment_id: '7' },
      absent: { id: COMMENTED_ID, comment_id: '8' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'author.search': {
      ask: { keyword: 'C' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: channelId,
    },
    'video.popular': {
      ask: {},
      reachable: (total) => total,
      lastEnd: (total) => (total > COUNT_MAX ? 'unknown' : 'exhausted'),
      idOf,
    },
    'playlist.videos': {
      ask: { playlist_id: PLAYLIST_ID },
      absent: { playlist_id: NOBODYS_ID },
      reachable: videosAmong,
      unavailable: (total) => total - videosAmong(total),
      lastEnd: () => 'exhausted',
      idOf,
    },
  },
  things: {
    'author.get': {
      ask: { author_id: 'c@tube.example' },
      alias: { handle: 'c' },
      id: 'c@tube.example',
      absent: { author_id: 'nobody@tube.example' },
    },
    'playlist.get': {
      ask: { playlist_id: PLAYLIST_ID },
      id: PLAYLIST_ID,
      absent: { playlist_id: NOBODYS_ID },
    },
    'transcript.get': {
      ask: { id: COMMENTED_ID, language: 'it,de' },
      id: COMMENTED_ID,
      absent: { id: NOBODYS_ID },
    },
  },
  faults: [
    {
      name: 'a limit, said in a sentence of text/html',
      answer: {
        status: 429,
        headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '3' },
        body: 'Too many requests, please try again later.',
      },
      code: 'UPSTREAM_BUSY',
    },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><title>Just a moment...</title><p>Verify you are human.</p>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'an instance without its database',
      answer: json({ type: 'about:blank', status: 500, code: 'SequelizeConnectionError' }, 500),
      code: 'UPSTREAM_ERROR',
    },
    {
      name: 'half an answer',
      answer: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"total":9,"data":[{"uu',
      },
      code: 'UPSTREAM_ERROR',
    },
  ],
};
