// Owns `storage copy`: a whole installation from one database into another, proven before it counts. It changes nothing in the
// source, and nothing in the target unless everything arrived.
import { dirname } from 'node:path';
import { type Config, PASSWORD_HINT, readStorageSetting, type StorageConfig } from '../config/config.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { clearProgress, copiedData, copiedText, transferProgress, WITHOUT_LIBRARY } from './transfer-view.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  from?: string;
  to?: string;
  withoutLibrary?: boolean;
}

function storageOf(flag: string, text: string | undefined, config: Config): StorageConfig {
  if (text === undefined) return config.storage;
  const folder = config.file === null ? '.' : dirname(config.file);
  const storage = readStorageSetting(text, { dataDir: config.dataDir, folder });
  if (storage !== null) return storage;
  // The text may hold a password, so it is not repeated.
  throw new CliError(`${flag} must be sqlite, sqlite:FILE or postgres://…; ${PASSWORD_HINT}`, EXIT.usage);
}

function areSame(one: StorageConfig, other: StorageConfig): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Beside a file that is named: in the data folder that is where a gateway serves it from, anywhere else it is as with a backup, and the file
 * brings it along when it is copied again.
 */
function libraryWay(to: StorageConfig, config: Config): 'served' | 'beside' {
  const isElsewhere = to.kind === 'sqlite' && dirname(to.file) !== config.dataDir;
  return isElsewhere && !areSame(to, config.storage) ? 'beside' : 'served';
}

export const storageCopyCommand: CliCommand<[], Options> = {
  name: 'storage copy',
  summary: 'Copy the whole ledger and the library into another, empty database',
  options: [
    {
      flags: '--from <STORAGE>',
      summary: 'sqlite, sqlite:FILE or postgres://…; default: the configured one',
    },
    { flags: '--to <STORAGE>', summary: 'where it goes, in the same form; default: the configured one' },
    WITHOUT_LIBRARY,
  ],
  notes:
    'Keys, balances, entries, calls with their ids, stored answers, usage, prices, audit and admin tokens are copied, read\n' +
    'back and compared, and the ledger is added up again: all of it arrives, or nothing. Stop every gateway first; a\n' +
    'database that is served, or a target that is not empty, is refused. The library goes along: to where a\n' +
    'gateway serves it from, or beside a file that is not in the data folder, as FILE.library.db; a backup brings its own, from\n' +
    'the file beside it. A place that has a library already is refused: with --without-library it is left as it is. A password in a setting stays out of the list of processes: put the\n' +
    'postgres:// URL into the configuration and leave its option out.',
  examples: [
    'storage copy --from sqlite --to postgres://reelgate:PASSWORD@db.internal/reelgate',
    'storage copy --from sqlite:/var/lib/reelgate/reelgate.db',
    'storage copy --to sqlite:/backup/reelgate.db',
  ],
  async run(call) {
    const config = call.world.config(call.configFile);
    const from = storageOf('--from', call.options.from, config);
    const to = storageOf('--to', call.options.to, config);
    if (areSame(from, to)) throw new CliError('--from and --to name the same database', EXIT.usage);
    const library = call.options.withoutLibrary === true ? 'left' : libraryWay(to, config);
    const move = { from, to, dataDir: config.dataDir, library } as const;
    const result = await call.world.moves.copy(move, transferProgress(call));
    clearProgress(call);
    if (result.kind === 'refused') throw new CliError(result.detail, EXIT.no);
    show(call, copiedData(result), () => copiedText(call, result));
    return EXIT.ok;
  },
};
