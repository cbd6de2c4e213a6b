// Owns `storage drill`: a restore that is tried before it is needed. It backs the ledger up while the gateway serves, restores the backup
// elsewhere, adds it up there and says how long that took. The serving database is only read, but for the note that it went well.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Config, PASSWORD_HINT, readStorageSetting, type StorageConfig } from '../config.ts';
import { formatMoney } from '../domain/money.ts';
import type { LedgerReport } from '../storage/storage.ts';
import type { TransferResult } from '../storage/transfer.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { formatDuration } from './progress.ts';
import { withSession } from './session.ts';
import { renderFields } from './table.ts';
import { clearProgress, transferProgress } from './transfer-view.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  to?: string;
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

function ledgerOf(call: Call, result: TransferResult): LedgerReport {
  clearProgress(call);
  if (result.kind === 'refused') throw new CliError(result.detail, EXIT.no);
  return result.ledger;
}

/** What must be the same before and after: the restore has added everything up by itself. */
function sumsOf({ accounts, entries, calls, balanceMicros, heldMicros }: LedgerReport): string {
  return JSON.stringify([accounts, entries, calls, balanceMicros, heldMicros]);
}

interface Drill {
  backup_ms: number;
  restore_ms: number;
  duration_ms: number;
  backup_bytes: number;
  ledger: { clean: true; accounts: number; entries: number; calls: number; balance: string };
}

async function drill(call: Call, config: Config, folder: string): Promise<Drill> {
  const { moves, clock } = call.world;
  const file = join(folder, 'backup.db');
  const beganMs = clock.monotonicMs();
  const saved = ledgerOf(call, await moves.backup(config.storage, file, transferProgress(call)));
  const savedMs = clock.monotonicMs();
  const to = targetOf(call, config, folder);
  const move = { from: { kind: 'sqlite' as const, file }, to, dataDir: folder };
  const restored = ledgerOf(call, await moves.copy(move, transferProgress(call)));
  const endedMs = clock.monotonicMs();
  if (sumsOf(saved) !== sumsOf(restored))
    throw new CliError('the restored ledger has other sums than the backup', EXIT.no);
  const { accounts, entries, calls, balanceMicros } = restored;
  return {
    backup_ms: Math.round(savedMs - beganMs),
    restore_ms: Math.round(endedMs - savedMs),
    duration_ms: Math.round(endedMs - beganMs),
    backup_bytes: statSync(file).size,
    ledger: { clean: true, accounts, entries, calls, balance: formatMoney(balanceMicros) },
  };
}

/** For metrics, which say how old the last drill is. It went well, whether this can be written or not. */
async function note(call: Call, durationMs: number): Promise<void> {
  const atMs = call.world.clock.nowMs();
  await withSession(call, ({ deps }) => deps.storage.ledger.noteDrill({ atMs, durationMs })).catch(
    (error: Error) => call.world.err(`warning: the ledger could not note the drill: ${error.message}\n`),
  );
}

function drillText({ backup_ms, restore_ms, duration_ms, backup_bytes, ledger }: Drill): string {
  return renderFields([
    ['drill', 'the backup was restored and adds up'],
    ['backup', `${formatDuration(backup_ms)}, ${backup_bytes} bytes`],
    ['restore', formatDuration(restore_ms)],
    ['together', formatDuration(duration_ms)],
    ['accounts', ledger.accounts],
    ['entries', ledger.entries],
    ['calls', ledger.calls],
    ['balance', ledger.balance],
  ]);
}

export const storageDrillCommand: CliCommand<[], Options> = {
  name: 'storage drill',
  summary: 'Try a restore: back up, restore elsewhere, add up, and say how long it took',
  options: [
    {
      flags: '--to <STORAGE>',
      summary:
        'an empty database to restore into, sqlite:FILE or postgres://…; default: a file that is removed again',
    },
  ],
  notes:
    'The gateway may serve meanwhile. Its database is only read. The backup is removed when the drill is over; what was restored with\n' +
    '--to stays there for you to look at. Exit code 1 when the restore did not add up. Metrics tell when the last drill went well and\n' +
    'how long it took: reelgate_drill_timestamp_seconds, reelgate_drill_duration_seconds.',
  examples: ['storage drill', 'storage drill --to postgres://reelgate:PASSWORD@db.internal/reelgate_drill'],
  async run(call) {
    const config = call.world.config(call.configFile);
    const result = await withFolder((folder) => drill(call, config, folder));
    await note(call, result.duration_ms);
    show(call, result, () => drillText(result));
    return EXIT.ok;
  },
};
