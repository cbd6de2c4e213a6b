// Commands that move a whole installation: `storage backup` while the gateway serves, `storage copy` into another database, and `storage
// drill`, a test restore. The source is only read; a target is valid only when everything has arrived.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Config, PASSWORD_HINT, readStorageSetting, type StorageConfig } from '../../config/config.ts';
import { formatMoney } from '../../domain/money.ts';
import { libraryBeside } from '../../library/index.ts';
import type { OnTransferProgress } from '../../storage/transfer/row-transfer.ts';
import type { TransferResult } from '../../storage/transfer/transfer.ts';
import type { AnyCommand, CliCommand, Invocation } from '../../terminal/command.ts';
import { withControlPlane } from '../../terminal/control-plane.ts';
import { show } from '../../terminal/output.ts';
import { formatDuration, ProgressShown } from '../../terminal/progress.ts';
import { type Columns, renderFields, right, tableOf } from '../../terminal/table.ts';
import { CliError, EXIT } from '../../terminal/world.ts';

/** Enough of a digest to compare by eye; --json has all of it. */
const DIGEST_CHARS = 16;

/** The library comes before the ledger, and each has its own progress. */
function transferProgress({ world }: Invocation): OnTransferProgress {
  let shown = new ProgressShown(world);
  let before = 0;
  return ({ done, total, table }) => {
    if (done < before) shown = new ProgressShown(world);
    before = done;
    shown.tell({ done, total, count: done, unit: 'rows', note: table });
  };
}

type Copied = Extract<TransferResult, { kind: 'copied' }>;

const TABLE_ROW: Columns<Copied['tables'][number]> = {
  table: 'table',
  rows: right('rows'),
  sha256: ({ sha256 }) => sha256.slice(0, DIGEST_CHARS),
};

/** For commands that include the library. */
const WITHOUT_LIBRARY = { flags: '--without-library', summary: 'leave the library out' };

function copiedData({ tables, ledger, library }: Copied) {
  const { accounts, entries, calls, balanceMicros } = ledger;
  return {
    tables,
    ledger: { clean: true, accounts, entries, calls, balance: formatMoney(balanceMicros) },
    library: libraryData(library),
  };
}

/** Null when no library was copied. */
function libraryData(tables: Copied['library']) {
  if (tables === null) return null;
  const [records, discussions, comments] = tables.map(({ rows }) => rows);
  return { records, discussions, comments, tables };
}

function libraryText(library: ReturnType<typeof libraryData>): string {
  if (library === null) return 'none';
  return `${library.records} records, ${library.comments} comments on ${library.discussions} of them`;
}

function copiedText({ world }: Invocation, { tables: ledgerTables, ledger, library }: Copied): string {
  const head = renderFields([
    ['ledger', 'clean'],
    ['accounts', ledger.accounts],
    ['entries', ledger.entries],
    ['calls', ledger.calls],
    ['balance', formatMoney(ledger.balanceMicros)],
    ['library', libraryText(libraryData(library))],
  ]);
  const tables = [...ledgerTables, ...(library ?? [])];
  return tables.length === 0 ? head : `${tableOf(TABLE_ROW, tables, world.columns)}\n${head}`;
}

function clearProgress({ world }: Invocation): void {
  new ProgressShown(world).clear();
}

/** For metrics and `doctor`, which report the age of the last backup. The backup is valid even when this cannot be written. */
async function noteBackup(call: Invocation): Promise<void> {
  const atMs = call.world.clock.nowMs();
  await withControlPlane(call, ({ deps }) => deps.storage.ledger.noteBackup({ atMs })).catch((error: Error) =>
    call.world.err(`warning: the ledger could not note that it was backed up: ${error.message}\n`),
  );
}

const storageBackup: CliCommand<[string], { withoutLibrary?: boolean }> = {
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

interface CopyOptions {
  from?: string;
  to?: string;
  withoutLibrary?: boolean;
}

function storageOf(flag: string, text: string | undefined, config: Config): StorageConfig {
  if (text === undefined) return config.storage;
  const folder = config.file === null ? '.' : dirname(config.file);
  const storage = readStorageSetting(text, { dataDir: config.dataDir, folder });
  if (storage !== null) return storage;
  // The text may contain a password, so it is not repeated.
  throw new CliError(`${flag} must be sqlite, sqlite:FILE or postgres://…; ${PASSWORD_HINT}`, EXIT.usage);
}

function areSame(one: StorageConfig, other: StorageConfig): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Where the library goes. In the data folder: to the place that the gateway serves from. For any other file: beside that file, as with a
 * backup, so that the next copy takes it along.
 */
function libraryWay(to: StorageConfig, config: Config): 'served' | 'beside' {
  const isElsewhere = to.kind === 'sqlite' && dirname(to.file) !== config.dataDir;
  return isElsewhere && !areSame(to, config.storage) ? 'beside' : 'served';
}

const storageCopy: CliCommand<[], CopyOptions> = {
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

interface DrillOptions {
  to?: string;
  withoutLibrary?: boolean;
}

type Call = Invocation<[], DrillOptions>;

/** Holds the backup and the restored file until the drill is over. */
function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reelgate-drill-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

function targetOf({ options }: Call, config: Config, folder: string): StorageConfig {
  if (options.to === undefined) return { kind: 'sqlite', file: join(folder, 'restored.db') };
  const base = config.file === null ? '.' : dirname(config.file);
  const storage = readStorageSetting(options.to, { dataDir: config.dataDir, folder: base });
  if (storage !== null) return storage;
  // The text may contain a password, so it is not repeated.
  throw new CliError(`--to must be sqlite:FILE or postgres://…; ${PASSWORD_HINT}`, EXIT.usage);
}

function mustArrive(call: Call, result: TransferResult): Copied {
  clearProgress(call);
  if (result.kind === 'refused') throw new CliError(result.detail, EXIT.no);
  return result;
}

/** Must be equal before and after: the restore computes its own sums. */
function sumsOf({ ledger, library }: Copied): string {
  const { accounts, entries, calls, balanceMicros, heldMicros } = ledger;
  return JSON.stringify([accounts, entries, calls, balanceMicros, heldMicros, library]);
}

/** Size of the ledger, plus the library where there is one. */
function sizeOf(file: string): number {
  const sizes = [file, libraryBeside(file)].map((name) => statSync(name, { throwIfNoEntry: false })?.size);
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

interface Drill {
  backup_ms: number;
  restore_ms: number;
  duration_ms: number;
  backup_bytes: number;
  ledger: { clean: true; accounts: number; entries: number; calls: number; balance: string };
  library: ReturnType<typeof libraryData>;
}

async function drill(call: Call, config: Config, folder: string): Promise<Drill> {
  const { moves, clock } = call.world;
  const file = join(folder, 'backup.db');
  const beganMs = clock.monotonicMs();
  const library = call.options.withoutLibrary === true ? 'left' : 'beside';
  const backup = { from: config.storage, dataDir: config.dataDir, file, library } as const;
  const saved = mustArrive(call, await moves.backup(backup, transferProgress(call)));
  const savedMs = clock.monotonicMs();
  const to = targetOf(call, config, folder);
  const move = { from: { kind: 'sqlite', file }, to, dataDir: folder, library } as const;
  const restored = mustArrive(call, await moves.copy(move, transferProgress(call)));
  const endedMs = clock.monotonicMs();
  if (sumsOf(saved) !== sumsOf(restored))
    throw new CliError('what was restored has other sums than the backup', EXIT.no);
  const { accounts, entries, calls, balanceMicros } = restored.ledger;
  return {
    backup_ms: Math.round(savedMs - beganMs),
    restore_ms: Math.round(endedMs - savedMs),
    duration_ms: Math.round(endedMs - beganMs),
    backup_bytes: sizeOf(file),
    ledger: { clean: true, accounts, entries, calls, balance: formatMoney(balanceMicros) },
    library: libraryData(restored.library),
  };
}

/** For metrics, which report the age of the last drill. The drill is valid even when this cannot be written. */
async function note(call: Call, durationMs: number): Promise<void> {
  const atMs = call.world.clock.nowMs();
  await withControlPlane(call, ({ deps }) => deps.storage.ledger.noteDrill({ atMs, durationMs })).catch(
    (error: Error) => call.world.err(`warning: the ledger could not note the drill: ${error.message}\n`),
  );
}

function drillText({ backup_ms, restore_ms, duration_ms, backup_bytes, ledger, library }: Drill): string {
  return renderFields([
    ['drill', 'the backup was restored and adds up'],
    ['backup', `${formatDuration(backup_ms)}, ${backup_bytes} bytes`],
    ['restore', formatDuration(restore_ms)],
    ['together', formatDuration(duration_ms)],
    ['accounts', ledger.accounts],
    ['entries', ledger.entries],
    ['calls', ledger.calls],
    ['balance', ledger.balance],
    ['library', libraryText(library)],
  ]);
}

const storageDrill: CliCommand<[], DrillOptions> = {
  name: 'storage drill',
  summary: 'Try a restore: back up, restore elsewhere, add up and compare, and say how long it took',
  options: [
    {
      flags: '--to <STORAGE>',
      summary:
        'an empty database to restore into, sqlite:FILE or postgres://…; default: a file that is removed again',
    },
    WITHOUT_LIBRARY,
  ],
  notes:
    'The gateway may serve meanwhile. Its database is only read. The backup is removed when the drill is over; what was restored with\n' +
    '--to stays there for you to look at, and so does a library beside it. Exit code 1 when the restore did not add up, or the library\n' +
    'did not come back row by row. Until the end, ledger and library lie in the folder for temporary files, there and back: with a large\n' +
    'library set TMPDIR, or use --without-library. Metrics tell when the last drill went well and how long it took:\n' +
    'reelgate_drill_timestamp_seconds, reelgate_drill_duration_seconds.',
  examples: ['storage drill', 'storage drill --to postgres://reelgate:PASSWORD@db.internal/reelgate_drill'],
  async run(call) {
    const config = call.world.config(call.configFile);
    const result = await withFolder((folder) => drill(call, config, folder));
    await note(call, result.duration_ms);
    show(call, result, () => drillText(result));
    return EXIT.ok;
  },
};

export const moveCommands: AnyCommand[] = [storageBackup, storageCopy, storageDrill];
