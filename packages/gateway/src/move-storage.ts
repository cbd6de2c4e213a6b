// Owns which backend reads and which writes when a whole ledger moves or is backed up, and that the library goes along. Commands use it; no serving process does.
import type { StorageConfig } from './config.ts';
import { copyLibrary, hasLibrary, libraryPlaceOf } from './library/index.ts';
import { fingerprintOf, putSecretInFolder, secretInFolder } from './service-secret.ts';
import { backupSqlite } from './storage/sqlite/backup.ts';
import { openSqliteExport } from './storage/sqlite/export.ts';
import { openSqliteImport } from './storage/sqlite/import.ts';
import {
  copyLedger,
  isRefused,
  type TransferProgress,
  type TransferRefused,
  type TransferResult,
  type TransferSource,
  type TransferTarget,
} from './storage/transfer.ts';

type OnProgress = (progress: TransferProgress) => void;

export interface Move {
  from: StorageConfig;
  to: StorageConfig;
  /** Where the service secret lies beside a SQLite database. */
  dataDir: string;
}

/** Nobody may serve on either of them. The service secret goes along, so that cursors in flight stay valid. */
export function copyStorage(move: Move, onProgress: OnProgress): Promise<TransferResult> {
  return copyBetween(
    () => openSource(move.from, { mayServe: false }),
    () => openTarget(move.to),
    async (source, target) => {
      const library = await moveLibrary(move);
      const refused = await moveSecret(move, source, target);
      if (refused !== null) return refused;
      const copied = await copyLedger(source, target, onProgress);
      return isRefused(copied) ? copied : { ...copied, library };
    },
  );
}

/**
 * Before the ledger: a copy that breaks off later is begun again, and finds these records there already. Between two files of one
 * folder nothing has to move, and a file that is there already is somebody's library: nothing is put into it.
 */
async function moveLibrary({ from, to, dataDir }: Move): Promise<number | null> {
  if (from.kind === 'sqlite' && to.kind === 'sqlite') return null;
  const target = libraryPlaceOf({ storage: to, dataDir });
  if (to.kind === 'sqlite' && (await hasLibrary(target))) return null;
  return copyLibrary(libraryPlaceOf({ storage: from, dataDir }), target);
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

/** Into a new SQLite file, whatever the gateway serves from, and while it serves. */
export async function backupStorage(
  from: StorageConfig,
  file: string,
  onProgress: OnProgress,
): Promise<TransferResult> {
  if (from.kind === 'sqlite') return backupSqlite(from.file, file);
  return copyBetween(
    () => openSource(from, { mayServe: true }),
    () => openTarget({ kind: 'sqlite', file }),
    (source, target) => copyLedger(source, target, onProgress),
  );
}

type Opened<T> = Promise<T | TransferRefused>;

async function copyBetween(
  openFrom: () => Opened<TransferSource>,
  openTo: () => Opened<TransferTarget>,
  work: (source: TransferSource, target: TransferTarget) => Promise<TransferResult>,
): Promise<TransferResult> {
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
  return (await import('./storage/postgres/export.ts')).openPostgresExport(storage.url, mode);
}

async function openTarget(storage: StorageConfig): Opened<TransferTarget> {
  if (storage.kind === 'sqlite') return openSqliteImport(storage.file);
  return (await import('./storage/postgres/import.ts')).openPostgresImport(storage.url);
}
