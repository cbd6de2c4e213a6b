// Commands on the local library. library/ reads, searches and imports; this file has the options and the output.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, storageAddress } from '../config/config.ts';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '../domain/limits.ts';
import { type ImportProblem, type ImportReport, importLibrary } from '../library/import.ts';
import { type LibraryPlace, libraryPlaceOf } from '../library/library-place.ts';
import { hasLibrary, libraryPath, openWriter } from '../library/open-store.ts';
import { exportLines, findRecord, listRecords, removeRecords } from '../library/record-commands.ts';
import { removeSample } from '../library/sample.ts';
import { libraryStats } from '../library/stats.ts';
import { wholeNumber } from '../terminal/arguments.ts';
import type { AnyCommand, CliCommand, Invocation } from '../terminal/command.ts';
import { withControlPlane } from '../terminal/control-plane.ts';
import { show, tableText } from '../terminal/output.ts';
import { formatDuration, ProgressShown, ratePerSecond } from '../terminal/progress.ts';
import { type Cell, type Columns, mainText, renderFields } from '../terminal/table.ts';
import { plainText } from '../terminal/text-width.ts';
import { CliError, EXIT, NothingThere } from '../terminal/world.ts';
import { libraryPlaceHint } from './wrong-place-hints.ts';

/** Fails without a library: only an import, `library create` or the gateway itself makes one. */
async function placeWithLibrary(call: Invocation): Promise<LibraryPlace> {
  const config = call.world.config(call.configFile);
  const place = libraryPlaceOf(config);
  if (await hasLibrary(place)) return place;
  throw new NothingThere(`there is no library at ${nameOf(config)}; ${libraryPlaceHint(config)}`);
}

function nameOf({ storage, dataDir }: Config): string {
  return storage.kind === 'postgres' ? storageAddress(storage) : libraryPath(dataDir);
}

type ImportCall = Invocation<[string[]]>;

const placeOf = ({ file, line }: ImportProblem) => (line === 0 ? file : `${file}:${line}`);

function tellProblems({ world }: ImportCall, report: ImportReport): void {
  const { problems, problemsOmitted, leftOut, doubles } = report;
  for (const { file, id } of doubles)
    world.err(`${plainText(`${file}: the id ${id} came before in this import; the later record counts`)}\n`);
  for (const one of leftOut.listed) world.err(`${plainText(`${placeOf(one)}: left out: ${one.reason}`)}\n`);
  if (leftOut.records > leftOut.listed.length)
    world.err(`… and facts of ${leftOut.records - leftOut.listed.length} more records\n`);
  for (const one of problems) world.err(`${plainText(`${placeOf(one)}: ${one.reason}`)}\n`);
  if (problemsOmitted > 0) world.err(`… and ${problemsOmitted} more\n`);
}

function summaryText(report: ImportReport): string {
  const { read, imported, updated, unchanged, failed, durationMs, leftOut } = report;
  const lacking =
    leftOut.facts === 0 ? '' : `Left out ${leftOut.facts} facts of ${leftOut.records} records.\n`;
  const rate = ratePerSecond(read, durationMs);
  return (
    `${imported} imported, ${updated} updated, ${unchanged} unchanged, ${failed} refused: ` +
    `${read} records in ${formatDuration(durationMs)} (${rate}/s)\n${lacking}`
  );
}

function reportData(report: ImportReport) {
  const { read, imported, updated, unchanged, failed, durationMs, problems, problemsOmitted, doubles } =
    report;
  const left_out = report.leftOut;
  const figures = { read, imported, updated, unchanged, failed, duration_ms: durationMs };
  return { ...figures, problems, problems_omitted: problemsOmitted, left_out, doubles };
}

const libraryImport: CliCommand<[string[]], object> = {
  name: 'library import',
  summary: 'Import video records into the local library',
  arguments: [
    {
      name: '<path...>',
      summary: 'files and folders: JSON, JSON Lines, CSV, yt-dlp .info.json, a library.db',
    },
  ],
  notes:
    'A record needs an id and a title, a description or tags. Any other fact that cannot be used is left out and counted. ' +
    'A bad record never stops the others. Exit code 1 when a record was refused, or nothing was there to import.',
  examples: [
    'library import videos.jsonl',
    'library import ~/archive/ more.csv',
    'library import /var/lib/reelgate/library.db',
  ],
  async run(call) {
    const place = libraryPlaceOf(call.world.config(call.configFile));
    const shown = new ProgressShown(call.world);
    const report = await importLibrary({
      ...{ place, paths: call.args[0], clock: call.world.clock },
      onProgress: ({ bytesDone: done, bytesTotal: total, read: count }) =>
        shown.tell({ done, total, count, unit: 'records' }),
    });
    shown.clear();
    tellProblems(call, report);
    show(call, reportData(report), () => summaryText(report));
    return report.failed > 0 || report.read === 0 ? EXIT.no : EXIT.ok;
  },
};

const libraryCreate: CliCommand<[], object> = {
  name: 'library create',
  summary: 'Begin a library without records',
  notes:
    'Without a library a gateway sells no records of it, and with PostgreSQL it is not ready either. An import makes one ' +
    'too, so this is only for an empty one. A library that is there stays as it is.',
  examples: ['library create'],
  async run(call) {
    const writer = await openWriter(libraryPlaceOf(call.world.config(call.configFile)));
    try {
      await writer.begin();
    } finally {
      await writer.close();
    }
    show(call, { created: true }, () => 'There is a library now; an import fills it.\n');
    return EXIT.ok;
  },
};

interface ListOptions {
  limit?: number;
  after?: string;
}

const RECORD_ROW: Columns<NonNullable<Awaited<ReturnType<typeof listRecords>>>['records'][number]> = {
  id: 'id',
  published: ({ published_at }) => published_at?.slice(0, 10) ?? null,
  language: ({ language }) => language ?? null,
  title: mainText(({ title }: { title?: string | undefined }) => title ?? null),
};

const libraryList: CliCommand<[], ListOptions> = {
  name: 'library list',
  summary: 'List records of the local library, the newest first',
  options: [
    {
      flags: '--limit <N>',
      summary: `at most this many (default: ${LIST_ITEMS_DEFAULT})`,
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
      const more = next === null ? '' : `More: library list --after ${next}\n`;
      return tableText(call, RECORD_ROW, records, 'The library has no records.') + more;
    });
    return EXIT.ok;
  },
};

const libraryShow: CliCommand<[string], object> = {
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

const libraryRemove: CliCommand<[string[]], { reason: string }> = {
  name: 'library remove',
  summary: 'Take records out of the local library, with a line in the audit log',
  arguments: [{ name: '<id...>', summary: 'of the records, as search results have them' }],
  options: [{ flags: '--reason <TEXT>', summary: 'why; it is written down', isRequired: true }],
  notes:
    'A serving gateway neither finds nor shows them from then on. Nothing is removed when one of them is not there. An import\n' +
    'that has them brings them back. Answers that were paid for before are kept for their buyers as long as all answers are.',
  examples: ['library remove youtube:dQw4w9WgXcQ --reason "takedown notice 4711"'],
  async run(call) {
    const place = await placeWithLibrary(call);
    const ids = [...new Set(call.args[0])];
    for (const id of ids)
      if ((await findRecord(place, id)) === null)
        throw new CliError(`the library has no record "${id}"; nothing was removed`, EXIT.no);
    await withControlPlane(call, async ({ deps, caller }) => {
      const detail = { reason: call.options.reason };
      for (const id of ids) {
        await deps.storage.audit.note({ actor: caller.actor, action: 'library.remove', subject: id, detail });
      }
      await removeRecords(place, ids);
    });
    show(call, { removed: ids }, () => ids.map((id) => `Removed ${id}.\n`).join(''));
    return EXIT.ok;
  },
};

const STANDARD_OUTPUT = '-';

interface Written {
  records: number;
  without_comments: number;
  without_transcripts: number;
}

async function writeTo(file: string, place: LibraryPlace): Promise<Written> {
  // Read before the file is made: a library that cannot be read leaves no file.
  const lines = exportLines(place)[Symbol.asyncIterator]();
  const first = await lines.next();
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx');
  } catch (error) {
    throw new CliError(`cannot make ${file}: ${(error as Error).message}`, EXIT.usage);
  }
  const written = { records: 0, without_comments: 0, without_transcripts: 0 };
  try {
    for (let one = first; one.done !== true; one = await lines.next()) {
      const { text, records, withoutComments, withoutTranscripts } = one.value;
      writeSync(descriptor, text);
      written.records += records;
      written.without_comments += withoutComments;
      written.without_transcripts += withoutTranscripts;
    }
  } catch (error) {
    // Half a file would look like a whole one.
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return written;
}

function left({ without_comments: comments, without_transcripts: transcripts }: Written): string {
  return (
    [
      [comments, 'comments'],
      [transcripts, 'transcripts'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(
      ([count, what]) => `${count} of them have more ${what} than one line may hold, and are without them.\n`,
    )
    .join('');
}

/** Stops when standard output accepts no more. */
async function printAll({ world }: Invocation, place: LibraryPlace): Promise<number> {
  for await (const { text } of exportLines(place)) {
    world.out(text);
    if ((await world.outputLoss()) !== null) return EXIT.unavailable;
  }
  return EXIT.ok;
}

const libraryExport: CliCommand<[string], object> = {
  name: 'library export',
  summary: 'Write all records of the local library into a file',
  arguments: [
    { name: '<file>', summary: 'the JSON Lines file to make; it must not exist; "-" is standard output' },
  ],
  notes:
    'An import of the file makes the same records. Comments of a record that would take more than 8 MiB are left out, and counted.',
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

const LANGUAGES_SHOWN = 10;
const MB = 1_000_000;

const stats: CliCommand<[], object> = {
  name: 'library stats',
  summary: 'Show what the local library holds',
  examples: ['library stats', 'library stats --json'],
  async run(call) {
    const { records, sampleRecords, bytes, languages } = await libraryStats(await placeWithLibrary(call));
    const most = Object.entries(languages).slice(0, LANGUAGES_SHOWN);
    show(call, { records, sample_records: sampleRecords, bytes, languages }, () =>
      renderFields([
        ['records', records],
        ['of these samples', sampleRecords],
        ['size', `${(bytes / MB).toFixed(1)} MB`],
        ...most.map(([language, count]): [string, Cell] => [`language ${language}`, count]),
      ]),
    );
    return EXIT.ok;
  },
};

const libraryRemoveSample: CliCommand<[], object> = {
  name: 'library remove-sample',
  summary: 'Remove the sample records of the first start',
  notes: 'Your own records stay. The samples do not come back.',
  examples: ['library remove-sample'],
  async run(call) {
    const removed = await removeSample(await placeWithLibrary(call));
    show(call, { removed }, () => `Removed ${removed} sample records.\n`);
    return EXIT.ok;
  },
};

export const libraryCommands: AnyCommand[] = [
  libraryImport,
  libraryCreate,
  libraryList,
  libraryShow,
  libraryRemove,
  libraryExport,
  stats,
  libraryRemoveSample,
];
