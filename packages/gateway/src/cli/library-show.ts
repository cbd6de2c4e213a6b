// Owns `library show`: one record as it is stored.
import { findRecord } from '../library/shelf.ts';
import type { CliCommand } from './command.ts';
import { placeWithLibrary } from './library-place.ts';
import { show } from './output.ts';
import { type Cell, renderFields } from './table.ts';
import { CliError, EXIT } from './world.ts';

export const libraryShowCommand: CliCommand<[string], object> = {
  name: 'library show',
  summary: 'Show one record of the local library',
  arguments: [{ name: '<id>', summary: 'of the record, as search results have it' }],
  examples: ['library show sample-en-01', 'library show youtube:dQw4w9WgXcQ --json'],
  async run(call) {
    const [id] = call.args;
    const record = await findRecord(await placeWithLibrary(call), id);
    if (record === null) throw new CliError(`the library has no record "${id}"`, EXIT.no);
    show(call, { record }, () =>
      renderFields(
        Object.entries(record).map(([name, value]): [string, Cell] => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : value,
        ]),
      ),
    );
    return EXIT.ok;
  },
};
