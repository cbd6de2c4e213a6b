// Owns `storage backup`: the ledger of this moment in a new file, while the gateway serves. The file is a ledger like any
// other: put in place or copied back, it serves.
import { resolve } from 'node:path';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { clearProgress, copiedData, copiedText, transferProgress } from './transfer-view.ts';
import { CliError, EXIT } from './world.ts';

/** For metrics and `doctor`, which say how old the last one is. The backup is good, whether this can be written or not. */
async function noteBackup(call: Invocation): Promise<void> {
  const atMs = call.world.clock.nowMs();
  await withSession(call, ({ deps }) => deps.storage.ledger.noteBackup({ atMs })).catch((error: Error) =>
    call.world.err(`warning: the ledger could not note that it was backed up: ${error.message}\n`),
  );
}

export const storageBackupCommand: CliCommand<[string], object> = {
  name: 'storage backup',
  summary: 'Write the ledger of this moment into a new file, while the gateway serves',
  arguments: [{ name: '<file>', summary: 'the file to make; it must not exist' }],
  notes:
    'The file is a SQLite ledger, whatever the gateway serves from, and was added up before it got its name. To restore it,\n' +
    'put it in the place of the database, or "storage copy --from sqlite:FILE" it into an empty one. Calls that were running\n' +
    'are in it as holds, which the first start gives back. The library is not in it: "library export" writes that.',
  examples: ['storage backup /backup/reelgate-2026-11-15.db'],
  async run(call) {
    const config = call.world.config(call.configFile);
    const result = await call.world.moves.backup(
      config.storage,
      resolve(call.args[0]),
      transferProgress(call),
    );
    clearProgress(call);
    if (result.kind === 'refused') throw new CliError(result.detail, EXIT.no);
    await noteBackup(call);
    show(call, copiedData(result), () => copiedText(call, result));
    return EXIT.ok;
  },
};
