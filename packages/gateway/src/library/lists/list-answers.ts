// Answers requests to the library other than searches of videos: authors, playlists, popular and related videos, comments and replies. It never throws on a caller's input.
import type { Clock } from '../../domain/clock.ts';
import type { LibraryView } from '../library-store.ts';
import { COUNT_MAX } from '../limits.ts';
import type { LibraryRecord } from '../record.ts';
import { findAuthors, isAfter, parseAuthorPlace, writeAuthorPlace } from '../searching/find-authors.ts';
import { relatedTo } from '../searching/related.ts';
import { type AuthorAsked, type ListAsked, type ListPage, type Lists, parseListPlace } from './lists.ts';

interface Said {
  status: number;
  body: string | object;
}

/** What an answer is made from. */
interface ListContext {
  lists: Lists;
  view: Pick<LibraryView, 'index' | 'record'>;
  clock: Clock;
}

type Answering = (asking: ListContext, query: URLSearchParams) => Promise<Said>;

const COUNT = /^\d{1,3}$/;

/** By path. */
const ANSWERS: Record<string, Answering> = {
  '/author': ({ lists }, query) => authorOf(lists, authorAsked(query)),
  '/author-videos': ({ lists }, query) =>
    listed(query, async (list) => orAbsent(await lists.authorVideos(authorAsked(query), list))),
  '/comments': ({ lists }, query) => listed(query, (list) => comments(lists, query.get('id') ?? '', list)),
  '/replies': ({ lists }, query) => listed(query, (list) => replies(lists, query, list)),
  '/authors': authors,
  '/playlist': ({ lists }, query) => playlistOf(lists, query.get('playlist_id') ?? ''),
  '/playlist-videos': ({ lists }, query) =>
    listed(query, (list) => playlistVideos(lists, query.get('playlist_id') ?? '', list)),
  '/popular': ({ lists, clock }, query) => listed(query, (list) => popular(lists, clock, query, list)),
  '/related': related,
};

export function answersTo(path: string): Answering | null {
  return Object.hasOwn(ANSWERS, path) ? ANSWERS[path]! : null;
}

function authorAsked(query: URLSearchParams): AuthorAsked {
  return { id: query.get('author_id'), handle: query.get('handle') };
}

/** The author's fields from the newest record, and the number of records. */
async function authorOf(lists: Lists, asked: AuthorAsked): Promise<Said> {
  const found = await lists.author(asked);
  if (found === null) return ABSENT;
  const { author } = JSON.parse(found.body) as LibraryRecord;
  return { status: 200, body: { ...author, id: found.key, videos: found.videos } };
}

async function comments(lists: Lists, video: string, list: ListAsked): Promise<Said> {
  const page = await lists.comments(video, list);
  // No comments were saved, so their number is unknown.
  if (page === 'unsaved')
    return { status: 200, body: { total: null, cursor: null, end: 'unknown', results: [] } };
  return orAbsent(page);
}

async function replies(lists: Lists, query: URLSearchParams, list: ListAsked): Promise<Said> {
  const page = await lists.repliesTo(query.get('id') ?? '', query.get('comment_id') ?? '', list);
  if (page === 'no video') return { status: 404, body: { absent: true, what: 'video' } };
  return page === 'no comment' ? ABSENT : { status: 200, body: write(page) };
}

/** Authors by name. */
async function authors({ lists, clock }: ListContext, query: URLSearchParams): Promise<Said> {
  const cursor = query.get('cursor');
  const after = cursor === null ? null : parseAuthorPlace(cursor);
  if (cursor !== null && after === null) return NO_CURSOR;
  const count = readCount(query);
  if (typeof count !== 'number') return count;
  const authorsAfter = (author: string, limit: number) => lists.authorsAfter(author, limit);
  const { found, isCut } = await findAuthors(authorsAfter, clock, query.get('q') ?? '');
  const rest = found.filter((one) => isAfter(one, after));
  const page = rest.slice(0, count);
  const last = page.at(-1);
  const results = [];
  for (const { key, author } of page)
    results.push({ ...author, id: key, videos: await lists.countVideos(key) });
  return {
    status: 200,
    body: {
      total: { value: found.length, relation: isCut ? 'capped' : 'eq' },
      cursor: rest.length > count && last !== undefined ? writeAuthorPlace(last) : null,
      ...(isCut && { end: 'upstream_cap' }),
      results,
    },
  };
}

/** The playlist as a downloader saved it with its videos. */
async function playlistOf(lists: Lists, id: string): Promise<Said> {
  const found = await lists.playlist(id);
  if (found === null) return ABSENT;
  const { position: _, video_count = found.videos, ...place } = found.place;
  return { status: 200, body: { ...place, video_count } };
}

async function playlistVideos(lists: Lists, id: string, list: ListAsked): Promise<Said> {
  const page = await lists.playlistVideos(id, list);
  if (page === null) return ABSENT;
  const { positions, unavailable } = page;
  return { status: 200, body: write(page, { positions, unavailable }) };
}

const DAY_SECONDS = 86_400;
const PERIOD_SECONDS: Readonly<Record<string, number>> = {
  day: DAY_SECONDS,
  week: 7 * DAY_SECONDS,
  month: 30 * DAY_SECONDS,
  year: 365 * DAY_SECONDS,
};

/** The library does not know when a video was watched, so a period means videos that were published within it. */
async function popular(lists: Lists, clock: Clock, query: URLSearchParams, list: ListAsked): Promise<Said> {
  const seconds = PERIOD_SECONDS[query.get('period') ?? 'all'];
  const since = seconds === undefined ? 0 : Math.max(0, Math.floor(clock.nowMs() / 1_000) - seconds);
  const { isCapped, ...page } = await lists.popular(since, list);
  return { status: 200, body: write(page, {}, isCapped ? 'capped' : 'eq') };
}

/** The cursor is how many were delivered. */
async function related({ view, clock }: ListContext, query: URLSearchParams): Promise<Said> {
  const body = await view.record(query.get('id') ?? '');
  if (body === null) return ABSENT;
  const count = readCount(query);
  if (typeof count !== 'number') return count;
  const cursor = query.get('cursor') ?? '0';
  if (!COUNT.test(cursor)) return NO_CURSOR;
  const all = await relatedTo(view.index, clock, JSON.parse(body) as LibraryRecord);
  const till = Number(cursor) + count;
  const next = till < all.length ? String(till) : null;
  return { status: 200, body: write({ total: all.length, next, bodies: all.slice(Number(cursor), till) }) };
}

const ABSENT: Said = { status: 404, body: { absent: true } };

function orAbsent(page: ListPage | null): Said {
  return page === null ? ABSENT : { status: 200, body: write(page) };
}

async function listed(query: URLSearchParams, answer: (list: ListAsked) => Promise<Said>): Promise<Said> {
  const cursor = query.get('cursor');
  if (cursor !== null && parseListPlace(cursor) === null) return NO_CURSOR;
  const count = readCount(query);
  return typeof count === 'number' ? answer({ sort: query.get('sort'), count, cursor }) : count;
}

const NO_CURSOR: Said = { status: 400, body: { error: 'the cursor is not one of this library' } };

function readCount(query: URLSearchParams): number | Said {
  const count = query.get('count') ?? '20';
  if (COUNT.test(count) && Number(count) >= 1 && Number(count) <= COUNT_MAX) return Number(count);
  return { status: 400, body: { error: `count must be 1 to ${COUNT_MAX}` } };
}

/** Texts are inserted as they are stored, byte for byte. */
function write({ total, next, bodies }: ListPage, more: object = {}, relation = 'eq'): string {
  const head = JSON.stringify({ total: { value: total, relation }, cursor: next, ...more }).slice(0, -1);
  return `${head},"results":[${bodies.join(',')}]}`;
}
