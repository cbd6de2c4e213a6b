// Owns the rows of lists in PostgreSQL.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import type { CommentOrder, ListPlace, ListRow, ListRows, Thread, VideoOrder } from '../list-rows.ts';

const VIDEOS: Record<VideoOrder, string> = {
  newest: `SELECT body, 0 AS value, rank AS place FROM library_records
    WHERE author = $1 AND author <> '' AND $2::bigint >= 0 AND rank < $3 ORDER BY rank DESC LIMIT $4`,
  views: `SELECT body, views AS value, rank AS place FROM library_records
    WHERE author = $1 AND author <> '' AND (views, rank) < ($2::bigint, $3::bigint) ORDER BY views DESC, rank DESC LIMIT $4`,
};

const commentPage = (column: string) =>
  `SELECT body, ${column} AS value, place FROM library_comments WHERE seq = $1 AND root = $2
   AND (${column} < $3 OR (${column} = $3 AND place > $4)) ORDER BY ${column} DESC, place LIMIT $5`;

const COMMENTS: Record<CommentOrder, string> = {
  newest: commentPage('second'),
  top: commentPage('likes'),
  oldest: `SELECT body, 0 AS value, place FROM library_comments
    WHERE seq = $1 AND root = $2 AND $3::bigint >= 0 AND place > $4 ORDER BY place LIMIT $5`,
};

export class PostgresListRows implements ListRows {
  readonly #db: SqlConnection;

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  async authorByHandle(handle: string): Promise<string | null> {
    const row = await this.#db.get(
      "SELECT author FROM library_records WHERE handle = $1 AND handle <> '' ORDER BY rank DESC LIMIT 1",
      storable(handle),
    );
    return (row?.author as string | undefined) ?? null;
  }

  async newestOf(author: string): Promise<string | null> {
    const row = await this.#db.get(
      "SELECT body FROM library_records WHERE author = $1 AND author <> '' ORDER BY rank DESC LIMIT 1",
      storable(author),
    );
    return (row?.body as string | undefined) ?? null;
  }

  async countVideos(author: string): Promise<number> {
    const text = "SELECT count(*) AS n FROM library_records WHERE author = $1 AND author <> ''";
    return (await this.#db.get(text, storable(author)))!.n as number;
  }

  async videos(author: string, order: VideoOrder, after: ListPlace, limit: number): Promise<ListRow[]> {
    return (await this.#db.all(VIDEOS[order], storable(author), ...after, limit)) as unknown as ListRow[];
  }

  async seqOf(video: string): Promise<number | null> {
    const row = await this.#db.get('SELECT seq FROM library_records WHERE id = $1', storable(video));
    return (row?.seq as number | undefined) ?? null;
  }

  async hasComments(seq: number): Promise<boolean> {
    return (await this.#db.get('SELECT 1 AS one FROM library_discussions WHERE seq = $1', seq)) !== undefined;
  }

  async rootOf(seq: number, comment: string): Promise<string | null> {
    const text = 'SELECT root FROM library_comments WHERE seq = $1 AND id = $2';
    return ((await this.#db.get(text, seq, storable(comment)))?.root as string | undefined) ?? null;
  }

  async countComments({ seq, root }: Thread): Promise<number> {
    const text = 'SELECT count(*) AS n FROM library_comments WHERE seq = $1 AND root = $2';
    return (await this.#db.get(text, seq, storable(root)))!.n as number;
  }

  async comments(
    { seq, root }: Thread,
    order: CommentOrder,
    after: ListPlace,
    limit: number,
  ): Promise<ListRow[]> {
    const rows = await this.#db.all(COMMENTS[order], seq, storable(root), ...after, limit);
    return rows as unknown as ListRow[];
  }
}

/** PostgreSQL cannot store NUL in a text. No stored text contains NUL or this replacement, so such a search finds nothing. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
