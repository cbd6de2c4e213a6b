// A simulated YouTube Data API: page tokens, at most 50 items per page, nothing beyond 500 results, 400 for a token that it did not give,
// and the look-up of up to 50 videos by id. The n-th video is n seconds long; durations are filtered by class.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const TOKEN = 'youtube-test-key';
const PAGE_ITEMS_MAX = 50;
const RESULTS_MAX = 500;
/** Real searches stop somewhere after this, so an end this late proves nothing. */
const CUT_RESULTS_MIN = 450;
const TOTAL_MAX = 1_000_000;
/** The chart has at most this many videos. */
const CHART_MAX = 200;

function json(body: unknown, status = 200): SimulatedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(body),
  };
}

function refused(code: number, reason: string): SimulatedAnswer {
  const message = 'See <a href="/youtube/v3/errors">the errors</a>.';
  return json({ error: { code, message, errors: [{ message, domain: 'youtube', reason }] } }, code);
}

const idOf = (n: number): string => `video_${String(n).padStart(5, '0')}`;

const tokenAt = (start: number): string => Buffer.from(`at ${start}`).toString('base64url');

/** An absent or empty token gives page 1 again, as on the real platform. */
function startOf(token: string | null): number | null {
  if (!token) return 0;
  const start = /^at (\d{1,4})$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  return start === undefined ? null : Number(start);
}

function found(n: number): unknown {
  return {
    kind: 'youtube#searchResult',
    id: { kind: 'youtube#video', videoId: idOf(n) },
    snippet: {
      publishedAt: '2024-05-01T10:00:00Z',
      channelId: `UC${n % 7}`,
      title: `Cat &amp; dog ${n}`,
      description: '',
      thumbnails: { default: { url: `https://i.example/${n}.jpg`, width: 120, height: 90 }, medium: {} },
      channelTitle: `Channel ${n % 7}`,
      liveBroadcastContent: 'none',
    },
  };
}

const CLASSES: Record<string, (n: number) => boolean> = {
  short: (n) => n < 240,
  medium: (n) => n >= 240 && n <= 1_200,
  long: (n) => n > 1_200,
};

function matches(query: URLSearchParams, total: number): number[] {
  const all = Array.from({ length: total }, (_, n) => n);
  return all.filter(CLASSES[query.get('videoDuration') ?? ''] ?? (() => true)).slice(0, RESULTS_MAX);
}

function search(query: URLSearchParams, total: number): SimulatedAnswer {
  if (query.get('type') === 'channel')
    return paged(query, PAGE_ITEMS_MAX, Math.min(total, RESULTS_MAX), foundChannel);
  if (query.get('type') !== 'video' || query.get('part') !== 'snippet')
    return refused(400, 'incompatibleParameters');
  const size = Number(query.get('maxResults') ?? 5);
  if (!(size >= 0 && size <= PAGE_ITEMS_MAX)) return refused(400, 'invalidValue');
  const start = startOf(query.get('pageToken'));
  if (start === null) return refused(400, 'invalidPageToken');
  const all = matches(query, total);
  const until = Math.min(start + size, all.length);
  return json({
    kind: 'youtube#searchListResponse',
    ...(until < all.length && { nextPageToken: tokenAt(until) }),
    ...(start > 0 && { prevPageToken: tokenAt(Math.max(0, start - size)) }),
    pageInfo: { totalResults: Math.min(total, TOTAL_MAX), resultsPerPage: size },
    items: all.slice(start, until).map(found),
  });
}

/** The chart has one region and one category. */
function chart(query: URLSearchParams, total: number): SimulatedAnswer {
  if (!['10', null].includes(query.get('videoCategoryId'))) return refused(400, 'videoChartNotFound');
  return paged(query, PAGE_ITEMS_MAX, Math.min(total, CHART_MAX), (n) => wholeVideo(idOf(n)));
}

const wholeVideo = (id: string) => ({
  kind: 'youtube#video',
  id,
  snippet: { title: `Cat & dog ${id}`, channelId: CHANNEL, description: '' },
  contentDetails: { duration: `PT${Number(id.replace('video_', ''))}S` },
  statistics: { viewCount: '12', commentCount: '0' },
});

/** Answers in another sequence than asked, and omits missing videos. */
function videos(query: URLSearchParams, total: number): SimulatedAnswer {
  if (query.get('chart') === 'mostPopular') return chart(query, total);
  const ids = (query.get('id') ?? '').split(',');
  if (ids.length > PAGE_ITEMS_MAX) return refused(400, 'invalidFilters');
  const items = ids
    .toReversed()
    .flatMap((id) => (numberOf(idOf, id, total) === null ? commented(id) : wholeVideo(id)));
  return json({ kind: 'youtube#videoListResponse', items });
}

/** The video with the comments, and an unlisted one with as many. */
function commented(id: string): unknown[] {
  const privacyStatus = id === COMMENTED ? 'public' : 'unlisted';
  return id === COMMENTED || id === UNLISTED
    ? [{ kind: 'youtube#video', id, status: { privacyStatus } }]
    : [];
}

const CHANNEL = `UC${'c'.repeat(22)}`;
const UPLOADS = `UU${'c'.repeat(22)}`;
const COMMENTED = 'commented_1';
const UNLISTED = 'unlisted_01';
const commentId = (n: number): string => `Ug${String(n).padStart(6, '0')}`;

/** Any list with page tokens. */
function paged(query: URLSearchParams, most: number, total: number, item: (n: number) => unknown) {
  const size = Number(query.get('maxResults') ?? 5);
  const start = startOf(query.get('pageToken'));
  if (!(size >= 1 && size <= most)) return refused(400, 'invalidValue');
  if (start === null) return refused(400, 'invalidPageToken');
  const until = Math.min(start + size, total);
  return json({
    kind: 'youtube#list',
    ...(until < total && { nextPageToken: tokenAt(until) }),
    pageInfo: { totalResults: total, resultsPerPage: size },
    items: Array.from({ length: Math.max(0, until - start) }, (_, i) => item(start + i)),
  });
}

const channelId = (n: number): string => `UCfound${String(n).padStart(17, '0')}`;
const foundChannel = (n: number) => ({
  id: { kind: 'youtube#channel', channelId: channelId(n) },
  snippet: { title: `Cats &amp; dogs ${n}`, channelId: channelId(n) },
});

/** The look-up of channels that a search found, in another sequence than asked. */
function severalChannels(ids: readonly string[]): SimulatedAnswer {
  if (ids.length > PAGE_ITEMS_MAX) return refused(400, 'invalidFilters');
  const items = ids.toReversed().map((id) => ({ id, snippet: { title: `Cats & dogs of ${id}` } }));
  return json({ kind: 'youtube#channelListResponse', items });
}

function channels(query: URLSearchParams): SimulatedAnswer {
  const ids = (query.get('id') ?? '').split(',');
  if (ids.every((id) => id.startsWith('UCfound'))) return severalChannels(ids);
  const isKnown = query.get('id') === CHANNEL || query.get('forHandle')?.toLowerCase() === '@catchannel';
  if (!isKnown) return json({ kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } });
  const contentDetails = { relatedPlaylists: { likes: '', uploads: UPLOADS } };
  const item = { id: CHANNEL, snippet: { title: 'Cats', customUrl: '@catchannel' }, contentDetails };
  return json({ kind: 'youtube#channelListResponse', items: [item] });
}

const upload = (n: number) => ({
  contentDetails: {
    videoId: idOf(n),
    videoPublishedAt: new Date(Date.UTC(2024, 0, 1) - n * 60_000).toISOString(),
  },
  snippet: { title: `Cat ${n}`, channelId: CHANNEL },
});
const comment = (n: number) => ({ id: commentId(n), snippet: { textOriginal: `Comment ${n}` } });

const PLAYLIST = 'PLcats0000000001';
const UNLISTED_PLAYLIST = 'PLunlisted000001';
/** Every tenth entry of a playlist has no public video: in turn a deleted and an unlisted one. */
const GAP = 10;
const isGone = (n: number): boolean => n % GAP === GAP - 1;
const goneId = (n: number): string =>
  n % (2 * GAP) === GAP - 1 ? `gone_${String(n).padStart(6, '0')}` : UNLISTED;
const entry = (n: number) => ({
  id: `entry${n}`,
  contentDetails: { videoId: isGone(n) ? goneId(n) : idOf(n) },
  snippet: { title: 'In a playlist', position: n },
});

function playlists(query: URLSearchParams): SimulatedAnswer {
  const id = query.get('id') ?? '';
  const privacyStatus = id === UNLISTED_PLAYLIST ? 'unlisted' : 'public';
  const item = { id, snippet: { title: 'Cats' }, status: { privacyStatus } };
  const items = id === PLAYLIST || id === UNLISTED_PLAYLIST ? [item] : [];
  return json({ kind: 'youtube#playlistListResponse', items });
}

/** Lists other than the search; null for any other resource. */
function listed(resource: string, query: URLSearchParams, total: number): SimulatedAnswer | null {
  if (resource === 'channels') return channels(query);
  if (resource === 'playlists') return playlists(query);
  if (resource === 'playlistItems') {
    const id = query.get('playlistId');
    if (id === UPLOADS) return paged(query, PAGE_ITEMS_MAX, total, upload);
    if (id !== PLAYLIST && id !== UNLISTED_PLAYLIST) return refused(404, 'playlistNotFound');
    return paged(query, PAGE_ITEMS_MAX, total, entry);
  }
  if (resource === 'commentThreads') {
    if (![COMMENTED, UNLISTED].includes(query.get('videoId') ?? '')) return refused(404, 'videoNotFound');
    const thread = (n: number) => ({ snippet: { topLevelComment: comment(n), totalReplyCount: 0 } });
    return paged(query, 100, total, thread);
  }
  if (resource !== 'comments') return null;
  if (query.get('parentId') !== commentId(7)) return refused(404, 'commentNotFound');
  return paged(query, 100, total, comment);
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  if (url.searchParams.get('key') !== TOKEN) return refused(401, 'authError');
  const list = listed(url.pathname.replace('/youtube/v3/', ''), url.searchParams, total);
  if (list !== null) return list;
  if (url.pathname === '/youtube/v3/search') return search(url.searchParams, total);
  if (url.pathname === '/youtube/v3/videos') return videos(url.searchParams, total);
  return refused(404, 'notFound');
}

export const youtube: Simulation = {
  connector: 'youtube',
  platform: 'youtube',
  settings: { token: TOKEN },
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total >= CUT_RESULTS_MIN ? 'upstream_cap' : 'exhausted'),
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: CHANNEL },
      alias: { handle: 'CatChannel' },
      absent: { author_id: `UC${'x'.repeat(22)}` },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'video.comments': {
      ask: { id: COMMENTED },
      absent: { id: UNLISTED },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'comment.replies': {
      ask: { id: COMMENTED, comment_id: commentId(7) },
      absent: { id: COMMENTED, comment_id: 'nobodys' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentId,
    },
    'author.search': {
      ask: { keyword: 'cats' },
      reachable: (total) => Math.min(total, RESULTS_MAX),
      lastEnd: (total) => (total >= CUT_RESULTS_MIN ? 'upstream_cap' : 'exhausted'),
      idOf: channelId,
    },
    'video.popular': {
      ask: { category: 'Music' },
      reachable: (total) => Math.min(total, CHART_MAX),
      lastEnd: () => 'exhausted',
      idOf,
    },
    'playlist.videos': {
      ask: { playlist_id: PLAYLIST },
      absent: { playlist_id: UNLISTED_PLAYLIST },
      reachable: (total) => total - Math.floor(total / GAP),
      unavailable: (total) => Math.floor(total / GAP),
      lastEnd: () => 'exhausted',
      idOf: (n) => idOf(n + Math.floor(n / (GAP - 1))),
    },
  },
  things: {
    'playlist.get': { ask: { playlist_id: PLAYLIST }, id: PLAYLIST, absent: { playlist_id: 'PLnothing' } },
    'author.get': {
      ask: { author_id: CHANNEL },
      alias: { handle: 'catchannel' },
      id: CHANNEL,
      absent: { author_id: 'UCnobody' },
    },
  },
  faults: [
    { name: 'the quota of the day', answer: refused(403, 'quotaExceeded'), code: 'UPSTREAM_BUSY' },
    { name: 'a key that is not valid', answer: refused(400, 'keyInvalid'), code: 'UPSTREAM_REFUSED' },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Our systems have detected unusual traffic from your network.</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'half an answer',
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"kind":"youtube#sea' },
      code: 'UPSTREAM_ERROR',
    },
  ],
};
