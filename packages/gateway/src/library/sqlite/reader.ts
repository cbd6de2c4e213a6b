// Reads a library file. It keeps the file open between questions, opens it when it appears, and reopens it when another file replaces it. A
// question is one read transaction, so that a record which the index finds still exists when it is read.
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../domain/clock.ts';
import { inBackground } from '../../domain/in-background.ts';
import {
  type LibraryReader,
  type LibraryStats,
  type LibraryView,
  type StoredRecord,
  statsOf,
  type Tally,
} from '../library-store.ts';
import { EXPORT_TRACKS_BYTES_MAX } from '../limits.ts';
import { RANK_ABOVE_ALL } from '../searching/rank.ts';
import { bringUpToDate, fileIdentity, openForReading, openUntouched } from './database.ts';
import { hasAuthors, hasTracks } from './format.ts';
import { SqliteListRows } from './list-rows.ts';
import { SqliteIndex } from './record-index.ts';

interface Opened {
  db: DatabaseSync;
  view: LibraryView;
  identity: string;
}

export class SqliteReader implements LibraryReader {
  private readonly path: string;
  private readonly clock: Clock;
  private readonly isOwn: boolean;
  private opened: Opened | null = null;
  /** Words of its records are still to be indexed. */
  private isBehind = false;
  private isIndexing = false;

  /** Only this gateway's own library is upgraded to the current version; any other file is read as it is. */
  constructor(path: string, clock: Clock, isOwn: boolean) {
    this.path = path;
    this.clock = clock;
    this.isOwn = isOwn;
  }

  async read<T>(work: (view: LibraryView | null) => Promise<T>): Promise<T> {
    const opened = this.open();
    if (opened === null) return work(null);
    opened.db.exec('BEGIN');
    try {
      return await work(opened.view);
    } finally {
      opened.db.exec('ROLLBACK');
      if (this.isBehind) inBackground(this.indexRest());
    }
  }

  /** Between questions, a limited number of records at a time. */
  private async indexRest(): Promise<void> {
    if (this.isIndexing) return;
    this.isIndexing = true;
    while (this.isBehind && this.opened !== null) {
      await setImmediate();
      this.isBehind = bringUpToDate(this.path);
    }
    this.isIndexing = false;
  }

  async stats(): Promise<LibraryStats> {
    const rows = this.open()?.db.prepare(
      'SELECT language, is_sample, records FROM tally ORDER BY records DESC, language',
    );
    const tallies = (rows?.all() ?? []) as { language: string; is_sample: number; records: number }[];
    const bytes = sizeOf(this.path) + sizeOf(`${this.path}-wal`);
    return statsOf(
      tallies.map(({ is_sample, ...rest }): Tally => ({ ...rest, isSample: is_sample === 1 })),
      bytes,
    );
  }

  async close(): Promise<void> {
    this.opened?.db.close();
    this.opened = null;
  }

  private open(): Opened | null {
    const identity = fileIdentity(this.path);
    if (this.opened !== null && this.opened.identity === identity) return this.opened;
    this.opened?.db.close();
    this.opened = null;
    if (identity === null) return null;
    if (this.isOwn) this.isBehind = bringUpToDate(this.path);
    const db = this.isOwn ? openForReading(this.path) : openUntouched(this.path);
    if (db === null) return null;
    this.opened = { db, view: viewOf(db, this.clock, () => this.isBehind), identity };
    return this.opened;
  }
}

function viewOf(db: DatabaseSync, clock: Clock, isBehind: () => boolean): LibraryView {
  const byId = db.prepare('SELECT rank, body FROM record WHERE id = ?');
  const below = db.prepare('SELECT body FROM record WHERE rank < ? ORDER BY rank DESC LIMIT ?');
  const find = (id: string) => byId.get(id) as { rank: number; body: string } | undefined;
  return {
    index: new SqliteIndex(db, clock, isBehind),
    lists: hasAuthors(db) ? new SqliteListRows(db) : null,
    record: async (id) => find(id)?.body ?? null,
    track: oneTrack(db),
    newest: async (after, limit) => {
      const from = after === null ? RANK_ABOVE_ALL : find(after)?.rank;
      return from === undefined ? null : below.all(from, limit).map(({ body }) => String(body));
    },
    arrived: arrivals(db),
  };
}

function arrivals(db: DatabaseSync): LibraryView['arrived'] {
  const rows = db.prepare('SELECT seq, body FROM record WHERE seq > ? ORDER BY seq LIMIT ?');
  const commentsOf = commentReader(db);
  const tracksOf = trackReader(db);
  return async (afterSeq, limit) => {
    const found: StoredRecord[] = [];
    let bytes = 0;
    for (const row of rows.iterate(afterSeq, limit)) {
      const seq = Number(row.seq);
      const tracks = tracksOf(seq);
      found.push({ seq, body: String(row.body), comments: commentsOf(seq), tracks });
      bytes += tracks.reduce((sum, { length }) => sum + length, 0);
      if (bytes > EXPORT_TRACKS_BYTES_MAX) break;
    }
    return found;
  };
}

function trackReader(db: DatabaseSync): (seq: number) => string[] {
  if (!hasTracks(db)) return () => [];
  const read = db.prepare('SELECT content FROM track WHERE seq = ? ORDER BY place');
  return (seq) => read.all(seq).map(({ content }) => String(content));
}

function oneTrack(db: DatabaseSync): LibraryView['track'] {
  if (!hasTracks(db)) return async () => null;
  const read = db.prepare(
    'SELECT content FROM track WHERE seq = (SELECT seq FROM record WHERE id = ?) AND place = ?',
  );
  return async (id, place) => (read.get(id, place)?.content as string | undefined) ?? null;
}

/** null when no comments were saved. */
function commentReader(db: DatabaseSync): (seq: number) => string[] | null {
  if (!hasAuthors(db)) return () => null;
  const saved = db.prepare('SELECT 1 FROM discussion WHERE seq = ?');
  const read = db.prepare('SELECT body FROM comment WHERE seq = ? ORDER BY place');
  return (seq) => (saved.get(seq) === undefined ? null : read.all(seq).map(({ body }) => String(body)));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
