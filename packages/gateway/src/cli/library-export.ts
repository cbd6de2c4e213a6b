// Owns `library export`: all records as JSON Lines, which an import reads back as they were.
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LibraryPlace } from '../library/place.ts';
import { exportLines } from '../library/shelf.ts';
import type { CliCommand, Invocation } from './command.ts';
import { placeWithLibrary } from './library-place.ts';
import { show } from './output.ts';
import { CliError, EXIT } from './world.ts';

const STANDARD_OUTPUT = '-';

interface Written {
  records: number;
  without_comments: number;
}

async function writeTo(file: string, place: LibraryPlace): Promise<Written> {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx');
  } catch (error) {
    throw new CliError(`cannot make ${file}: ${(error as Error).message}`, EXIT.usage);
  }
  const written = { records: 0, without_comments: 0 };
  try {
    for await (const { text, records, withoutComments } of exportLines(place)) {
      writeSync(descriptor, text);
      written.records += records;
      written.without_comments += withoutComments;
    }
  } finally {
    closeSync(descriptor);
  }
  return written;
}

function left({ without_comments: count }: Written): string {
  return count === 0
    ? ''
    : `${count} of them have more comments than one line may hold, and are without them.\n`;
}

/** Stops when nobody reads any more. */
async function printAll({ world }: Invocation, place: LibraryPlace): Promise<number> {
  for await (const { text } of exportLines(place)) {
    world.out(text);
    if ((await world.outputLoss()) !== null) return EXIT.unavailable;
  }
  return EXIT.ok;
}

export const libraryExportCommand: CliCommand<[string], object> = {
  name: 'library export',
  summary: 'Write all records of the local library into a file',
  arguments: [
    { name: '<file>', summary: 'the JSON Lines file to make; it must not exist; "-" is standard output' },
  ],
  notes:
    'An import of the file makes the same records. Comments of a record that would take more than 1 MiB are left out, and counted.',
  examples: ['library export records.jsonl', 'library export - | gzip > records.jsonl.gz'],
  async run(call) {
    const [name] = call.args;
    const place = await placeWithLibrary(call);
    if (name === STANDARD_OUTPUT && call.json)
      throw new CliError('records and --json do not both fit on standard output; name a file', EXIT.usage);
    if (name === STANDARD_OUTPUT) return printAll(call, place);
    const file = resolve(name);
    const written = await writeTo(file, place);
    show(call, { file, ...written }, () => `Wrote ${written.records} records to ${file}.\n${left(written)}`);
    return EXIT.ok;
  },
};
