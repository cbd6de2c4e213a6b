// Writes one batch of entries. One query finds which entries are new, changed and unchanged; ranks are assigned sorted by date; and each
// kind of row is written in one query. Runs inside a transaction while no other writer does.
import { hash } from 'node:crypto';
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import type { Tally, Written } from '../library-store.ts';
import { type IndexEntry, KEPT_MARKS, trackContents, withKept } from '../record.ts';
import { RANKS_PER_SECOND, secondOf } from '../searching/rank.ts';
import { TERM_PREFIX } from '../searching/terms.ts';
import { writeComments } from './comment-writer.ts';

/** Assigns ranks within one batch: the first unused rank of a second. Runs inside a transaction while no other writer does. */
class FreeRanks {
  readonly #db: SqlConnection;
  /** The first unused rank of each second that was queried. */
  readonly #free = new Map<number, number>();

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  /** Queries all of these seconds at once. */
  async look(seconds: readonly number[]): Promise<void> {
    const wanted = [...new Set(seconds)].filter((second) => !this.#free.has(second));
    if (wanted.length === 0) return;
    const rows = await this.#db.all(
      `SELECT s.second, (SELECT max(rank) FROM library_records
         WHERE rank >= s.second * ${RANKS_PER_SECOND} AND rank < (s.second + 1) * ${RANKS_PER_SECOND}) AS highest
       FROM unnest($1::bigint[]) AS s (second)`,
      wanted,
    );
    for (const { second, highest } of rows as { second: number; highest: number | null }[])
      this.#free.set(second, highest === null ? second * RANKS_PER_SECOND : highest + 1);
  }

  /** A second with a million records overflows into the next one. */
  async next(second: number): Promise<number> {
    for (let at = second; ; at += 1) {
      await this.look([at]);
      const rank = this.#free.get(at)!;
      if (rank < (at + 1) * RANKS_PER_SECOND) {
        this.#free.set(at, rank + 1);
        return rank;
      }
    }
  }
}

// Counters of records by language, which give the size of a library without reading it.

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

interface Known {
  seq: number;
  rank: number;
  language: string;
  is_sample: boolean;
  digest: string;
  /** The body, if it may have something that a later file need not repeat; otherwise null. */
  body: string | null;
}

export interface Placed {
  entry: IndexEntry;
  rank: number;
}

interface Changed extends Placed {
  known: Known;
}

export async function writeBatch(db: SqlConnection, given: readonly IndexEntry[]): Promise<Written> {
  const known = await findKnown(db, given);
  const entries = given.map((entry) => withStored(entry, known.get(entry.id)));
  const inOrder = entries.toSorted((a, b) => a.second - b.second);
  const ranks = new FreeRanks(db);
  await ranks.look(inOrder.map(({ second }) => second));
  const added: Placed[] = [];
  const changed: Changed[] = [];
  for (const entry of inOrder) {
    const before = known.get(entry.id);
    if (before === undefined) added.push({ entry, rank: await ranks.next(entry.second) });
    else if (before.digest !== digestOfText(entry.body)) {
      const keepsPlace = secondOf(before.rank) === entry.second;
      changed.push({ entry, known: before, rank: keepsPlace ? before.rank : await ranks.next(entry.second) });
    }
  }
  const seqs = await insert(db, added);
  await update(db, changed);
  for (const [id, { seq }] of known) seqs.set(id, seq);
  await writeTracks(
    db,
    [...added, ...changed].map(({ entry }) => entry),
    seqs,
  );
  const discussed = await writeComments(db, entries, seqs);
  await addToTallies(db, talliesOf(added, changed));
  return countOf(entries, added, changed, discussed);
}

function digestOfText(text: Uint8Array): string {
  return hash('sha256', text, 'hex');
}

function withStored(entry: IndexEntry, known: Known | undefined): IndexEntry {
  return known === undefined || known.body === null ? entry : withKept(entry, Buffer.from(known.body));
}

/** By id. Bodies are compared by digest, so that they need not be transferred. */
const MAY_KEEP = KEPT_MARKS.map((mark) => `position('${mark}' IN body) > 0`).join(' OR ');

async function findKnown(db: SqlConnection, entries: readonly IndexEntry[]): Promise<Map<string, Known>> {
  const rows = await db.all(
    `SELECT id, seq, rank, language, is_sample, encode(sha256(convert_to(body, 'UTF8')), 'hex') AS digest,
       CASE WHEN ${MAY_KEEP} THEN body END AS body
     FROM library_records WHERE id = ANY($1::text[])`,
    entries.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id as string, row as unknown as Known]));
}

/** Returns the number of each record by its id. */
async function insert(db: SqlConnection, added: readonly Placed[]): Promise<Map<string, number>> {
  if (added.length === 0) return new Map();
  const rows = await db.all(
    `INSERT INTO library_records (rank, language, is_sample, author, handle, views, title_terms, text_terms, tag_terms, body, id)
     SELECT * FROM unnest(${COLUMN_LISTS}, $11::text[]) RETURNING id, seq`,
    ...columnsOf(added),
    added.map(({ entry }) => entry.id),
  );
  return new Map(rows.map(({ id, seq }) => [id as string, seq as number]));
}

async function update(db: SqlConnection, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  await db.run(
    `UPDATE library_records r SET rank = n.rank, language = n.language, is_sample = n.is_sample, author = n.author,
       handle = n.handle, views = n.views, title_terms = n.title_terms, text_terms = n.text_terms, tag_terms = n.tag_terms,
       body = n.body
     FROM unnest(${COLUMN_LISTS}, $11::bigint[])
       AS n (rank, language, is_sample, author, handle, views, title_terms, text_terms, tag_terms, body, seq)
     WHERE r.seq = n.seq`,
    ...columnsOf(changed),
    changed.map(({ known }) => known.seq),
  );
}

/** One parameter per column, whatever the number of rows. */
export const COLUMN_LISTS =
  '$1::bigint[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[]';

export function columnsOf(placed: readonly Placed[]): unknown[][] {
  const terms = placed.map(({ entry }) => termsByField(textOf(entry.terms)));
  return [
    placed.map(({ rank }) => rank),
    placed.map(({ entry }) => entry.language),
    placed.map(({ entry }) => entry.isSample),
    placed.map(({ entry }) => entry.author),
    placed.map(({ entry }) => entry.handle),
    placed.map(({ entry }) => entry.views),
    terms.map(({ title }) => title),
    terms.map(({ text }) => text),
    terms.map(({ tags }) => tags),
    placed.map(({ entry }) => textOf(entry.body)),
  ];
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Terms come sorted by field, each after a space and with the letter of its field. In the result each term also ends in a space. */
export function termsByField(terms: string): { title: string; text: string; tags: string } {
  const tagsFrom = startOf(terms, TERM_PREFIX.tags);
  const textFrom = Math.min(startOf(terms, TERM_PREFIX.text), tagsFrom);
  const part = (from: number, to: number) => (from === to ? '' : `${terms.slice(from, to)} `);
  return { title: part(0, textFrom), text: part(textFrom, tagsFrom), tags: part(tagsFrom, terms.length) };
}

function startOf(terms: string, prefix: string): number {
  const at = terms.indexOf(` ${prefix}`);
  return at === -1 ? terms.length : at;
}

function talliesOf(added: readonly Placed[], changed: readonly Changed[]): Tally[] {
  const tally = (language: string, isSample: boolean, records: number) => ({ language, isSample, records });
  return [
    ...[...added, ...changed].map(({ entry }) => tally(entry.language, entry.isSample, 1)),
    ...changed.map(({ known }) => tally(known.language, known.is_sample, -1)),
  ];
}

/** A record of which only the comments changed counts as updated. */
function countOf(
  entries: readonly IndexEntry[],
  added: readonly Placed[],
  changed: readonly Changed[],
  discussed: ReadonlySet<string>,
): Written {
  const written = new Set([...added, ...changed].map(({ entry }) => entry.id));
  const others = [...discussed].filter((id) => !written.has(id)).length;
  const updated = changed.length + others;
  return { imported: added.length, updated, unchanged: entries.length - added.length - updated };
}

// Writes the transcripts of records: all of a record together with the record, whose body lists them with their digests. So a record that
// did not change has the same transcripts. A file that says nothing about transcripts leaves the existing ones. A foreign key removes them
// with their record.

/** `entries`: those that are new or changed. One query for each, because the transcripts of one record may have several megabytes. */
async function writeTracks(
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
