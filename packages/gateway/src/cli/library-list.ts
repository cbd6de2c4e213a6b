// Owns `library list`: a look through the records, the newest first.
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '../domain/limits.ts';
import { listRecords } from '../library/shelf.ts';
import { wholeNumber } from './arguments.ts';
import type { CliCommand } from './command.ts';
import { placeWithLibrary } from './library-place.ts';
import { show, tableText } from './output.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  limit?: number;
  after?: string;
}

const COLUMNS = [
  { title: 'id' },
  { title: 'published' },
  { title: 'language' },
  { title: 'title', canShrink: true },
];

export const libraryListCommand: CliCommand<[], Options> = {
  name: 'library list',
  summary: 'List records of the local library, the newest first',
  options: [
    {
      flags: '--limit <N>',
      summary: `at most so many (default: ${LIST_ITEMS_DEFAULT})`,
      parse: wholeNumber(1, LIST_ITEMS_MAX),
    },
    { flags: '--after <ID>', summary: 'go on after this record' },
  ],
  examples: ['library list', 'library list --limit 500 --after sample-en-01'],
  async run(call) {
    const { limit = LIST_ITEMS_DEFAULT, after = null } = call.options;
    const list = await listRecords(await placeWithLibrary(call), { limit, after });
    if (list === null) throw new CliError(`there is no record "${after}" to go on after`, EXIT.no);
    const { records, next } = list;
    show(call, { records, next }, () => {
      const rows = records.map(({ id, published_at, language, title }) => [
        id,
        published_at?.slice(0, 10) ?? null,
        language ?? null,
        title ?? null,
      ]);
      const more = next === null ? '' : `More: library list --after ${next}\n`;
      return tableText(call, COLUMNS, rows, 'The library has no records.') + more;
    });
    return EXIT.ok;
  },
};
