// Owns which backend reads and which writes when a whole ledger moves or is backed up. Commands use it; no serving process does.
import type { StorageConfig } from './config.ts';
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

/** Nobody may serve on either of them. */
export function copyStorage(
  from: StorageConfig,
  to: StorageConfig,
  onProgress: OnProgress,
): Promise<TransferResult> {
  return copyBetween(
    () => openSource(from, { mayServe: false }),
    () => openTarget(to),
    onProgress,
  );
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
    onProgress,
  );
}

type Opened<T> = Promise<T | TransferRefused>;

async function copyBetween(
  openFrom: () => Opened<TransferSource>,
  openTo: () => Opened<TransferTarget>,
  onProgress: OnProgress,
): Promise<TransferResult> {
  const source = await openFrom();
  if (isRefused(source)) return source;
  try {
    const target = await openTo();
    if (isRefused(target)) return target;
    try {
      return await copyLedger(source, target, onProgress);
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
