// Owns `library import`: files and folders into the local library, with progress for people and every bad record by
// file and line. The import itself is library/'s.
import { type ImportReport, importLibrary } from '../library/import.ts';
import { libraryPlaceOf } from '../library/place.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { formatDuration, ratePerSecond } from './progress.ts';
import { ProgressShown } from './progress-shown.ts';
import { plainText } from './text-width.ts';
import { EXIT } from './world.ts';

type Call = Invocation<[string[]]>;

function tellProblems({ world }: Call, { problems, problemsOmitted, doubles }: ImportReport): void {
  for (const { file, id } of doubles)
    world.err(`${plainText(`${file}: the id ${id} came before in this import; the later record counts`)}\n`);

  for (const { file, line, reason } of problems) {
    world.err(`${plainText(line === 0 ? `${file}: ${reason}` : `${file}:${line}: ${reason}`)}\n`);
  }
  if (problemsOmitted > 0) world.err(`… and ${problemsOmitted} more\n`);
}

function summaryText(report: ImportReport): string {
  const { read, imported, updated, unchanged, failed, durationMs } = report;
  const rate = ratePerSecond(read, durationMs);
  return (
    `${imported} imported, ${updated} updated, ${unchanged} unchanged, ${failed} refused: ` +
    `${read} records in ${formatDuration(durationMs)} (${rate}/s)\n`
  );
}

function reportData(report: ImportReport) {
  const { read, imported, updated, unchanged, failed, durationMs, problems, problemsOmitted, doubles } =
    report;
  const figures = { read, imported, updated, unchanged, failed, duration_ms: durationMs };
  return { ...figures, problems, problems_omitted: problemsOmitted, doubles };
}

export const libraryImportCommand: CliCommand<[string[]], object> = {
  name: 'library import',
  summary: 'Import video records into the local library',
  arguments: [
    {
      name: '<path...>',
      summary: 'files and folders: JSON, JSON Lines, CSV, yt-dlp .info.json, a library.db',
    },
  ],
  notes:
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
