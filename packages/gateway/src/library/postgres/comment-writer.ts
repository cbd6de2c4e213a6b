// Owns the writing of comments: all of a record together, and only when they are other ones than before. A file that says nothing of
// comments leaves those that are there.
import { partsOf } from '../../domain/text/parts-of.ts';
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import { commentRows, commentsDigest, type IndexEntry } from '../record.ts';

/** Rows per query; a record may have a hundred thousand comments. */
const ROWS_MAX = 10_000;

/** Returns the ids of records whose comments changed. */
export async function writeComments(
  db: SqlConnection,
  entries: readonly IndexEntry[],
  seqs: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const saved = entries.filter(({ comments }) => comments.length > 0);
  if (saved.length === 0) return new Set();
  const rows = await db.all(
    'SELECT seq, digest FROM library_discussions WHERE seq = ANY($1::bigint[])',
    saved.map(({ id }) => seqs.get(id)),
  );
  const before = new Map(rows.map(({ seq, digest }) => [seq as number, digest as string]));
  const changed = new Set<string>();
  for (const { id, comments } of saved) {
    const seq = seqs.get(id)!;
    const digest = commentsDigest(comments);
    if (before.get(seq) === digest) continue;
    await replaceAll(db, seq, digest, comments);
    changed.add(id);
  }
  return changed;
}

async function replaceAll(
  db: SqlConnection,
  seq: number,
  digest: string,
  comments: Uint8Array,
): Promise<void> {
  await db.run('DELETE FROM library_discussions WHERE seq = $1', seq);
  await db.run('INSERT INTO library_discussions (seq, digest) VALUES ($1, $2)', seq, digest);
  const all = commentRows(comments);
  for (const rows of partsOf(all, ROWS_MAX)) {
    await db.run(
      `INSERT INTO library_comments (seq, root, place, id, second, likes, body) SELECT $1, * FROM
       unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])`,
      seq,
      rows.map(({ root }) => root),
      rows.map(({ place }) => place),
      rows.map(({ id }) => id),
      rows.map(({ second }) => second),
      rows.map(({ likes }) => likes),
      rows.map(({ body }) => body),
    );
  }
}
