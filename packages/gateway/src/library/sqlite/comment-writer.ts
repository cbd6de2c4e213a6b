// Writes a record's comments: all of them together, and only when they changed. A file without comments leaves the existing ones.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { commentRows, commentsDigest, type IndexEntry } from '../record.ts';
import { prepareWrite } from './format.ts';

export class CommentWriter {
  private readonly db: DatabaseSync;
  private readonly digest: StatementSync;
  private readonly setDigest: StatementSync;
  private readonly clear: StatementSync;
  private readonly insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.digest = db.prepare('SELECT digest FROM discussion WHERE seq = ?');
    this.setDigest = prepareWrite(
      db,
      'INSERT INTO discussion (seq, digest) VALUES (?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest',
    );
    this.clear = prepareWrite(db, 'DELETE FROM comment WHERE seq = ?');
    this.insert = prepareWrite(
      db,
      'INSERT INTO comment (seq, root, place, id, second, likes, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
  }

  /** Runs inside the transaction of the record. True when anything changed. */
  write(seq: number, { comments }: IndexEntry): boolean {
    if (comments.length === 0) return false;
    const digest = commentsDigest(comments);
    if ((this.digest.get(seq) as { digest: string } | undefined)?.digest === digest) return false;
    this.clear.run(seq);
    for (const { root, place, id, second, likes, body } of commentRows(comments))
      this.insert.run(seq, root, place, id, second, likes, body);
    this.setDigest.run(seq, digest);
    return true;
  }

  remove(seq: number): void {
    this.clear.run(seq);
    prepareWrite(this.db, 'DELETE FROM discussion WHERE seq = ?').run(seq);
  }

  removeSample(): void {
    for (const table of ['comment', 'discussion'])
      this.db.exec(`DELETE FROM ${table} WHERE seq IN (SELECT seq FROM record WHERE is_sample = 1)`);
  }
}
