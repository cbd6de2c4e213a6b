// Owns the library's face as an upstream: one question in, one answer out, as a platform across the network would
// give it. Holds the file open between questions, opens it when it appears and again when another one takes its
// place. Runs on the search thread; an answer never throws for anything a caller can send.
import type { DatabaseSync } from 'node:sqlite';
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { isFailure } from '../domain/failure.ts';
import { readFiltering, type SearchFilters } from '../domain/search-filters.ts';
import { bringUpToDate, fileIdentity, hasAuthors, openForReading } from './database.ts';
import { COUNT_MAX } from './limits.ts';
import { answersTo } from './list-answers.ts';
import { Lists } from './lists.ts';
import { EMPTY, formatPlace, type LibraryPage, parsePlace, type ResultPlace } from './result-page.ts';
import { Searcher } from './search.ts';
import { countRecords, type LibraryStats } from './stats.ts';

export type LibraryQuestion =
  | { kind: 'fetch'; url: string }
  | { kind: 'record'; id: string }
  | { kind: 'stats' };

/** Without `receivedAtMs`, which the receiving thread adds. */
type Fetched = Omit<UpstreamResponse, 'receivedAtMs'>;

export interface LibraryAnswers {
  fetch: Fetched | AttemptFailure;
  record: string | null;
  stats: LibraryStats;
}

export type LibraryAnswer = LibraryAnswers[keyof LibraryAnswers];

interface Opened {
  db: DatabaseSync;
  searcher: Searcher;
  /** null for a library of an earlier version that cannot be written to. */
  lists: Lists | null;
  identity: string;
}

const COUNT = /^\d{1,3}$/;

export class Answerer {
  private readonly path: string;
  private readonly clock: Clock;
  private opened: Opened | null = null;

  constructor(path: string, clock: Clock) {
    this.path = path;
    this.clock = clock;
  }

  answer(question: LibraryQuestion): LibraryAnswer {
    const open = this.open();
    if (question.kind === 'stats') return countRecords(open?.db ?? null, this.path);
    if (question.kind === 'record') return open?.searcher.record(question.id) ?? null;
    return this.fetch(new URL(question.url));
  }

  close(): void {
    this.opened?.db.close();
    this.opened = null;
  }

  private fetch(url: URL): Fetched {
    if (url.pathname === '/record') return this.fetchRecord(url.searchParams.get('id') ?? '');
    if (url.pathname === '/records') return this.fetchRecords(url.searchParams.getAll('id'));
    if (answersTo(url.pathname) !== null) return this.fetchList(url);
    if (url.pathname !== '/search') return respond(404, { error: `no such path: ${url.pathname}` });
    const count = url.searchParams.get('count') ?? '20';
    const cursor = url.searchParams.get('cursor');
    const after = cursor === null ? null : parsePlace(cursor);
    if (cursor !== null && after === null)
      return respond(400, { error: 'the cursor is not one of this library' });
    if (!COUNT.test(count) || Number(count) < 1 || Number(count) > COUNT_MAX)
      return respond(400, { error: `count must be 1 to ${COUNT_MAX}` });
    const filtering = readFiltering(Object.fromEntries(url.searchParams));
    if (isFailure(filtering)) return respond(400, { error: filtering.detail });
    const ask = { keyword: url.searchParams.get('q') ?? '', filters: filtering?.wanted ?? {} };
    const page = this.readPage(ask, Number(count), after);
    if (page.isCut && page.bodies.length === 0) return respond(504, { error: 'the search took too long' });
    return respond(200, write(page));
  }

  private fetchRecord(id: string): Fetched {
    const body = this.opened?.searcher.record(id) ?? null;
    return body === null ? respond(404, { absent: true }) : respond(200, body);
  }

  private fetchList(url: URL): Fetched {
    if (this.opened === null) return respond(404, { absent: true });
    const { db, lists } = this.opened;
    if (lists === null)
      return respond(503, { error: 'the library is of an earlier version: import anything' });
    db.exec('BEGIN');
    try {
      const { status, body } = answersTo(url.pathname)!(lists, url.searchParams);
      return respond(status, body);
    } finally {
      db.exec('ROLLBACK');
    }
  }

  /** Ids without a record are left out. */
  private fetchRecords(ids: readonly string[]): Fetched {
    if (ids.length > COUNT_MAX) return respond(400, { error: `at most ${COUNT_MAX} records` });
    const bodies = ids.map((id) => this.opened?.searcher.record(id) ?? null).filter((body) => body !== null);
    return respond(200, `{"results":[${bodies.join(',')}]}`);
  }

  /** One transaction, so that what the index finds is still there when the record is read. */
  private readPage(
    { keyword, filters }: { keyword: string; filters: SearchFilters },
    count: number,
    after: ResultPlace | null,
  ): LibraryPage {
    if (this.opened === null) return EMPTY;
    const { db, searcher } = this.opened;
    db.exec('BEGIN');
    try {
      return searcher.search(keyword, count, after, filters);
    } finally {
      db.exec('ROLLBACK');
    }
  }

  private open(): typeof this.opened {
    const identity = fileIdentity(this.path);
    if (this.opened !== null && this.opened.identity === identity) return this.opened;
    this.close();
    if (identity === null) return null;
    bringUpToDate(this.path);
    const db = openForReading(this.path);
    if (db === null) return null;
    const lists = hasAuthors(db) ? new Lists(db) : null;
    this.opened = { db, searcher: new Searcher(db, this.clock), lists, identity };
    return this.opened;
  }
}

/** Record texts go into the answer as they are stored, byte for byte. */
function write({ total, next, bodies, isCut }: LibraryPage): string {
  const cursor = next === null ? null : formatPlace(next);
  const end = isCut ? { end: 'upstream_cap' } : {};
  const head = JSON.stringify({ total, cursor, ...end }).slice(0, -1);
  return `${head},"results":[${bodies.join(',')}]}`;
}

function respond(status: number, body: string | object): Fetched {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'response', status, headers: { 'content-type': 'application/json' }, body: text };
}
