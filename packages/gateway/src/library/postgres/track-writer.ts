// Writes the transcripts of records: all of a record together with the record, whose body lists them with their digests. So a record that
// did not change has the same transcripts. A file that says nothing about transcripts leaves the existing ones. A foreign key removes them
// with their record.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import { type IndexEntry, trackContents } from '../record.ts';

/** `entries`: those that are new or changed. One query for each, because the transcripts of one record may have several megabytes. */
export async function writeTracks(
  db: SqlConnection,
  entries: readonly IndexEntry[],
  seqs: ReadonlyMap<string, number>,
): Promise<void> {
  const speaking = entries.filter(({ tracks }) => tracks.length > 0);
  if (speaking.length === 0) return;
  const all = speaking.map(({ id }) => seqs.get(id)!);
  await db.run('DELETE FROM library_tracks WHERE seq = ANY($1::bigint[])', all);
  for (const entry of speaking) {
    const contents = trackContents(entry);
    await db.run(
      'INSERT INTO library_tracks (seq, place, content) SELECT $1, * FROM unnest($2::bigint[], $3::text[])',
      seqs.get(entry.id),
      contents.map((_, place) => place),
      contents,
    );
  }
}
