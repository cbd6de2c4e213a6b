// What commands print under a title is the field of that name: `charged` never shows a cost, and `created` no other time. The titles are
// read from the sources of all commands, so a new column is checked too.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.join(import.meta.dirname, '..');

/** `charged: right('charged'),` of a table, and `['charged', row.charged],` of a list of fields. */
const COLUMN =
  /^\s+'?([a-z][a-z ,]*?)'?: (?:(?:right|long|below|mainText|extra|wrapped)\()?'([a-z_]+)'\)?,?$/;
const FIELD = /^\s*\['([a-z ,]+)', (?:[a-z]+\.)*([a-z_]+)\],?$/;

/** Other properties of commands and verbs whose values are words. */
const NO_COLUMNS = ['name', 'words'];

/** Titles that are the name of a field elsewhere, and are meant as they are. */
const MEANT = [
  // Records of platforms name it so.
  'cli/buying/record-view.ts videos: video_count',
  'features/providers/provider.cli.ts provider: name',
  // Rows by account: the group is its name.
  'features/usage/usage.cli.ts account: name',
  'features/events/event.cli.ts at: timestamp',
  'features/webhooks/webhook.cli.ts status: last_status',
];

interface Column {
  file: string;
  title: string;
  field: string;
}

const columns: Column[] = globSync(['cli/**/*.ts', 'features/*/*.cli.ts'], { cwd: SRC })
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
  .flatMap((file) =>
    readFileSync(path.join(SRC, file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, title, field] = COLUMN.exec(line) ?? FIELD.exec(line) ?? [];
        return title === undefined || NO_COLUMNS.includes(title) ? [] : [{ file, title, field: field! }];
      }),
  );

const fields = new Set(columns.map(({ field }) => field));

/** Fields that this title names: `kept until` none, `created` the time `created_at`. */
function namedBy(title: string): string[] {
  const name = title.replaceAll(', ', '_').replaceAll(' ', '_');
  return ['', '_at', '_id', '_name'].map((ending) => name + ending).filter((field) => fields.has(field));
}

test('each column and each line of a command shows the field that its title names', () => {
  expect(columns.length).toBeGreaterThan(300);
  const wrong = columns.filter(({ title, field }) => {
    const named = namedBy(title);
    return named.length > 0 && !named.includes(field);
  });
  expect(wrong.map(({ file, title, field }) => `${file} ${title}: ${field}`).sort()).toEqual(
    MEANT.toSorted(),
  );
});
