// Owns how one ledger becomes another: its rows stream from a source to a target, and the ledger is added up again before anything
// counts as done. It knows no backend, and a target that was not finished is as if it had never been begun.

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

/** One unchanging view of a ledger. */
export interface TransferSource extends RowSource {
  secret(): Promise<StoredSecret | null>;
  /** Why what was read may no longer be all there is; null when it is. Asked once, at the end. */
  whyStale(): Promise<string | null>;
  close(): Promise<void>;
}

/** An empty ledger that takes rows. */
export interface TransferTarget extends RowTarget {
  writeSecret(secret: StoredSecret): Promise<void>;
  verify(): Promise<LedgerReport>;
  /** Makes it real. */
  finish(): Promise<void>;
  /** Without `finish`, nothing is left behind. */
  close(): Promise<void>;
}

/** What a backup's ledger says of the library that belongs to it. */
export interface LibraryNote {
  records: number;
  /** Tells its rows from others. */
  mark: number;
}

export interface CopiedLedger {
  kind: 'copied';
  tables: CopiedTable[];
  ledger: LedgerReport;
}

/** With the tables of the library that went along; null when none did. */
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
  // The copy keeps no checkpoint: its first check reads all of it.
  return { kind: 'copied', tables, ledger: { ...ledger, next: null } };
}
