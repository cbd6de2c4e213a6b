// Owns the rows of lists in PostgreSQL.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import type {
  AuthorRow,
  CommentOrder,
  ListPlace,
  ListRow,
  ListRows,
  Thread,
  VideoOrder,
} from '../lists/list-rows.ts';

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

/** Steps from author to author through the index, instead of reading the rows of each. */
const AUTHORS = `WITH RECURSIVE steps AS (
    (SELECT author, 1 AS n FROM library_records WHERE author > $1 AND author <> '' ORDER BY author LIMIT 1)
    UNION ALL
    SELECT next.author, steps.n + 1 FROM steps, LATERAL (
      SELECT author FROM library_records r WHERE r.author > steps.author AND r.author <> '' ORDER BY r.author LIMIT 1
    ) next WHERE steps.n < $2
  )
  SELECT steps.author, newest.about FROM steps, LATERAL (
    SELECT (body::json->'author')::text AS about FROM library_records r
    WHERE r.author = steps.author AND r.author <> '' ORDER BY r.rank DESC LIMIT 1
  ) newest ORDER BY steps.author`;

const POPULAR = `SELECT body, views AS value, rank AS place FROM library_records
  WHERE views >= 0 AND rank >= $1 AND (views, rank) < ($2::bigint, $3::bigint) ORDER BY views DESC, rank DESC LIMIT $4`;

const PLACES = `SELECT r.body, p.place AS value, p.seq AS place FROM library_places p JOIN library_records r ON r.seq = p.seq
  WHERE p.playlist = $1 AND (p.place, p.seq) > ($2::bigint, $3::bigint) ORDER BY p.place, p.seq LIMIT $4`;

const LATEST = `SELECT r.body FROM library_places p JOIN library_records r ON r.seq = p.seq
  WHERE p.playlist = $1 ORDER BY p.seq DESC LIMIT 1`;

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

  async authorsAfter(author: string, limit: number): Promise<AuthorRow[]> {
    return (await this.#db.all(AUTHORS, storable(author), limit)) as unknown as AuthorRow[];
  }

  async latestOf(playlist: string): Promise<string | null> {
    return ((await this.#db.get(LATEST, storable(playlist)))?.body as string | undefined) ?? null;
  }

  async countPlaces(playlist: string): Promise<number> {
    const text = 'SELECT count(*) AS n FROM library_places WHERE playlist = $1';
    return (await this.#db.get(text, storable(playlist)))!.n as number;
  }

  async places(playlist: string, after: ListPlace, limit: number): Promise<ListRow[]> {
    return (await this.#db.all(PLACES, storable(playlist), ...after, limit)) as unknown as ListRow[];
  }

  async popular(rankMin: number, after: ListPlace, limit: number): Promise<ListRow[]> {
    return (await this.#db.all(POPULAR, rankMin, ...after, limit)) as unknown as ListRow[];
  }

  async countPopular(rankMin: number, most: number): Promise<number> {
    const text = `SELECT count(*) AS n FROM
      (SELECT 1 FROM library_records WHERE views >= 0 AND rank >= $1 LIMIT $2) AS counted`;
    return (await this.#db.get(text, rankMin, most))!.n as number;
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
