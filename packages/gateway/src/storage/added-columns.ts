// Migrations that only add columns, each once for both databases. What needs more, such as a table or an index, stands in
// `<backend>/migrations/`. A node of an older release neither reads nor writes these columns. A migration that has shipped is never edited.
import type { ColumnType } from '../domain/field-table.ts';

export interface AddedColumns {
  name: string;
  /** By table and column: the type, and what else SQL says about the column, which both databases must understand. */
  columns: Readonly<Record<string, Readonly<Record<string, ColumnType | `${ColumnType} ${string}`>>>>;
}

/** By the version of the schema. */
export const addedColumns: Readonly<Record<number, AddedColumns>> = {
  // The request ids by which runs were last requested, as JSON, so that a repeated request is no second run.
  30: { name: 'requested runs', columns: { watches: { run_request_ids: 'text' } } },
  // `paid_to`: up to which position the pages of a collection and the runs of a watch were charged before the ledger was restored; above the
  // row's own position they are asked again, free. `question_ends`: where each question of a collection ended; figures of questions that an
  // older node ended are unknown. `feed_key_id`: which key made the feeds of a watch, so that revoking the key ends them.
  31: {
    name: 'paid before',
    columns: {
      collections: { paid_to: 'integer NOT NULL DEFAULT 0', question_ends: "text NOT NULL DEFAULT ''" },
      watches: { paid_to: 'integer NOT NULL DEFAULT 0', feed_key_id: 'text' },
    },
  },
};

/** One statement for each column, in the words of a database for the types. */
export function addingSql({ columns }: AddedColumns, words: Readonly<Record<ColumnType, string>>): string {
  const typed = (type: string) => type.replace(/^\w+/, (word) => words[word as ColumnType]);
  return Object.entries(columns)
    .flatMap(([table, added]) =>
      Object.entries(added).map(
        ([column, type]) => `ALTER TABLE ${table} ADD COLUMN ${column} ${typed(type)};\n`,
      ),
    )
    .join('');
}

/** All migrations of a database in their sequence. Those that it wrote itself have the numbers between. */
export function inSequence<M>(own: readonly M[], made: (added: AddedColumns) => M): readonly M[] {
  const all = [...own];
  for (const [version, added] of Object.entries(addedColumns)) {
    if (Number(version) > all.length + 1) throw new Error(`there is no migration before ${version}`);
    all.splice(Number(version) - 1, 0, made(added));
  }
  return all;
}
