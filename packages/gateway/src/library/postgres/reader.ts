// Reads a library in PostgreSQL over one connection of its own, so that searches never take the connections of paid calls. It connects at
// the first question, keeps the connection, and reconnects after it was closed. Records and lists are read from the database; words are
// looked up in this process's own copy of the index, which follows the database before each search.
import type { Clock } from '../../domain/clock.ts';
import { inBackground } from '../../domain/in-background.ts';
import { createPool, type HostPool, type SqlConnection } from '../../storage/postgres/connection.ts';
import {
  type LibraryReader,
  type LibraryStats,
  type LibraryView,
  type StoredRecord,
  statsOf,
} from '../library-store.ts';
import { EXPORT_TRACKS_BYTES_MAX } from '../limits.ts';
import { RANK_ABOVE_ALL } from '../searching/rank.ts';
import { IndexCopy, TRACKS_FIELD, tracksOf } from './index-copy.ts';
import { PostgresListRows, storable } from './list-rows.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Without a table there is no library. With a sequence that was never used, nothing was imported yet. A library from which all records were
 * removed still exists.
 */
const IS_MADE = `SELECT CASE WHEN to_regclass('library_records') IS NULL THEN NULL
  ELSE pg_sequence_last_value(to_regclass('library_records_seq_seq')) END AS last`;

const TABLES = [
  'library_records',
  'library_comments',
  'library_discussions',
  'library_places',
  'library_tallies',
  'library_tracks',
  'library_changes',
];

export interface ReaderSettings {
  /** null: a temporary folder. */
  indexDir: string | null;
  /** Called when the database has no connection left for the reader; the reader then tries again. */
  onNoRoom(): void;
}

export class PostgresReader implements LibraryReader {
  readonly #url: string;
  readonly #copy: IndexCopy;
  readonly #onNoRoom: () => void;
  #pool: HostPool | null = null;
  #isMade = false;
  #isBuilding = false;

  constructor(url: string, clock: Clock, { onNoRoom, indexDir }: ReaderSettings) {
    this.#url = url;
    this.#onNoRoom = onNoRoom;
    this.#copy = new IndexCopy(clock, indexDir);
  }

  async read<T>(work: (view: LibraryView | null) => Promise<T>): Promise<T> {
    try {
      return await this.#snapshot(async (db) => work((await this.#look(db)) ? viewOf(db, this.#copy) : null));
    } finally {
      if (!this.#copy.isBuilt) inBackground(this.#build());
    }
  }

  /** Builds the index between questions: each step takes the one connection, and gives it back. */
  async #build(): Promise<void> {
    if (this.#isBuilding || !this.#isMade) return;
    this.#isBuilding = true;
    try {
      while (!this.#copy.isBuilt && this.#pool !== null) await this.#snapshot((db) => this.#copy.step(db));
    } catch {
      // The next question meets the same failure, and reports it.
    } finally {
      this.#isBuilding = false;
    }
  }

  async stats(): Promise<LibraryStats> {
    return this.#snapshot(async (db) => {
      if (!(await this.#look(db))) return statsOf([], 0);
      const sizes = TABLES.map((name) => `pg_total_relation_size('${name}')`).join(' + ');
      const tallies = await db.all(
        'SELECT language, is_sample, records FROM library_tallies ORDER BY records DESC, language',
      );
      const bytes = (await db.get(`SELECT ${sizes} AS bytes`))!.bytes as number;
      return statsOf(tallies.map(tallyOf), bytes);
    });
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await pool?.end();
  }

  #snapshot<T>(work: (db: SqlConnection) => Promise<T>): Promise<T> {
    // On a server with few connections, another client would take one that we closed.
    this.#pool ??= createPool(this.#url, { sync: 'any', max: 1, min: 1 });
    return inSnapshot(this.#pool, work, this.#onNoRoom);
  }

  /** Once created, a library stays. */
  async #look(db: SqlConnection): Promise<boolean> {
    this.#isMade ||= await isMade(db);
    return this.#isMade;
  }
}

export async function isMade(db: SqlConnection): Promise<boolean> {
  return ((await db.get(IS_MADE))?.last ?? null) !== null;
}

function tallyOf({ language, is_sample, records }: Record<string, unknown>) {
  return { language: language as string, isSample: is_sample === true, records: records as number };
}

function viewOf(db: SqlConnection, copy: IndexCopy): LibraryView {
  return {
    index: {
      first: async (...asked) => (await copy.current(db)).first(...asked),
      async *each(asked, below) {
        yield* (await copy.current(db)).each(asked, below);
      },
      count: async (groups) => (await copy.current(db)).count(groups),
      loose: async () => (await copy.current(db)).loose(),
    },
    lists: new PostgresListRows(db),
    record: async (id) => {
      const row = await db.get('SELECT body FROM library_records WHERE id = $1', storable(id));
      return (row?.body as string | undefined) ?? null;
    },
    track: async (id, place) => {
      const text =
        'SELECT content FROM library_tracks WHERE seq = (SELECT seq FROM library_records WHERE id = $1) AND place = $2';
      return ((await db.get(text, storable(id), place))?.content as string | undefined) ?? null;
    },
    newest: (after, limit) => newest(db, after, limit),
    arrived: (afterSeq, limit) => arrived(db, afterSeq, limit),
  };
}

async function newest(db: SqlConnection, after: string | null, limit: number): Promise<string[] | null> {
  const ranked = 'SELECT rank FROM library_records WHERE id = $1';
  const from = after === null ? RANK_ABOVE_ALL : (await db.get(ranked, storable(after)))?.rank;
  if (from === undefined) return null;
  const text = 'SELECT body FROM library_records WHERE rank < $1 ORDER BY rank DESC LIMIT $2';
  return (await db.all(text, from, limit)).map(({ body }) => body as string);
}

async function arrived(db: SqlConnection, afterSeq: number, limit: number): Promise<StoredRecord[]> {
  const rows = await db.all(
    `SELECT r.seq, r.body, CASE WHEN d.seq IS NOT NULL THEN
       ARRAY(SELECT c.body FROM library_comments c WHERE c.seq = r.seq ORDER BY c.place) END AS comments
     FROM (SELECT seq, body FROM library_records WHERE seq > $1 ORDER BY seq LIMIT $2) r
     LEFT JOIN library_discussions d ON d.seq = r.seq ORDER BY r.seq`,
    afterSeq,
    limit,
  );
  const found: StoredRecord[] = [];
  let bytes = 0;
  for (const row of rows as unknown as Omit<StoredRecord, 'tracks'>[]) {
    const tracks = row.body.includes(TRACKS_FIELD) ? await tracksOf(db, row.seq) : [];
    found.push({ ...row, tracks });
    bytes += tracks.reduce((sum, { length }) => sum + length, 0);
    if (bytes > EXPORT_TRACKS_BYTES_MAX) break;
  }
  return found;
}
