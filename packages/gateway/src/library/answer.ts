// Answers requests to the library as a platform across the network would. Runs on the search thread; it never throws on a caller's input.
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { isFailure } from '../domain/failure.ts';
import { FILTER_NAMES, readFiltering } from '../domain/search-filters.ts';
import type { LibraryReader, LibraryStats, LibraryView } from './library-store.ts';
import { CANDIDATE_WORDS_MAX, COUNT_MAX, SPOKEN_PLACES_MAX } from './limits.ts';
import { answersTo } from './lists/list-answers.ts';
import { Lists } from './lists/lists.ts';
import { IndexBehind } from './record-index.ts';
import { formatPlace, type LibraryPage, parsePlace } from './result-page.ts';
import { type SearchWish, searchLibrary } from './searching/search.ts';
import { spokenAt } from './searching/spoken-words.ts';
import { suggest } from './searching/suggest.ts';

export type LibraryQuestion =
  | { kind: 'fetch'; url: string }
  | { kind: 'record'; id: string }
  | { kind: 'stats' }
  /** Answered as soon as the library can be read. */
  | { kind: 'reach' };

/** Without `receivedAtMs`, which the receiving thread adds. */
type Fetched = Omit<UpstreamResponse, 'receivedAtMs'>;

export interface LibraryAnswers {
  fetch: Fetched | AttemptFailure;
  record: string | null;
  stats: LibraryStats;
  reach: null;
}

export type LibraryAnswer = LibraryAnswers[keyof LibraryAnswers];

const COUNT = /^\d{1,3}$/;
/** Conditions on a record; `match` decides which records are looked up. */
const OWN_FILTERS = FILTER_NAMES.filter((name) => name !== 'match');

export class Answerer {
  private readonly reader: LibraryReader;
  private readonly clock: Clock;

  constructor(reader: LibraryReader, clock: Clock) {
    this.reader = reader;
    this.clock = clock;
  }

  async answer(question: LibraryQuestion): Promise<LibraryAnswer> {
    if (question.kind === 'stats') return this.reader.stats();
    if (question.kind === 'reach') return this.reader.read(async () => null);
    if (question.kind === 'record')
      return this.reader.read(async (view) => (await view?.record(question.id)) ?? null);
    return this.fetch(new URL(question.url));
  }

  /** Closes what is open. The next question opens it again. */
  async close(): Promise<void> {
    await this.reader.close();
  }

  private async fetch(url: URL): Promise<Fetched> {
    const { pathname: path, searchParams: query } = url;
    try {
      return await this.fetchPath(path, query);
    } catch (error) {
      if (error instanceof IndexBehind) return respond(503, { error: error.message, busy: true });
      throw error;
    }
  }

  private async fetchPath(path: string, query: URLSearchParams): Promise<Fetched> {
    if (path === '/search') return this.fetchPage(query);
    if (path === '/suggest') return this.suggest(query.get('typed') ?? '');
    if (path === '/record') return this.reader.read((view) => fetchRecord(view, query.get('id') ?? ''));
    if (path === '/track') return this.reader.read((view) => fetchTrack(view, query));
    if (path === '/records') return this.reader.read((view) => fetchRecords(view, query.getAll('id')));
    const answering = answersTo(path);
    if (answering === null) return respond(404, { error: `no such path: ${path}` });
    return this.reader.read(async (view) => {
      if (view === null) return NO_LIBRARY;
      if (view.lists === null)
        return respond(503, { error: 'the library is of an earlier version: import anything' });
      const asking = { lists: new Lists(view.lists), view, clock: this.clock };
      const { status, body } = await answering(asking, query);
      return respond(status, body);
    });
  }

  private suggest(typed: string): Promise<Fetched> {
    return this.reader.read(async (view) => {
      const suggestions = view === null ? [] : await suggest(view.index, this.clock, typed);
      return respond(200, { suggestions });
    });
  }

  private async fetchPage(query: URLSearchParams): Promise<Fetched> {
    const wish = readWish(query);
    if ('status' in wish) return wish;
    return this.reader.read(async (view) => {
      if (view === null) return NO_LIBRARY;
      const page = await searchLibrary(view.index, this.clock, wish);
      if (page.isCut && page.bodies.length === 0) return respond(504, { error: 'the search took too long' });
      return respond(200, write(page, await spokenPlaces(view, page, wish.keyword)));
    });
  }
}

/** The parsed query, or the answer that says what is wrong with it. */
function readWish(query: URLSearchParams): SearchWish | Fetched {
  const count = query.get('count') ?? '20';
  const cursor = query.get('cursor');
  const after = cursor === null ? null : parsePlace(cursor);
  if (cursor !== null && after === null)
    return respond(400, { error: 'the cursor is not one of this library' });
  if (!COUNT.test(count) || Number(count) < 1 || Number(count) > COUNT_MAX)
    return respond(400, { error: `count must be 1 to ${COUNT_MAX}` });
  const filtering = readFiltering(Object.fromEntries(query), OWN_FILTERS);
  if (isFailure(filtering)) return respond(400, { error: filtering.detail });
  const match = query.get('match') ?? 'exact';
  if (match !== 'exact' && match !== 'all') return respond(400, { error: 'match must be "exact" or "all"' });
  return {
    keyword: query.get('q') ?? '',
    count: Number(count),
    after,
    filters: filtering?.wanted ?? {},
    match,
  };
}

async function fetchRecord(view: LibraryView | null, id: string): Promise<Fetched> {
  if (view === null) return NO_LIBRARY;
  const body = await view.record(id);
  return body === null ? respond(404, { absent: true }) : respond(200, body);
}

/** As its file came: WebVTT or SRT. */
async function fetchTrack(view: LibraryView | null, query: URLSearchParams): Promise<Fetched> {
  if (view === null) return NO_LIBRARY;
  const content = await view.track(query.get('id') ?? '', Number(query.get('place')) || 0);
  if (content === null) return respond(404, { absent: true });
  return { kind: 'response', status: 200, headers: { 'content-type': 'text/plain' }, body: content };
}

/** Ids without a record are omitted. */
async function fetchRecords(view: LibraryView | null, ids: readonly string[]): Promise<Fetched> {
  if (view === null) return NO_LIBRARY;
  if (ids.length > COUNT_MAX) return respond(400, { error: `at most ${COUNT_MAX} records` });
  const bodies: string[] = [];
  for (const id of ids) {
    const body = await view.record(id);
    if (body !== null) bodies.push(body);
  }
  return respond(200, `{"results":[${bodies.join(',')}]}`);
}

/** By the place of an item on the page: where in the video the words of the keyword are spoken. */
async function spokenPlaces(
  view: LibraryView,
  { bodies, matches = [] }: LibraryPage,
  keyword: string,
): Promise<Record<number, number>> {
  const places: Record<number, number> = {};
  const first = matches.indexOf('spoken');
  if (first === -1) return places;
  const from = bodies.length - matches.length + first;
  for (const [i, body] of bodies.slice(from, from + SPOKEN_PLACES_MAX).entries()) {
    const ms = await spokenAt(keyword, body, view.track);
    if (ms !== null) places[from + i] = ms;
  }
  return places;
}

/** Record texts are inserted as they are stored, byte for byte. `matches` has a word for each of them. */
function write(
  { total, next, bodies, isCut, matches = [], isBounded }: LibraryPage,
  spoken: Record<number, number>,
): string {
  const cursor = next === null ? null : formatPlace(next);
  const end = isCut ? { end: 'upstream_cap' } : {};
  const exact = bodies.slice(matches.length).map(() => 'exact');
  const said = {
    total,
    cursor,
    ...end,
    matches: [...exact, ...matches],
    ...(Object.keys(spoken).length > 0 && { spoken_ms: spoken }),
    ...(isBounded && { notes: [BOUNDED] }),
  };
  const head = JSON.stringify(said).slice(0, -1);
  return `${head},"results":[${bodies.join(',')}]}`;
}

const BOUNDED = `the keyword may stand for more words than are looked up (${CANDIDATE_WORDS_MAX}): a longer or rarer word finds more`;

function respond(status: number, body: string | object): Fetched {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'response', status, headers: { 'content-type': 'application/json' }, body: text };
}

/** The library was never created, or not copied into the database yet. An empty page would be a good answer, and be charged. */
const NO_LIBRARY = respond(503, {
  error: 'there is no library here: import one, or begin an empty one',
  closed: true,
});
