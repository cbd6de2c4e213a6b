// Answers requests to the library other than searches: an author, their videos, comments and replies. It never throws on a caller's input.
import { COUNT_MAX } from './limits.ts';
import { type AuthorAsked, type ListAsked, type ListPage, type Lists, parseListPlace } from './lists.ts';
import type { LibraryRecord } from './record.ts';

export interface Said {
  status: number;
  body: string | object;
}

type Answering = (lists: Lists, query: URLSearchParams) => Promise<Said>;

const COUNT = /^\d{1,3}$/;

/** By path. */
const ANSWERS: Record<string, Answering> = {
  '/author': (lists, query) => authorOf(lists, authorAsked(query)),
  '/author-videos': (lists, query) =>
    listed(query, async (list) => orAbsent(await lists.authorVideos(authorAsked(query), list))),
  '/comments': (lists, query) => listed(query, (list) => comments(lists, query.get('id') ?? '', list)),
  '/replies': (lists, query) => listed(query, (list) => replies(lists, query, list)),
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

const ABSENT: Said = { status: 404, body: { absent: true } };

function orAbsent(page: ListPage | null): Said {
  return page === null ? ABSENT : { status: 200, body: write(page) };
}

async function listed(query: URLSearchParams, answer: (list: ListAsked) => Promise<Said>): Promise<Said> {
  const count = query.get('count') ?? '20';
  const cursor = query.get('cursor');
  if (cursor !== null && parseListPlace(cursor) === null)
    return { status: 400, body: { error: 'the cursor is not one of this library' } };
  if (!COUNT.test(count) || Number(count) < 1 || Number(count) > COUNT_MAX)
    return { status: 400, body: { error: `count must be 1 to ${COUNT_MAX}` } };
  return answer({ sort: query.get('sort'), count: Number(count), cursor });
}

/** Texts are inserted as they are stored, byte for byte. */
function write({ total, next, bodies }: ListPage): string {
  const head = JSON.stringify({ total: { value: total, relation: 'eq' }, cursor: next }).slice(0, -1);
  return `${head},"results":[${bodies.join(',')}]}`;
}
