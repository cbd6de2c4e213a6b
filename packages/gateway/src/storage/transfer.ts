// Owns how one ledger becomes another: rows stream from a source to a target in bounded batches, are read back and compared
// by count and digest, and the ledger is added up again before anything counts as done. It knows no backend, and a target
// that was not finished is as if it had never been begun.
import { createHash } from 'node:crypto';
import type { Row } from './rows.ts';
import type { LedgerReport, StoredSecret } from './storage.ts';
import { TRANSFER_TABLES, type TransferTable } from './transfer-tables.ts';

/** One unchanging view of a ledger. */
export interface TransferSource {
  count(table: TransferTable): Promise<number>;
  /** In the order of the table's key. */
  read(table: TransferTable): AsyncIterable<Row[]>;
  secret(): Promise<StoredSecret | null>;
  /** Why what was read may no longer be all there is; null when it is. Asked once, at the end. */
  whyStale(): Promise<string | null>;
  close(): Promise<void>;
}

/** An empty ledger that takes rows. */
export interface TransferTarget {
  write(table: TransferTable, rows: Row[]): Promise<void>;
  /** What was written. */
  read(table: TransferTable): AsyncIterable<Row[]>;
  writeSecret(secret: StoredSecret): Promise<void>;
  verify(): Promise<LedgerReport>;
  /** Makes it real. */
  finish(): Promise<void>;
  /** Without `finish`, nothing is left behind. */
  close(): Promise<void>;
}

/** Why a source or target may not be used. The sentence is for the operator and holds no secret. */
export interface TransferRefused {
  kind: 'refused';
  detail: string;
}

export function isRefused(value: object): value is TransferRefused {
  return 'kind' in value && value.kind === 'refused';
}

export interface TransferProgress {
  table: string;
  /** Rows written, and read again: both count. */
  done: number;
  total: number;
}

export interface CopiedTable {
  table: string;
  rows: number;
  sha256: string;
}

export type TransferResult =
  | {
      kind: 'copied';
      tables: CopiedTable[];
      ledger: LedgerReport;
      /** Records of the library that went along; null or absent when it stays where it is. */
      library?: number | null;
    }
  | TransferRefused;

export async function copyLedger(
  source: TransferSource,
  target: TransferTarget,
  onProgress: (progress: TransferProgress) => void,
): Promise<TransferResult> {
  const progress = { done: 0, total: 2 * (await countAll(source)) };
  const step = (table: string, rows: number) => {
    progress.done += rows;
    onProgress({ table, ...progress });
  };
  const written: CopiedTable[] = [];
  for (const table of TRANSFER_TABLES) {
    const rows = source.read(table);
    written.push(
      await digest(table, rows, async (batch) => {
        await target.write(table, batch);
        step(table.name, batch.length);
      }),
    );
  }
  for (const [i, table] of TRANSFER_TABLES.entries()) {
    const found = await digest(table, target.read(table), async (batch) => step(table.name, batch.length));
    const { rows, sha256 } = written[i]!;
    if (found.rows !== rows || found.sha256 !== sha256)
      return refuse(
        `table ${table.name} arrived with ${found.rows} of ${rows} rows, or with other ones: nothing was kept`,
      );
  }
  return finish(source, target, written);
}

async function finish(
  source: TransferSource,
  target: TransferTarget,
  tables: CopiedTable[],
): Promise<TransferResult> {
  const ledger = await target.verify();
  if (ledger.differenceCount > 0)
    return refuse(
      `the ledger has ${ledger.differenceCount} differences: run "ledger verify" on the source and settle them first`,
    );
  const stale = await source.whyStale();
  if (stale !== null) return refuse(stale);
  await target.finish();
  // The copy keeps no checkpoint: its first check reads all of it.
  return { kind: 'copied', tables, ledger: { ...ledger, next: null } };
}

const refuse = (detail: string): TransferRefused => ({ kind: 'refused', detail });

async function countAll(source: TransferSource): Promise<number> {
  let all = 0;
  for (const table of TRANSFER_TABLES) all += await source.count(table);
  return all;
}

async function digest(
  table: TransferTable,
  batches: AsyncIterable<Row[]>,
  each: (batch: Row[]) => Promise<void>,
): Promise<CopiedTable> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    for (const row of batch) hash.update(lineOf(table, row));
    await each(batch);
  }
  return { table: table.name, rows, sha256: hash.digest('hex') };
}

/** One row as text, the same whichever driver gave it. */
function lineOf({ columns }: TransferTable, row: Row): string {
  const values = Object.keys(columns).map((name) => {
    const value = row[name] ?? null;
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  });
  return `${JSON.stringify(values)}\n`;
}
