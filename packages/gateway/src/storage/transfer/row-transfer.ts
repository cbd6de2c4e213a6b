// Copies rows of whole tables from one database to another: in bounded batches, read back from the target, and compared by count and
// digest. It is independent of the backend and of what the tables contain.
import { createHash } from 'node:crypto';
import type { Row } from '../steps/reading.ts';
import type { TransferTable } from './transfer-tables.ts';

/** A snapshot of some tables. */
export interface RowSource {
  count(table: TransferTable): Promise<number>;
  /** Sorted by the table's key. */
  read(table: TransferTable): AsyncIterable<Row[]>;
}

/** Empty tables to write rows into. */
export interface RowTarget {
  write(table: TransferTable, rows: Row[]): Promise<void>;
  /** Reads back what was written. */
  read(table: TransferTable): AsyncIterable<Row[]>;
}

/** Why a source or target may not be used. The sentence is for the operator and contains no secret. */
export interface TransferRefused {
  kind: 'refused';
  detail: string;
}

export function isRefused(value: object): value is TransferRefused {
  return 'kind' in value && value.kind === 'refused';
}

export const refuseTransfer = (detail: string): TransferRefused => ({ kind: 'refused', detail });

/** A copy goes table by table. After going back, this release does not know the tables of a newer one, and would leave them behind. */
export function refuseNewer(version: number, understood: number): TransferRefused | null {
  if (version <= understood) return null;
  return refuseTransfer(
    `the database has schema version ${version}, and this release knows ${understood}: its copy would lack what a newer release stored. ` +
      'Use this command of the newer release',
  );
}

export interface TransferProgress {
  table: string;
  /** Rows written plus rows read back. */
  done: number;
  total: number;
}

export type OnTransferProgress = (progress: TransferProgress) => void;

export interface CopiedTable {
  table: string;
  rows: number;
  sha256: string;
}

/** Groups single rows into batches. */
export function* inBatches(rows: Iterable<Row>, most: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Copies all tables one after the other, and then reads all of them back from the target. */
export async function copyRows(
  tables: readonly TransferTable[],
  source: RowSource,
  target: RowTarget,
  onProgress: OnTransferProgress,
): Promise<CopiedTable[] | TransferRefused> {
  const step = await stepsOf(tables, source, onProgress);
  const written: CopiedTable[] = [];
  for (const table of tables) {
    const copied = await digestRows(table, source.read(table), async (batch) => {
      await target.write(table, batch);
      step(table.name, batch.length);
    });
    written.push(copied);
  }
  for (const [i, table] of tables.entries()) {
    const found = await digestRows(table, target.read(table), async (batch) =>
      step(table.name, batch.length),
    );
    const { rows, sha256 } = written[i]!;
    if (found.rows !== rows || found.sha256 !== sha256)
      return refuseTransfer(
        `table ${table.name} arrived with ${found.rows} of ${rows} rows, or with changed ones: the copy was discarded`,
      );
  }
  return written;
}

async function stepsOf(
  tables: readonly TransferTable[],
  source: RowSource,
  onProgress: OnTransferProgress,
): Promise<(table: string, rows: number) => void> {
  const progress = { done: 0, total: 0 };
  for (const table of tables) progress.total += 2 * (await source.count(table));
  return (table, rows) => {
    progress.done += rows;
    onProgress({ table, ...progress });
  };
}

export async function digestRows(
  table: TransferTable,
  batches: AsyncIterable<Row[]>,
  each: (batch: Row[]) => Promise<void> = async () => {},
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

/** One row as text, the same for either driver. */
function lineOf({ columns }: TransferTable, row: Row): string {
  const values = Object.keys(columns).map((name) => {
    const value = row[name] ?? null;
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  });
  return `${JSON.stringify(values)}\n`;
}
