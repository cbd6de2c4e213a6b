// Owns the library's face as an upstream: one question in, one answer out, as a platform across the network would
// give it. Holds the file open between questions, opens it when it appears and again when another one takes its
// place. Runs on the search thread; an answer never throws for anything a caller can send.
import type { DatabaseSync } from 'node:sqlite';
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { fileIdentity, openForReading } from './database.ts';
import { COUNT_MAX } from './limits.ts';
import { EMPTY, formatPlace, type LibraryPage, parsePlace, type ResultPlace, Searcher } from './search.ts';
import { countRecords, type LibraryStats } from './stats.ts';

export type LibraryQuestion =
  | { kind: 'fetch'; url: string }
  | { kind: 'record'; id: string }
  | { kind: 'stats' };

/** When an answer came is noted where it arrives. */
type Fetched = Omit<UpstreamResponse, 'receivedAtMs'>;

export interface LibraryAnswers {
  fetch: Fetched | AttemptFailure;
  record: string | null;
  stats: LibraryStats;
}

export type LibraryAnswer = LibraryAnswers[keyof LibraryAnswers];

const COUNT = /^\d{1,3}$/;

export class Answerer {
  private readonly path: string;
  private readonly clock: Clock;
  private opened: { db: DatabaseSync; searcher: Searcher; identity: string } | null = null;

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
    if (url.pathname !== '/search') return respond(404, { error: `no such path: ${url.pathname}` });
    const count = url.searchParams.get('count') ?? '20';
    const cursor = url.searchParams.get('cursor');
    const after = cursor === null ? null : parsePlace(cursor);
    if (cursor !== null && after === null)
      return respond(400, { error: 'the cursor is not one of this library' });
    if (!COUNT.test(count) || Number(count) < 1 || Number(count) > COUNT_MAX)
      return respond(400, { error: `count must be 1 to ${COUNT_MAX}` });
    const page = this.readPage(url.searchParams.get('q') ?? '', Number(count), after);
    if (page.isCut && page.bodies.length === 0) return respond(504, { error: 'the search took too long' });
    return respond(200, write(page));
  }

  private fetchRecord(id: string): Fetched {
    const body = this.opened?.searcher.record(id) ?? null;
    return body === null ? respond(404, { absent: true }) : respond(200, body);
  }

  /** One transaction, so that what the index finds is still there when the record is read. */
  private readPage(keyword: string, count: number, after: ResultPlace | null): LibraryPage {
    if (this.opened === null) return EMPTY;
    const { db, searcher } = this.opened;
    db.exec('BEGIN');
    try {
      return searcher.search(keyword, count, after);
    } finally {
      db.exec('ROLLBACK');
    }
  }

  private open(): typeof this.opened {
    const identity = fileIdentity(this.path);
    if (this.opened !== null && this.opened.identity === identity) return this.opened;
    this.close();
    const db = identity === null ? null : openForReading(this.path);
    if (db !== null && identity !== null)
      this.opened = { db, searcher: new Searcher(db, this.clock), identity };
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
