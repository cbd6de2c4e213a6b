// Writes the transcripts of a record: all of them together with the record, whose body lists them with their digests. So a record that did
// not change has the same transcripts. A file that says nothing about transcripts leaves the existing ones. A trigger of the file removes
// them with their record.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type IndexEntry, trackContents } from '../record.ts';
import { prepareWrite } from './prepare-write.ts';

export class TrackWriter {
  private readonly clear: StatementSync;
  private readonly insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.clear = prepareWrite(db, 'DELETE FROM track WHERE seq = ?');
    this.insert = prepareWrite(db, 'INSERT INTO track (seq, place, content) VALUES (?, ?, ?)');
  }

  /** Runs inside the transaction of the record, when that is new or changed. */
  write(seq: number, entry: IndexEntry): void {
    if (entry.tracks.length === 0) return;
    this.clear.run(seq);
    for (const [place, content] of trackContents(entry).entries()) this.insert.run(seq, place, content);
  }
}
