// The rows of lists in a library file. The file must have authors and comments.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  AuthorRow,
  CommentOrder,
  ListPlace,
  ListRow,
  ListRows,
  Thread,
  VideoOrder,
} from '../lists/list-rows.ts';
import { hasPlaces } from './format.ts';

export class SqliteListRows implements ListRows {
  private readonly byHandle: StatementSync;
  private readonly known: StatementSync;
  private readonly videoCount: StatementSync;
  private readonly seq: StatementSync;
  private readonly saved: StatementSync;
  private readonly comment: StatementSync;
  private readonly commentCount: StatementSync;
  private readonly videoPages: Record<VideoOrder, StatementSync>;
  private readonly commentPages: Record<CommentOrder, StatementSync>;
  private readonly nextAuthor: StatementSync;
  private readonly popularPage: StatementSync;
  private readonly popularCount: StatementSync;
  /** null in a file of an earlier version that cannot be written to. */
  private readonly playlist: PlaylistStatements | null;

  constructor(db: DatabaseSync) {
    this.byHandle = db.prepare(
      "SELECT author FROM record WHERE handle = ? AND handle <> '' ORDER BY rank DESC LIMIT 1",
    );
    this.known = db.prepare(
      "SELECT body FROM record WHERE author = ? AND author <> '' ORDER BY rank DESC LIMIT 1",
    );
    this.videoCount = db.prepare("SELECT count(*) AS n FROM record WHERE author = ? AND author <> ''");
    this.seq = db.prepare('SELECT seq FROM record WHERE id = ?');
    this.saved = db.prepare('SELECT 1 FROM discussion WHERE seq = ?');
    this.comment = db.prepare('SELECT root FROM comment WHERE seq = ? AND id = ?');
    this.commentCount = db.prepare('SELECT count(*) AS n FROM comment WHERE seq = ? AND root = ?');
    this.videoPages = videoPages(db);
    this.commentPages = commentPages(db);
    this.nextAuthor = db.prepare(
      `SELECT author, json_extract(body, '$.author') AS about FROM record
       WHERE author > ? AND author <> '' ORDER BY author, rank DESC LIMIT 1`,
    );
    this.popularPage = db.prepare(
      `SELECT body, views AS value, rank AS place FROM record
       WHERE views >= 0 AND rank >= ?1 AND (views, rank) < (?2, ?3) ORDER BY views DESC, rank DESC LIMIT ?4`,
    );
    this.popularCount = db.prepare(
      'SELECT count(*) AS n FROM (SELECT 1 FROM record WHERE views >= 0 AND rank >= ? LIMIT ?)',
    );
    this.playlist = hasPlaces(db) ? playlistStatements(db) : null;
  }

  async authorByHandle(handle: string): Promise<string | null> {
    return (this.byHandle.get(handle) as { author: string } | undefined)?.author ?? null;
  }

  async newestOf(author: string): Promise<string | null> {
    return (this.known.get(author) as { body: string } | undefined)?.body ?? null;
  }

  async countVideos(author: string): Promise<number> {
    return (this.videoCount.get(author) as { n: number }).n;
  }

  async videos(author: string, order: VideoOrder, after: ListPlace, limit: number): Promise<ListRow[]> {
    return this.videoPages[order].all(author, ...after, limit) as unknown as ListRow[];
  }

  async authorsAfter(author: string, limit: number): Promise<AuthorRow[]> {
    const rows: AuthorRow[] = [];
    for (let after = author; rows.length < limit; after = rows.at(-1)!.author) {
      const row = this.nextAuthor.get(after) as AuthorRow | undefined;
      if (row === undefined) break;
      rows.push(row);
    }
    return rows;
  }

  async latestOf(playlist: string): Promise<string | null> {
    return (this.playlist?.latest.get(playlist) as { body: string } | undefined)?.body ?? null;
  }

  async countPlaces(playlist: string): Promise<number> {
    return (this.playlist?.count.get(playlist) as { n: number } | undefined)?.n ?? 0;
  }

  async places(playlist: string, after: ListPlace, limit: number): Promise<ListRow[]> {
    return (this.playlist?.page.all(playlist, ...after, limit) ?? []) as unknown as ListRow[];
  }

  async popular(rankMin: number, after: ListPlace, limit: number): Promise<ListRow[]> {
    return this.popularPage.all(rankMin, ...after, limit) as unknown as ListRow[];
  }

  async countPopular(rankMin: number, most: number): Promise<number> {
    return (this.popularCount.get(rankMin, most) as { n: number }).n;
  }

  async seqOf(video: string): Promise<number | null> {
    return (this.seq.get(video) as { seq: number } | undefined)?.seq ?? null;
  }

  async hasComments(seq: number): Promise<boolean> {
    return this.saved.get(seq) !== undefined;
  }

  async rootOf(seq: number, comment: string): Promise<string | null> {
    return (this.comment.get(seq, comment) as { root: string } | undefined)?.root ?? null;
  }

  async countComments({ seq, root }: Thread): Promise<number> {
    return (this.commentCount.get(seq, root) as { n: number }).n;
  }

  async comments(
    { seq, root }: Thread,
    order: CommentOrder,
    after: ListPlace,
    limit: number,
  ): Promise<ListRow[]> {
    return this.commentPages[order].all(seq, root, ...after, limit) as unknown as ListRow[];
  }
}

type PlaylistStatements = Record<'latest' | 'count' | 'page', StatementSync>;

function playlistStatements(db: DatabaseSync): PlaylistStatements {
  return {
    latest: db.prepare(
      'SELECT body FROM place JOIN record USING (seq) WHERE playlist = ? ORDER BY place.seq DESC LIMIT 1',
    ),
    count: db.prepare('SELECT count(*) AS n FROM place WHERE playlist = ?'),
    page: db.prepare(
      `SELECT body, place AS value, seq AS place FROM place JOIN record USING (seq)
       WHERE playlist = ?1 AND (place, seq) > (?2, ?3) ORDER BY place.place, seq LIMIT ?4`,
    ),
  };
}

function videoPages(db: DatabaseSync): Record<VideoOrder, StatementSync> {
  return {
    newest: db.prepare(
      `SELECT body, 0 AS value, rank AS place FROM record
       WHERE author = ?1 AND author <> '' AND ?2 >= 0 AND rank < ?3 ORDER BY rank DESC LIMIT ?4`,
    ),
    views: db.prepare(
      `SELECT body, views AS value, rank AS place FROM record
       WHERE author = ?1 AND author <> '' AND (views, rank) < (?2, ?3) ORDER BY views DESC, rank DESC LIMIT ?4`,
    ),
  };
}

function commentPages(db: DatabaseSync): Record<CommentOrder, StatementSync> {
  const page = (column: string) =>
    db.prepare(
      `SELECT body, ${column} AS value, place FROM comment WHERE seq = ?1 AND root = ?2
       AND (${column} < ?3 OR (${column} = ?3 AND place > ?4)) ORDER BY ${column} DESC, place LIMIT ?5`,
    );
  const oldest = db.prepare(
    `SELECT body, 0 AS value, place FROM comment WHERE seq = ?1 AND root = ?2 AND ?3 >= 0 AND place > ?4
     ORDER BY place LIMIT ?5`,
  );
  return { newest: page('second'), top: page('likes'), oldest };
}
