// A simulated Vimeo: numbered pages of at most 100, a relative address while there is a next page, null after it.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const TOKEN = 'vimeo-test-token';
const PAGE_SIZE_MAX = 100;

function json(body: unknown, status = 200): SimulatedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/vnd.vimeo.video+json' },
    body: JSON.stringify(body),
  };
}

const idOf = (n: number): string => String(76_000_000 + n * 11);

function record(n: number): unknown {
  return {
    uri: `/videos/${idOf(n)}`,
    name: `Cat number ${n}`,
    description: n % 2 === 0 ? null : `Line one of ${n}\r\nLine two`,
    duration: 10 + n,
    created_time: new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString().replace('.000Z', '+00:00'),
    link: `https://vimeo.com/${idOf(n)}`,
    player_embed_url: `https://player.vimeo.com/video/${idOf(n)}`,
    pictures: { sizes: [{ link: `https://i.example/${n}.jpg`, width: 640, height: 360 }] },
    stats: { plays: n % 3 === 0 ? null : n },
    user: { uri: `/users/${n % 9}`, name: `Maker ${n % 9}`, link: `https://vimeo.com/maker${n % 9}` },
    tags: [],
    license: null,
  };
}

function video(id: string, total: number): SimulatedAnswer {
  const n = numberOf(idOf, id, total);
  if (n !== null) return json(record(n));
  return json({ error: 'The requested video could not be found', error_code: 5460 }, 404);
}

function among(uris: readonly string[], total: number): SimulatedAnswer {
  const ids = uris.map((uri) => uri.replace('/videos/', ''));
  const data = ids.map((id) => numberOf(idOf, id, total)).filter((n) => n !== null);
  const paging = { next: null, previous: null, first: '', last: '' };
  return json({
    total: data.length,
    page: 1,
    per_page: PAGE_SIZE_MAX,
    paging,
    data: data.reverse().map(record),
  });
}

const COMMENTED = '75000001';
const commentId = (n: number): string => String(500 + n);
const comment = (n: number) => ({
  uri: `/videos/${COMMENTED}/comments/${commentId(n)}`,
  text: `Comment ${n}`,
});
const UNKNOWN = json({ error: 'The requested thing could not be found', error_code: 5460 }, 404);

const TRACKS = ['en-US', 'de-x-autogen'].map((language, n) => ({
  uri: `/videos/${COMMENTED}/texttracks/${n}`,
  active: true,
  type: 'captions',
  language,
  link: `/captions/${n}.vtt?sig=ab12`,
}));

/** Files are open to everybody who has their signed address. */
function captions({ searchParams }: URL): SimulatedAnswer {
  if (searchParams.get('sig') !== 'ab12') return { status: 403, body: '' };
  const body = 'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n';
  return { status: 200, headers: { 'content-type': 'text/vtt' }, body };
}

const SHOWCASE = '3706071';
const HIDDEN_SHOWCASE = '3706072';
/** Every tenth entry of a showcase is a video for its owner alone. */
const GAP = 10;
const entry = (n: number) =>
  n % GAP === GAP - 1
    ? { uri: `/videos/${74_000_000 + n}`, name: 'Hidden', privacy: { view: 'nobody' } }
    : record(n);
const userOf = (n: number) => ({
  uri: `/users/${n + 1}`,
  name: `Ada ${n}`,
  link: `https://vimeo.com/ada${n}`,
});

function collection(url: URL, total: number): SimulatedAnswer {
  const [, kind, name, rest] = url.pathname.split('/').map(decodeURIComponent);
  if (kind === 'channels') {
    if (name !== 'staffpicks' && name !== '927') return UNKNOWN;
    const link = 'https://vimeo.com/channels/staffpicks';
    return rest === 'videos'
      ? paged(url, total, record)
      : json({ uri: '/channels/927', link, privacy: { view: 'anybody' } });
  }
  if (name !== SHOWCASE && name !== HIDDEN_SHOWCASE) return UNKNOWN;
  if (rest === 'videos') return paged(url, total, entry);
  const view = name === SHOWCASE ? 'anybody' : 'password';
  return json({ uri: `/users/9/albums/${name}`, name: 'Cats', privacy: { view } });
}

/** Answers for authors and comments; null for requests about videos. */
function listed(url: URL, total: number): SimulatedAnswer | null {
  const [, kind, name, rest, under, replies] = url.pathname.split('/').map(decodeURIComponent);
  if (kind === 'channels' || kind === 'albums') return collection(url, total);
  if (kind === 'users' && name === undefined) return paged(url, total, userOf);
  if (kind === 'users') {
    if (name !== '9' && name !== 'maker9') return UNKNOWN;
    return rest === 'videos'
      ? paged(url, total, record)
      : json({ uri: '/users/9', name: 'Maker 9', link: 'https://vimeo.com/maker9' });
  }
  if (name !== COMMENTED) return rest === undefined ? null : UNKNOWN;
  if (rest === undefined) return json({ uri: `/videos/${COMMENTED}`, privacy: { view: 'anybody' } });
  if (rest === 'videos') return paged(url, total, record);
  if (rest === 'texttracks') return paged(url, TRACKS.length, (n) => TRACKS[n]);
  if (under !== undefined && (under !== commentId(7) || replies !== 'replies')) return UNKNOWN;
  return paged(url, total, comment);
}

function answer({ url, headers }: SimulatedRequest, total: number): SimulatedAnswer {
  if (url.pathname.startsWith('/captions/')) return captions(url);
  if (headers.authorization !== `bearer ${TOKEN}`) return json({ error: 'No token', error_code: 8003 }, 401);
  const list = listed(url, total);
  if (list !== null) return list;
  const one = /\/videos\/([^/]+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) return video(decodeURIComponent(one), total);
  if (url.searchParams.has('uris')) return among(url.searchParams.get('uris')!.split(','), total);
  if (!url.pathname.endsWith('/videos')) return json({ error: 'No such route', error_code: 5460 }, 404);
  return paged(url, total, record);
}

function paged(url: URL, total: number, item: (n: number) => unknown): SimulatedAnswer {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page') ?? 25);
  if (page < 1 || size < 1 || size > PAGE_SIZE_MAX) return json({ error: 'Bad', error_code: 2204 }, 400);
  const from = (page - 1) * size;
  if (page > 1 && from >= total) return json({ error: 'No such page', error_code: 2969 }, 400);
  const length = Math.max(0, Math.min(size, total - from));
  const data = Array.from({ length }, (_, i) => item(from + i));
  const at = (number: number) => `/videos?query=cat&page=${number}&per_page=${size}`;
  const paging = {
    next: from + size < total ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    first: at(1),
    last: at(Math.max(1, Math.ceil(total / size))),
  };
  return json({ total, page, per_page: size, paging, data });
}

export const vimeo: Simulation = {
  connector: 'vimeo',
  platform: 'vimeo',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: '9' },
      alias: { handle: 'maker9' },
      absent: { author_id: '0' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'video.comments': {
      ask: { id: COMMENTED },
      absent: { id: '1' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'comment.replies': {
      ask: { id: COMMENTED, comment_id: commentId(7) },
      absent: { id: COMMENTED, comment_id: '1' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'author.search': {
      ask: { keyword: 'ada' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: (n) => String(n + 1),
    },
    'video.popular': { ask: {}, reachable: (total) => total, lastEnd: () => 'exhausted', idOf },
    'video.related': {
      ask: { id: COMMENTED },
      absent: { id: '1' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'playlist.videos': {
      ask: { playlist_id: SHOWCASE },
      absent: { playlist_id: HIDDEN_SHOWCASE },
      reachable: (total) => total - Math.floor(total / GAP),
      unavailable: (total) => Math.floor(total / GAP),
      lastEnd: () => 'exhausted',
      idOf: (n) => idOf(n + Math.floor(n / (GAP - 1))),
    },
  },
  things: {
    'transcript.get': { ask: { id: COMMENTED, language: 'fr,de' }, id: COMMENTED, absent: { id: '1' } },
    'playlist.get': {
      ask: { playlist_id: 'channels/927' },
      alias: { playlist_id: 'channels/staffpicks' },
      id: 'channels/927',
      absent: { playlist_id: 'channels/nothing' },
    },
    'author.get': {
      ask: { author_id: '9' },
      alias: { handle: 'maker9' },
      id: '9',
      absent: { handle: 'nobody' },
    },
  },
  faults: [
    {
      name: 'the limit of calls a minute',
      answer: json({ error: 'Too many API requests.', error_code: 9000 }, 429),
      code: 'UPSTREAM_BUSY',
    },
    {
      name: 'a refusal with status 200',
      answer: json({ error: 'This app may not search.', error_code: 3300 }),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Verify that you are human</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'an answer of another shape', answer: json({ videos: [] }), code: 'UPSTREAM_ERROR' },
  ],
};
