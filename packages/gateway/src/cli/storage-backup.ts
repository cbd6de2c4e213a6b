// Owns `storage backup`: the ledger of this moment in a new file and the library beside it, while the gateway serves. They are a ledger and
// a library like any other: put in place or copied back, they serve.
import { resolve } from 'node:path';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { clearProgress, copiedData, copiedText, transferProgress, WITHOUT_LIBRARY } from './transfer-view.ts';
import { CliError, EXIT } from './world.ts';

/** For metrics and `doctor`, which say how old the last one is. The backup is good, whether this can be written or not. */
async function noteBackup(call: Invocation): Promise<void> {
  const atMs = call.world.clock.nowMs();
  await withSession(call, ({ deps }) => deps.storage.ledger.noteBackup({ atMs })).catch((error: Error) =>
    call.world.err(`warning: the ledger could not note that it was backed up: ${error.message}\n`),
  );
}

interface Options {
  withoutLibrary?: boolean;
}

export const storageBackupCommand: CliCommand<[string], Options> = {
  name: 'storage backup',
  summary:
    'Write the ledger of this moment into a new file, and the library beside it, while the gateway serves',
  arguments: [{ name: '<file>', summary: 'the file to make; it must not exist' }],
  options: [WITHOUT_LIBRARY],
  notes:
    'The file is a SQLite ledger, whatever the gateway serves from, and was added up before it got its name. The library is beside it:\n' +
    'NAME.library.db for NAME.db. Keep both together. To restore them, put them in the places of the database and of library.db, or\n' +
    '"storage copy --from sqlite:FILE" into an empty database, which takes both and refuses one without the other. Calls that were\n' +
    'running are in it as holds, which the first start gives back.',
  examples: [
    'storage backup /backup/reelgate-2026-11-15.db',
    'storage backup /backup/reelgate-noon.db --without-library',
  ],
  async run(call) {
    const config = call.world.config(call.configFile);
    const { storage: from, dataDir } = config;
    const library = call.options.withoutLibrary === true ? 'left' : 'beside';
    const wanted = { from, dataDir, file: resolve(call.args[0]), library } as const;
    const result = await call.world.moves.backup(wanted, transferProgress(call));
    clearProgress(call);
    if (result.kind === 'refused') throw new CliError(result.detail, EXIT.no);
    await noteBackup(call);
    show(call, copiedData(result), () => copiedText(call, result));
    return EXIT.ok;
  },
};
