// Answers requests to the showcase in the form in which the embedded library answers, so that both are read by the same code. It never
// throws on a caller's input.
import { DAY_MS } from '../domain/duration.ts';
import { isFailure } from '../domain/failure.ts';
import { passes, readFiltering, type SearchFilters } from '../domain/search-filters.ts';
import { fold, type LibraryComment } from '../library/index.ts';
import { commentsOn, EPOCH, playlistOf, type ShowcaseRecord, showcaseRecords, trackOf } from './records.ts';
import { found, matching } from './search.ts';

export interface ShowcaseAnswer {
  status: number;
  body: string | object;
}

const ABSENT: ShowcaseAnswer = { status: 404, body: { absent: true } };
const NO_VIDEO: ShowcaseAnswer = { status: 404, body: { absent: true, what: 'video' } };
const PAGE_MAX = 50;
const OFFSET = /^\d{1,4}$/;
const RELATED_MAX = 40;
const PERIOD_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

type Answering = (query: URLSearchParams, provider: string) => ShowcaseAnswer;

/** By path. */
const ANSWERS: Record<string, Answering> = {
  '/search': search,
  '/record': (query) => recordById(query.get('id')) ?? ABSENT,
  '/records': records,
  '/track': track,
  '/author': author,
  '/author-videos': authorVideos,
  '/authors': authors,
  '/comments': comments,
  '/replies': replies,
  '/popular': popular,
  '/related': related,
  '/playlist': playlist,
  '/playlist-videos': playlistVideos,
};

export function answerShowcase(url: URL, provider: string): ShowcaseAnswer {
  const answering = Object.hasOwn(ANSWERS, url.pathname) ? ANSWERS[url.pathname]! : null;
  return answering === null
    ? { status: 404, body: { error: `no such path: ${url.pathname}` } }
    : answering(url.searchParams, provider);
}

type Compare = (a: ShowcaseRecord, b: ShowcaseRecord) => number;

const byViews: Compare = (a, b) => b.stats.views - a.stats.views;
const newestFirst = (a: { published_at?: string | undefined }, b: { published_at?: string | undefined }) =>
  (b.published_at ?? '').localeCompare(a.published_at ?? '');

/** Relevance is the order in which they were found. */
const SORTS: Partial<Record<string, Compare>> = {
  newest: newestFirst,
  views: byViews,
  likes: (a, b) => b.stats.likes - a.stats.likes,
};

function sorted(all: readonly ShowcaseRecord[], sort: string | null | undefined): readonly ShowcaseRecord[] {
  const compare = SORTS[sort ?? ''];
  return compare === undefined ? all : all.toSorted(compare);
}

function search(query: URLSearchParams, provider: string): ShowcaseAnswer {
  const filtering = readFiltering(Object.fromEntries(query));
  if (isFailure(filtering)) return { status: 400, body: { error: filtering.detail } };
  const filters: SearchFilters = filtering?.wanted ?? {};
  const all = found(query.get('q') ?? '', provider).filter((record) => passes(filters, record));
  return page(query, sorted(all, filters.sort));
}

/** A page of a whole list. The cursor is how many items came before. */
function page<T>(
  query: URLSearchParams,
  all: readonly T[],
  more: (from: number, items: T[]) => object = () => ({}),
): ShowcaseAnswer {
  const cursor = query.get('cursor') ?? '0';
  const count = Number(query.get('count') ?? '20');
  if (!OFFSET.test(cursor)) return { status: 400, body: { error: 'the cursor is not one of the showcase' } };
  if (!Number.isInteger(count) || count < 1 || count > PAGE_MAX)
    return { status: 400, body: { error: `count must be 1 to ${PAGE_MAX}` } };
  const from = Number(cursor);
  const till = from + count;
  const results = all.slice(from, till);
  const next = till < all.length ? String(till) : null;
  const total = { value: all.length, relation: 'eq' };
  return { status: 200, body: { total, cursor: next, ...more(from, results), results } };
}

function recordById(id: string | null): ShowcaseAnswer | null {
  const record = recordOf(id);
  return record === null ? null : { status: 200, body: record };
}

function recordOf(id: string | null): ShowcaseRecord | null {
  return showcaseRecords().byId.get(id ?? '') ?? null;
}

function records(query: URLSearchParams): ShowcaseAnswer {
  const ids = query.getAll('id').slice(0, PAGE_MAX);
  const results = ids.flatMap((id) => recordOf(id) ?? []);
  return { status: 200, body: { results } };
}

function track(query: URLSearchParams): ShowcaseAnswer {
  const record = recordOf(query.get('id'));
  const text = record === null ? null : trackOf(record, Number(query.get('place')) || 0);
  return text === null ? ABSENT : { status: 200, body: text };
}

/** By id or by handle. */
function videosOf(query: URLSearchParams): ShowcaseRecord[] {
  const [id, handle] = [query.get('author_id'), query.get('handle')];
  return showcaseRecords().all.filter((one) =>
    id === null ? one.author.handle === handle : one.author.id === id,
  );
}

function author(query: URLSearchParams): ShowcaseAnswer {
  const videos = videosOf(query);
  return videos.length === 0
    ? ABSENT
    : { status: 200, body: { ...videos[0]!.author, videos: videos.length } };
}

function authorVideos(query: URLSearchParams): ShowcaseAnswer {
  const videos = videosOf(query);
  return videos.length === 0 ? ABSENT : page(query, sorted(videos, query.get('sort') ?? 'newest'));
}

function authors(query: URLSearchParams): ShowcaseAnswer {
  const counted = new Map<string, ShowcaseRecord['author'] & { videos: number }>();
  for (const { author: one } of showcaseRecords().all)
    counted.set(one.id, { ...one, videos: (counted.get(one.id)?.videos ?? 0) + 1 });
  return page(
    query,
    matching([...counted.values()], query.get('q') ?? '', ({ name }) => ` ${fold(name)}`),
  );
}

function comments(query: URLSearchParams): ShowcaseAnswer {
  const record = recordOf(query.get('id'));
  if (record === null) return ABSENT;
  const top = commentsOn(record).filter(({ root }) => root === undefined);
  return page(query, query.get('sort') === 'newest' ? top.toSorted(newestFirst) : top.toSorted(byPlace));
}

const byPlace = (a: LibraryComment, b: LibraryComment) =>
  Number(b.pinned === true) - Number(a.pinned === true) || (b.likes ?? 0) - (a.likes ?? 0);

function replies(query: URLSearchParams): ShowcaseAnswer {
  const record = recordOf(query.get('id'));
  if (record === null) return NO_VIDEO;
  const all = commentsOn(record);
  const id = query.get('comment_id');
  if (!all.some((one) => one.id === id)) return ABSENT;
  return page(
    query,
    all.filter(({ root }) => root === id),
  );
}

/** A period ends at the day on which the showcase was made, so that the answer does not change with time. */
function popular(query: URLSearchParams): ShowcaseAnswer {
  const days = PERIOD_DAYS[query.get('period') ?? 'all'];
  const sinceMs = days === undefined ? 0 : EPOCH - days * DAY_MS;
  const all = showcaseRecords().all.filter(({ published_at }) => Date.parse(published_at) >= sinceMs);
  return page(query, all.toSorted(byViews));
}

/** Others about the same topic, those in the same language first. */
function related(query: URLSearchParams): ShowcaseAnswer {
  const record = recordOf(query.get('id'));
  if (record === null) return ABSENT;
  const others = showcaseRecords().all.filter((one) => one.category === record.category && one !== record);
  const near = (one: ShowcaseRecord) => Number(one.language === record.language);
  return page(query, others.toSorted((a, b) => near(b) - near(a)).slice(0, RELATED_MAX));
}

function playlist(query: URLSearchParams): ShowcaseAnswer {
  const list = playlistOf(query.get('playlist_id') ?? '');
  if (list === null) return ABSENT;
  const { id, title, videos } = list;
  return { status: 200, body: { id, title, author: videos[0]!.author, video_count: videos.length } };
}

function playlistVideos(query: URLSearchParams): ShowcaseAnswer {
  const list = playlistOf(query.get('playlist_id') ?? '');
  if (list === null) return ABSENT;
  return page(query, list.videos, (from, items) => ({
    positions: items.map((_, at) => from + at + 1),
    unavailable: 0,
  }));
}
