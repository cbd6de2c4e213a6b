// Owns `library stats`.
import { libraryStats } from '../library/stats.ts';
import type { CliCommand } from './command.ts';
import { placeWithLibrary } from './library-place.ts';
import { show } from './output.ts';
import { type Cell, renderFields } from './table.ts';
import { EXIT } from './world.ts';

const LANGUAGES_SHOWN = 10;
const MB = 1_000_000;

export const libraryStatsCommand: CliCommand<[], object> = {
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
