// Counters of records by language, which give the size of a library without reading it.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import type { Tally } from '../library-store.ts';

/** Runs inside the transaction that adds or removes the records. A counter that reaches zero is deleted. */
export async function addToTallies(db: SqlConnection, changes: readonly Tally[]): Promise<void> {
  if (changes.length === 0) return;
  await db.run(
    `INSERT INTO library_tallies AS t (language, is_sample, records)
     SELECT language, is_sample, sum(records) FROM unnest($1::text[], $2::boolean[], $3::bigint[])
       AS n (language, is_sample, records) GROUP BY language, is_sample
     ON CONFLICT (language, is_sample) DO UPDATE SET records = t.records + excluded.records`,
    changes.map(({ language }) => language),
    changes.map(({ isSample }) => isSample),
    changes.map(({ records }) => records),
  );
  await db.run('DELETE FROM library_tallies WHERE records = 0');
}
