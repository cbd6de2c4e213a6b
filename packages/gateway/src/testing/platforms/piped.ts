// A simulated Piped: pages of 20 whatever the caller wants, linked by tokens as long as YouTube's, with other kinds of results among the
// videos and the word null for a token after the last page.
import { numberOf, type SimulatedAnswer, type SimulatedRequest, type Simulation } from './simulation.ts';

const PAGE_SIZE = 20;
/** About as long as a continuation token of YouTube. */
const CONTINUATION_CHARS = 400;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const idOf = (n: number): string => `ppd${String(n).padStart(8, '0')}`;

function record(n: number): unknown {
  return {
    url: `/watch?v=${idOf(n)}`,
    type: 'stream',
    title: `Cat number ${n}`,
    thumbnail: `https://proxy.example/vi/${idOf(n)}.jpg`,
    uploaderName: `Maker ${n % 9}`,
    uploaderUrl: `/channel/UC${n % 9}`,
    uploaderAvatar: null,
    uploadedDate: '3 months ago',
    shortDescription: null,
    duration: 60 + n,
    views: 10 * n,
    uploaded: -1,
    uploaderVerified: false,
    isShort: false,
  };
}

function tokenFor(from: number, of = 'page'): string {
  const id = `${of}-${from}-`.padEnd(CONTINUATION_CHARS, 'Eg%3D');
  return JSON.stringify({
    url: 'https://www.youtube.com/youtubei/v1/search?prettyPrint=false',
    id,
    ids: null,
    cookies: null,
    body: null,
  });
}

/** Where the requested page begins; null for a token that this instance did not give. */
function fromOf({ pathname, searchParams }: URL): number | null {
  if (pathname.endsWith('/nextpage/search')) {
    const token = searchParams.get('nextpage') ?? '';
    const from = Number(/"page-(\d+)-/.exec(token)?.[1] ?? Number.NaN);
    return token === tokenFor(from) ? from : null;
  }
  return pathname.endsWith('/search') ? 0 : null;
}

/** Only the address of the picture contains the id. */
function stream(id: string, total: number): SimulatedAnswer {
  const n = [COMMENTED, ANSWERED, UNLISTED].includes(id) ? 0 : numberOf(idOf, id, total);
  if (n === null) return json({ error: 'a trace', message: 'This video is unavailable' }, 500);
  return json({
    title: `Cat number ${n}`,
    description: 'One<br>Two',
    thumbnailUrl: `https://proxy.example/vi_webp/${id}/maxresdefault.webp`,
    uploader: `Maker ${n % 9}`,
    uploaderUrl: `/channel/UC${n % 9}`,
    uploaderSubscriberCount: -1,
    uploaded: 1_714_557_600_000,
    visibility: id === UNLISTED ? 'unlisted' : 'public',
    tags: [],
    duration: 60 + n,
    views: 10 * n,
    likes: n,
    livestream: false,
    relatedStreams: [record(n + 1)],
  });
}

const MAKER = {
  id: 'UCmaker',
  name: 'Maker',
  avatarUrl: null,
  description: '',
  subscriberCount: 3,
  verified: false,
};
const COMMENTED = 'commented00';
const ANSWERED = 'answered000';
/** An unlisted video with as many comments, which any caller with its id gets. */
const UNLISTED = 'unlisted000';
const commentIdOf = (n: number): string => `Ugx${n}`;

const comment = (n: number): object => ({
  commentId: commentIdOf(n),
  commentText: `Comment ${n}`,
  author: '@bo',
  commentorUrl: '/channel/UCbo',
  commentedTime: '1 day ago',
  likeCount: 0,
  replyCount: -1,
});

/** One page of a list that is linked by tokens. */
function part(
  all: unknown[],
  query: URLSearchParams,
  of: string,
): { items: unknown[]; nextpage: string | null } {
  const from = Number(new RegExp(`"${of}-(\\d+)-`).exec(query.get('nextpage') ?? '')?.[1] ?? 0);
  const till = from + PAGE_SIZE;
  return { items: all.slice(from, till), nextpage: till < all.length ? tokenFor(till, of) : null };
}

/** One video has the comments, another one a comment with the replies; both exist whatever `total` is. */
function comments(video: string, query: URLSearchParams, total: number): SimulatedAnswer {
  if (![COMMENTED, ANSWERED, UNLISTED].includes(video))
    return json({ error: 'a trace', message: 'This video is unavailable' }, 500);
  const isReplies = query.get('nextpage')?.includes('"reply-') === true;
  const repliesPage = tokenFor(0, 'reply');
  if (video === ANSWERED && !isReplies)
    return json({ comments: [{ ...comment(0), commentId: 'Ugxanswered', repliesPage }], nextpage: null });
  const all = Array.from({ length: total }, (_, n) => comment(n));
  const { items, nextpage } = part(all, query, isReplies ? 'reply' : 'page');
  return json({ comments: items, nextpage, disabled: false, commentCount: total });
}

/** Answers everything but a search and one video; null for those. */
function beside({ pathname, searchParams: query }: URL, total: number): SimulatedAnswer | null {
  const [, kind, name] = /\/(channel|comments|@)\/([^/]+)$/.exec(pathname) ?? [];
  if (kind === undefined) return null;
  if (kind === 'comments') return comments(name!, query, total);
  if (name !== 'UCmaker' && name !== 'maker')
    return json({ error: 'a trace', message: 'This channel does not exist.' }, 500);
  const { items, nextpage } = part(
    Array.from({ length: total }, (_, n) => record(n)),
    query,
    'page',
  );
  return json({ ...(!query.has('nextpage') && MAKER), relatedStreams: items, nextpage });
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const other = beside(url, total);
  if (other !== null) return other;
  const one = /\/streams\/([^/]+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) return stream(decodeURIComponent(one), total);
  const from = fromOf(url);
  if (from === null) return json({ error: 'a trace', message: 'nextpage is a required parameter' }, 400);
  const length = Math.max(0, Math.min(PAGE_SIZE, total - from));
  const videos = Array.from({ length }, (_, i) => record(from + i));
  const channel = { url: '/channel/UC0', type: 'channel', name: 'Maker 0' };
  const items = videos.length > 3 ? videos.toSpliced(3, 0, channel) : videos;
  const nextpage = from + PAGE_SIZE < total ? tokenFor(from + PAGE_SIZE) : 'null';
  return json({ items, nextpage, suggestion: null, corrected: false });
}

export const piped: Simulation = {
  connector: 'piped',
  platform: 'youtube',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: 'UCmaker' },
      alias: { handle: 'maker' },
      absent: { author_id: 'UCnobody' },
      reachable: (total) => total,
      // The end of one tab; a channel has others.
      lastEnd: () => 'unknown',
      idOf,
    },
    'video.comments': {
      ask: { id: COMMENTED },
      absent: { id: UNLISTED },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentIdOf,
    },
    'comment.replies': {
      ask: { id: ANSWERED, comment_id: 'Ugxanswered' },
      absent: { id: 'nothing0000', comment_id: 'Ugxanswered' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf: commentIdOf,
    },
  },
  things: {
    'author.get': {
      ask: { author_id: 'UCmaker' },
      alias: { handle: 'maker' },
      id: 'UCmaker',
      absent: { author_id: 'UCnobody' },
    },
  },
  faults: [
    { name: 'a limit', answer: json({ message: 'Too many requests' }, 429), code: 'UPSTREAM_BUSY' },
    {
      name: 'a refusal by YouTube with status 200',
      answer: json({ error: 'a trace', message: 'reCaptcha Challenge requested' }),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'the site in place of the API',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!DOCTYPE html><title>Piped</title>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'an answer of another shape', answer: json({ results: [] }), code: 'UPSTREAM_ERROR' },
  ],
};
