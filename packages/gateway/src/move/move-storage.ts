// Chooses which backend reads and which writes when a whole ledger is moved or backed up, and takes the library
// along. Used by commands, never by a serving process.
import { existsSync } from 'node:fs';
import type { StorageConfig } from '../config/config.ts';
import type { ArrivedLibrary } from '../library/index.ts';
import { fingerprintOf, putSecretInFolder, secretInFolder } from '../secrets/service-secret.ts';
import { backupSqlite } from '../storage/sqlite/backup.ts';
import { openSqliteExport } from '../storage/sqlite/export.ts';
import { openSqliteImport } from '../storage/sqlite/import.ts';
import {
  isRefused,
  type OnTransferProgress,
  refuseTransfer,
  type TransferRefused,
} from '../storage/transfer/row-transfer.ts';
import {
  type CopiedLedger,
  copyLedger,
  type TransferResult,
  type TransferSource,
  type TransferTarget,
} from '../storage/transfer/transfer.ts';
import { bringLibrary, type LedgerTarget, type LibraryMove, noteOf, saveLibrary } from './move-library.ts';

export type Move = LibraryMove;

/** No gateway may serve either of them. The service secret is copied too, so that cursors stay valid. */
export function copyStorage(move: Move, onProgress: OnTransferProgress): Promise<TransferResult> {
  return copyBetween(
    () => openSource(move.from, { mayServe: false }),
    () => openTarget(move.to),
    (source, target) =>
      withLibrary(bringLibrary(move, target, onProgress), async (library) => {
        const refused = await moveSecret(move, source, target);
        return refused ?? copyLedger(source, finishedAfter(library, target), onProgress);
      }),
  );
}

/**
 * The library is copied first and its tables are reported with the ledger's. It leaves nothing behind when the ledger
 * is not copied.
 */
async function withLibrary(
  arrival: Promise<ArrivedLibrary | TransferRefused | null>,
  work: (library: ArrivedLibrary | null) => Promise<CopiedLedger | TransferRefused>,
): Promise<TransferResult> {
  const library = await arrival;
  if (library !== null && isRefused(library)) return library;
  try {
    const copied = await work(library);
    return isRefused(copied) ? copied : { ...copied, library: library?.tables ?? null };
  } finally {
    await library?.close();
  }
}

/** A ledger under its final name means that everything is complete, so the library gets its final name first. */
export function finishedAfter(
  library: Pick<ArrivedLibrary, 'finish'> | null,
  ledger: LedgerTarget,
): TransferTarget {
  return {
    ...ledger,
    async finish() {
      await library?.finish();
      await ledger.finish();
    },
  };
}

/**
 * PostgreSQL stores the secret itself, SQLite has it in a file beside it. A secret from the configuration is not
 * moved.
 */
async function moveSecret(
  { from, to, dataDir }: Move,
  source: TransferSource,
  target: TransferTarget,
): Promise<TransferRefused | null> {
  const stored = await source.secret();
  const inFolder = secretInFolder(dataDir);
  if (stored !== null && stored.secret === null) {
    await target.writeSecret(stored);
    return null;
  }
  const secret = stored?.secret ?? (from.kind === 'sqlite' ? inFolder : null);
  if (secret === null) return null;
  if (to.kind === 'postgres') {
    await target.writeSecret({ fingerprint: fingerprintOf(secret), secret });
  } else if (inFolder === null) {
    putSecretInFolder(dataDir, secret);
  } else if (inFolder !== secret) {
    const detail = `${dataDir} contains the service secret of another database; move that file away first`;
    return { kind: 'refused', detail };
  }
  return null;
}

export interface Backup {
  from: StorageConfig;
  dataDir: string;
  /** The file of the ledger; the library's is beside it. */
  file: string;
  library: 'beside' | 'left';
}

/** Backs up into a new SQLite file, from either backend, also while a gateway serves. */
export async function backupStorage(
  { from, dataDir, file, library }: Backup,
  onProgress: OnTransferProgress,
): Promise<TransferResult> {
  // Checked before the library is copied, which may take minutes.
  if (existsSync(file)) return refuseTransfer(`${file} exists already: a backup goes into a new file`);
  const saved = library === 'left' ? null : saveLibrary(from, dataDir, file, onProgress);
  return withLibrary(Promise.resolve(saved), (arrived) => backupLedger(from, file, arrived, onProgress));
}

async function backupLedger(
  from: StorageConfig,
  file: string,
  library: ArrivedLibrary | null,
  onProgress: OnTransferProgress,
): Promise<CopiedLedger | TransferRefused> {
  const note = library === null ? null : noteOf(library);
  if (from.kind === 'sqlite') return backupSqlite(from.file, file, note, async () => library?.finish());
  return copyBetween(
    () => openSource(from, { mayServe: true }),
    async () => openSqliteImport(file),
    (source, target) => {
      if (note !== null) target.noteLibrary(note);
      return copyLedger(source, finishedAfter(library, target), onProgress);
    },
  );
}

type Opened<T> = Promise<T | TransferRefused>;

async function copyBetween<Target extends TransferTarget, Result>(
  openFrom: () => Opened<TransferSource>,
  openTo: () => Opened<Target>,
  work: (source: TransferSource, target: Target) => Promise<Result>,
): Promise<Result | TransferRefused> {
  const source = await openFrom();
  if (isRefused(source)) return source;
  try {
    const target = await openTo();
    if (isRefused(target)) return target;
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function openSource(storage: StorageConfig, mode: { mayServe: boolean }): Opened<TransferSource> {
  if (storage.kind === 'sqlite') return openSqliteExport(storage.file);
  return (await import('../storage/postgres/export.ts')).openPostgresExport(storage.url, mode);
}

async function openTarget(storage: StorageConfig): Opened<LedgerTarget> {
  if (storage.kind === 'sqlite') return openSqliteImport(storage.file);
  return (await import('../storage/postgres/import.ts')).openPostgresImport(storage.url);
}
