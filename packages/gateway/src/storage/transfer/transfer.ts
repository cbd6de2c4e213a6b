// Copies a whole ledger: its rows stream from a source to a target, and the copy is verified before it counts as done. It is independent
// of the backend. A target that was not finished leaves nothing behind.

import type { LedgerReport, StoredSecret } from '../storage.ts';
import {
  type CopiedTable,
  copyRows,
  isRefused,
  type OnTransferProgress,
  type RowSource,
  type RowTarget,
  refuseTransfer,
  type TransferRefused,
} from './row-transfer.ts';
import { TRANSFER_TABLES } from './transfer-tables.ts';

/** A snapshot of a ledger. */
export interface TransferSource extends RowSource {
  secret(): Promise<StoredSecret | null>;
  /** Why the snapshot may be out of date; null when it is not. Asked once, at the end. */
  whyStale(): Promise<string | null>;
  close(): Promise<void>;
}

/** An empty ledger to write rows into. */
export interface TransferTarget extends RowTarget {
  writeSecret(secret: StoredSecret): Promise<void>;
  verify(): Promise<LedgerReport>;
  /** Makes the copy permanent. */
  finish(): Promise<void>;
  /** Without `finish` before it, the copy is discarded. */
  close(): Promise<void>;
}

/** What the ledger of a backup records about the library that belongs to it. */
export interface LibraryNote {
  records: number;
  /** Distinguishes this library's rows from another's. */
  mark: number;
}

export interface CopiedLedger {
  kind: 'copied';
  tables: CopiedTable[];
  ledger: LedgerReport;
}

/** With the copied tables of the library; null when it was not copied. */
export type TransferResult = (CopiedLedger & { library: CopiedTable[] | null }) | TransferRefused;

export async function copyLedger(
  source: TransferSource,
  target: TransferTarget,
  onProgress: OnTransferProgress,
): Promise<CopiedLedger | TransferRefused> {
  const tables = await copyRows(TRANSFER_TABLES, source, target, onProgress);
  if (isRefused(tables)) return tables;
  const ledger = await target.verify();
  if (ledger.differenceCount > 0)
    return refuseTransfer(
      `the ledger has ${ledger.differenceCount} differences: run "ledger verify" on the source and settle them first`,
    );
  const stale = await source.whyStale();
  if (stale !== null) return refuseTransfer(stale);
  await target.finish();
  // The copy has no checkpoint, so its first check reads everything.
  return { kind: 'copied', tables, ledger: { ...ledger, next: null } };
}
