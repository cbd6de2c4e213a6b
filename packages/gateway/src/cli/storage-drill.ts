// Owns `storage drill`: a restore that is tried before it is needed. It backs ledger and library up while the gateway serves, restores them
// elsewhere, adds the ledger up there, compares the library row by row and says how long that took. The serving database is only read, but
// for the note that it went well.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Config, PASSWORD_HINT, readStorageSetting, type StorageConfig } from '../config/config.ts';
import { formatMoney } from '../domain/money.ts';
import { libraryBeside } from '../library/index.ts';
import type { TransferResult } from '../storage/transfer/transfer.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { formatDuration } from './progress.ts';
import { withSession } from './session.ts';
import { renderFields } from './table.ts';
import {
  clearProgress,
  libraryData,
  libraryText,
  transferProgress,
  WITHOUT_LIBRARY,
} from './transfer-view.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  to?: string;
  withoutLibrary?: boolean;
}

type Call = Invocation<[], Options>;

/** Where the backup and a restored file lie until the drill is over. */
function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reelgate-drill-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

function targetOf({ options }: Call, config: Config, folder: string): StorageConfig {
  if (options.to === undefined) return { kind: 'sqlite', file: join(folder, 'restored.db') };
  const base = config.file === null ? '.' : dirname(config.file);
  const storage = readStorageSetting(options.to, { dataDir: config.dataDir, folder: base });
  if (storage !== null) return storage;
  // The text may hold a password, so it is not repeated.
  throw new CliError(`--to must be sqlite:FILE or postgres://…; ${PASSWORD_HINT}`, EXIT.usage);
}

type Copied = Exclude<TransferResult, { kind: 'refused' }>;

function mustArrive(call: Call, result: TransferResult): Copied {
  clearProgress(call);
  if (result.kind === 'refused') throw new CliError(result.detail, EXIT.no);
  return result;
}

/** What must be the same before and after: the restore has added everything up by itself. */
function sumsOf({ ledger, library }: Copied): string {
  const { accounts, entries, calls, balanceMicros, heldMicros } = ledger;
  return JSON.stringify([accounts, entries, calls, balanceMicros, heldMicros, library]);
}

/** Of the ledger, and of the library where there is one. */
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

/** For metrics, which say how old the last drill is. It went well, whether this can be written or not. */
async function note(call: Call, durationMs: number): Promise<void> {
  const atMs = call.world.clock.nowMs();
  await withSession(call, ({ deps }) => deps.storage.ledger.noteDrill({ atMs, durationMs })).catch(
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

export const storageDrillCommand: CliCommand<[], Options> = {
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
