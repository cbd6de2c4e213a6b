// A simulated Invidious: a bare list of 20 per numbered page whatever the caller wants, other kinds of results among the videos, and an
// empty list for every page after the last.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';
import {
  ANSWERED,
  authorIdOf,
  COMMENTED,
  commentIdOf,
  frontEndLists,
  frontEndThings,
  isGone,
  LIST,
  TALK,
  UNLISTED,
} from '../youtube-front-ends/youtube-front-ends.simulation.ts';

const PAGE_SIZE = 20;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const idOf = (n: number): string => `inv${String(n).padStart(8, '0')}`;

function record(n: number): unknown {
  return {
    type: 'video',
    title: `Cat number ${n}`,
    videoId: idOf(n),
    author: `Maker ${n % 9}`,
    authorId: `UC${n % 9}`,
    authorUrl: `/channel/UC${n % 9}`,
    authorVerified: n % 2 === 0,
    videoThumbnails: [{ quality: 'medium', url: `/vi/${idOf(n)}/mqdefault.jpg`, width: 320, height: 180 }],
    description: '',
    viewCount: 10 * n,
    lengthSeconds: 60 + n,
    published: 1_714_557_600 - n,
    publishedText: '1 year ago',
    liveNow: false,
  };
}

const MAKER = { author: 'Maker', authorId: 'UCmaker', authorUrl: '/channel/UCmaker', subCount: 3 };
const CAPTIONS = [
  { label: 'English (auto-generated)', language_code: 'en' },
  { label: 'German', language_code: 'de' },
].map((one) => ({ ...one, url: `/api/v1/captions/${TALK}?label=${encodeURIComponent(one.label)}` }));

/** One page of a list that is linked by tokens. */
function tokened(name: string, all: unknown[], query: URLSearchParams, prefix = 'from'): SimulatedAnswer {
  const from = Number(new RegExp(`^${prefix}-(\\d+)$`).exec(query.get('continuation') ?? '')?.[1] ?? 0);
  const till = from + PAGE_SIZE;
  return json({
    [name]: all.slice(from, till),
    ...(till < all.length && { continuation: `${prefix}-${till}` }),
  });
}

const comment = (n: number): unknown => ({
  commentId: commentIdOf(n),
  content: `Comment ${n}`,
  author: '@bo',
  authorId: 'UCbo',
  publishedText: '1 day ago',
  likeCount: 0,
});

/** One video has the comments, another one a comment with the replies; both exist whatever `total` is. */
function comments(video: string | undefined, query: URLSearchParams, total: number): SimulatedAnswer {
  const all = Array.from({ length: total }, (_, n) => comment(n));
  if (video === COMMENTED || video === UNLISTED) return tokened('comments', all, query);
  if (video !== ANSWERED) return json({ error: 'Video unavailable' }, 404);
  if (query.has('continuation')) return tokened('comments', all, query, 'reply');
  const replies = { replyCount: total, continuation: 'reply-0' };
  return json({ comments: [{ ...(comment(0) as object), commentId: 'Ugxanswered', replies }] });
}

function entry(index: number): unknown {
  const { title, videoId, author, authorId, authorUrl, lengthSeconds } = record(index) as Record<
    string,
    unknown
  >;
  const known = { type: 'video', videoId, videoThumbnails: [], index, lengthSeconds, liveNow: false };
  if (isGone(index))
    return { ...known, title: '[Deleted video]', author: '', authorId: '', authorUrl: '/channel/' };
  return { ...known, title, author, authorId, authorUrl };
}

/** Begins up to 50 places before the requested one, and gives 200. */
function playlist(name: string | undefined, query: URLSearchParams, total: number): SimulatedAnswer {
  if (name !== LIST) return json({ error: 'Playlist does not exist.' }, 404);
  const from = Math.max(0, Number(query.get('index') ?? 0) - 50);
  const length = Math.max(0, Math.min(200, total - from));
  const videos = Array.from({ length }, (_, i) => entry(from + i));
  return json({
    type: 'playlist',
    title: 'Cats',
    playlistId: LIST,
    videoCount: total,
    isListed: true,
    videos,
  });
}

const channel = (n: number) => ({
  type: 'channel',
  author: `Maker ${n}`,
  authorId: authorIdOf(n),
  authorUrl: `/channel/${authorIdOf(n)}`,
  subCount: n,
  videoCount: n,
});

/** One page of the search for channels, with a video among them. */
function channels(from: number, total: number): SimulatedAnswer {
  const length = Math.max(0, Math.min(PAGE_SIZE, total - from));
  const found: unknown[] = Array.from({ length }, (_, i) => channel(from + i));
  return json(found.length > 2 ? found.toSpliced(2, 0, record(0)) : found);
}

function captions(video: string | undefined, label: string | null): SimulatedAnswer {
  const track = video === TALK ? CAPTIONS.find((one) => one.label === label) : undefined;
  if (track === undefined) return { status: 404, headers: { 'content-type': 'application/json' }, body: '' };
  const body = `WEBVTT\nKind: captions\nLanguage: ${track.language_code}\n\n00:00:01.000 --> 00:00:02.500\n${label}\n`;
  return { status: 200, headers: { 'content-type': 'text/vtt; charset=UTF-8' }, body };
}

/** Answers everything but a search and one video; null for those. */
function beside({ pathname, searchParams: query }: URL, total: number): SimulatedAnswer | null {
  const [, kind, name, tab] =
    /\/api\/v1\/(channels|comments|captions|playlists|resolveurl)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
      pathname,
    ) ?? [];
  if (kind === 'resolveurl')
    return query.get('url') === 'https://www.youtube.com/@maker'
      ? json({ ucid: 'UCmaker' })
      : json({ error: 'This channel does not exist.' }, 404);
  if (kind === 'comments') return comments(name, query, total);
  if (kind === 'playlists') return playlist(name, query, total);
  if (kind === 'captions') return captions(name, query.get('label'));
  if (kind === undefined) return null;
  if (name !== 'UCmaker') return json({ error: 'This channel does not exist.' }, 404);
  if (tab === undefined) return json(MAKER);
  return tokened(
    'videos',
    Array.from({ length: total }, (_, n) => record(n)),
    query,
  );
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const other = beside(url, total);
  if (other !== null) return other;
  const one = /\/api\/v1\/videos\/([^/]+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) {
    const videoId = decodeURIComponent(one);
    if ([COMMENTED, ANSWERED, UNLISTED, TALK].includes(videoId))
      return json({
        ...(record(0) as object),
        videoId,
        isListed: videoId !== UNLISTED,
        captions: CAPTIONS,
        recommendedVideos: Array.from({ length: total }, (_, n) => record(n)),
      });
    const n = numberOf(idOf, videoId, total);
    return n === null ? json({ error: 'Video unavailable' }, 404) : json(record(n));
  }
  if (url.pathname.endsWith('/api/v1/trending'))
    return json(Array.from({ length: total }, (_, n) => record(n)));
  if (!url.pathname.endsWith('/api/v1/search')) return json({ error: 'No such route' }, 404);
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * PAGE_SIZE;
  if (url.searchParams.get('type') === 'channel') return channels(from, total);
  const length = Math.max(0, Math.min(PAGE_SIZE, total - from));
  const videos = Array.from({ length }, (_, i) => record(from + i));
  return json(videos.length > 2 ? videos.toSpliced(2, 0, channel(0)) : videos);
}

export const invidious: Simulation = {
  connector: 'invidious',
  platform: 'youtube',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf,
  answer,
  lists: frontEndLists(idOf, {
    authors: () => 'unknown',
    // The instance writes 0 where it cannot read how many there are.
    playlist: (total) => (total === 0 ? 'unknown' : 'exhausted'),
  }),
  things: frontEndThings,
  faults: [
    { name: 'a limit', answer: json({ error: 'Too many requests' }, 429), code: 'UPSTREAM_BUSY' },
    {
      name: 'a refusal by YouTube with status 200',
      answer: json({ error: 'Sign in to confirm that you are not a bot' }),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Checking your browser</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'an object where a list was due', answer: json({ results: [] }), code: 'UPSTREAM_ERROR' },
  ],
};
