// Owns the lists of the library beside the search: an author with their videos, and the comments on a video. A page starts strictly
// after the last item of the page before, so a walk never repeats an item and misses none that was there when it began. Must run on a
// library that knows authors and comments.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { plainHandle } from './record.ts';

export interface ListPage {
  total: number;
  /** Where the next page begins; null when nothing follows. */
  next: string | null;
  /** As stored. */
  bodies: string[];
}

export interface AuthorAsked {
  id: string | null;
  handle: string | null;
}

export interface ListAsked {
  sort: string | null;
  count: number;
  cursor: string | null;
}

/** The last item delivered: the value that the list is ordered by, and the place among equals. */
type ListPlace = readonly [value: number, place: number];

const CURSOR = /^(-?\d{1,16})\.(\d{1,16})$/;
const ABOVE_ALL: ListPlace = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
const BELOW_ALL: ListPlace = [Number.MAX_SAFE_INTEGER, -1];

/** null for a text that no page gave. */
export function parseListPlace(cursor: string): ListPlace | null {
  const parts = CURSOR.exec(cursor);
  return parts === null ? null : [Number(parts[1]), Number(parts[2])];
}

interface Row {
  body: string;
  value: number;
  place: number;
}

export class Lists {
  private readonly byHandle: StatementSync;
  private readonly known: StatementSync;
  private readonly newestVideos: StatementSync;
  private readonly mostViewed: StatementSync;
  private readonly countVideos: StatementSync;
  private readonly seqOf: StatementSync;
  private readonly saved: StatementSync;
  private readonly comment: StatementSync;
  private readonly countComments: StatementSync;
  private readonly newestComments: StatementSync;
  private readonly topComments: StatementSync;
  private readonly replies: StatementSync;

  constructor(db: DatabaseSync) {
    this.byHandle = db.prepare(
      "SELECT author FROM record WHERE handle = ? AND handle <> '' ORDER BY rank DESC LIMIT 1",
    );
    this.known = db.prepare(
      "SELECT body FROM record WHERE author = ? AND author <> '' ORDER BY rank DESC LIMIT 1",
    );
    this.countVideos = db.prepare("SELECT count(*) AS n FROM record WHERE author = ? AND author <> ''");
    this.newestVideos = db.prepare(
      `SELECT body, 0 AS value, rank AS place FROM record
       WHERE author = ?1 AND author <> '' AND ?2 >= 0 AND rank < ?3 ORDER BY rank DESC LIMIT ?4`,
    );
    this.mostViewed = db.prepare(
      `SELECT body, views AS value, rank AS place FROM record
       WHERE author = ?1 AND author <> '' AND (views, rank) < (?2, ?3) ORDER BY views DESC, rank DESC LIMIT ?4`,
    );
    this.seqOf = db.prepare('SELECT seq FROM record WHERE id = ?');
    this.saved = db.prepare('SELECT 1 FROM discussion WHERE seq = ?');
    this.comment = db.prepare('SELECT root, body FROM comment WHERE seq = ? AND id = ?');
    this.countComments = db.prepare('SELECT count(*) AS n FROM comment WHERE seq = ? AND root = ?');
    const page = (column: string) =>
      db.prepare(
        `SELECT body, ${column} AS value, place FROM comment WHERE seq = ?1 AND root = ?2
         AND (${column} < ?3 OR (${column} = ?3 AND place > ?4)) ORDER BY ${column} DESC, place LIMIT ?5`,
      );
    this.newestComments = page('second');
    this.topComments = page('likes');
    this.replies = db.prepare(
      `SELECT body, 0 AS value, place FROM comment WHERE seq = ?1 AND root = ?2 AND ?3 >= 0 AND place > ?4
       ORDER BY place LIMIT ?5`,
    );
  }

  /** The newest record of this author, and how many there are; null when there is none. */
  author(asked: AuthorAsked): { key: string; body: string; videos: number } | null {
    const key = this.keyOf(asked);
    if (key === null) return null;
    const { body } = this.known.get(key) as { body: string };
    return { key, body, videos: this.count(this.countVideos, key) };
  }

  authorVideos(asked: AuthorAsked, list: ListAsked): ListPage | null {
    const key = this.keyOf(asked);
    if (key === null) return null;
    const statement = list.sort === 'views' ? this.mostViewed : this.newestVideos;
    const [value, place] = placeOf(list, ABOVE_ALL);
    const rows = statement.all(key, value, place, list.count + 1) as unknown as Row[];
    return pageOf(rows, list.count, this.count(this.countVideos, key));
  }

  /** null when there is no such video; 'unsaved' when nothing was saved of its comments. */
  comments(video: string, list: ListAsked): ListPage | null | 'unsaved' {
    const seq = this.find(video);
    if (seq === null) return null;
    if (this.saved.get(seq) === undefined) return 'unsaved';
    const statement = list.sort === 'newest' ? this.newestComments : this.topComments;
    return this.commentPage(statement, [seq, ''], list);
  }

  /** What is not there when there is no such list. A reply's own replies stand in the list of the comment at the top. */
  repliesTo(video: string, comment: string, list: ListAsked): ListPage | 'no video' | 'no comment' {
    const seq = this.find(video);
    if (seq === null) return 'no video';
    const found = this.comment.get(seq, comment) as { root: string } | undefined;
    if (found === undefined || found.root !== '') return 'no comment';
    return this.commentPage(this.replies, [seq, comment], list);
  }

  private commentPage(statement: StatementSync, of: [seq: number, root: string], list: ListAsked): ListPage {
    const [value, place] = placeOf(list, BELOW_ALL);
    const rows = statement.all(...of, value, place, list.count + 1) as unknown as Row[];
    return pageOf(rows, list.count, this.count(this.countComments, ...of));
  }

  private keyOf({ id, handle }: AuthorAsked): string | null {
    if (id !== null && id !== '' && this.known.get(id) !== undefined) return id;
    const name = plainHandle(handle ?? id ?? '');
    if (name === '') return null;
    return (this.byHandle.get(name) as { author: string } | undefined)?.author ?? null;
  }

  private find(video: string): number | null {
    return (this.seqOf.get(video) as { seq: number } | undefined)?.seq ?? null;
  }

  private count(statement: StatementSync, ...of: (string | number)[]): number {
    return (statement.get(...of) as { n: number }).n;
  }
}

/** Places are checked before they come here. */
function placeOf({ cursor }: ListAsked, first: ListPlace): ListPlace {
  return (cursor === null ? null : parseListPlace(cursor)) ?? first;
}

/** One more than asked tells whether anything follows. */
function pageOf(rows: readonly Row[], count: number, total: number): ListPage {
  const page = rows.slice(0, count);
  const last = page.at(-1);
  const next = rows.length > count && last !== undefined ? `${last.value}.${last.place}` : null;
  return { total, next, bodies: page.map(({ body }) => body) };
}
