// Owns which backend reads and which writes when a whole ledger moves or is backed up, and that the library goes along. Commands use it; no serving process does.
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

/** Nobody may serve on either of them. The service secret goes along, so that cursors in flight stay valid. */
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

/** The library arrives first and counts together with the ledger; it leaves nothing behind when the ledger does not arrive. */
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

/** A ledger with its name is the sign that everything is there: the library gets its own before. */
function finishedAfter(library: ArrivedLibrary | null, ledger: LedgerTarget): TransferTarget {
  return {
    ...ledger,
    async finish() {
      await library?.finish();
      await ledger.finish();
    },
  };
}

/** PostgreSQL keeps the secret itself, SQLite has it in a file beside it; one from the configuration is nobody's to move. */
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
    const detail = `${dataDir} holds the service secret of another database: move it away first`;
    return { kind: 'refused', detail };
  }
  return null;
}

export interface Backup {
  from: StorageConfig;
  dataDir: string;
  /** The ledger's; the library's lies beside it. */
  file: string;
  library: 'beside' | 'left';
}

/** Into a new SQLite file, whatever the gateway serves from, and while it serves. */
export async function backupStorage(
  { from, dataDir, file, library }: Backup,
  onProgress: OnTransferProgress,
): Promise<TransferResult> {
  // Before a library is copied, which may take minutes.
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
