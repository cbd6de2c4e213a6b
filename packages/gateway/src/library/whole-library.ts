// Owns how a whole library becomes another: its rows stream into an empty place, are read back and compared, and are made ready to be
// searched. A place that was not finished is as if it had never been begun. It knows no backend.
import { createHash } from 'node:crypto';
import {
  type CopiedTable,
  copyRows,
  digestRows,
  isRefused,
  type OnTransferProgress,
  type RowSource,
  type RowTarget,
  type TransferRefused,
} from '../storage/transfer/row-transfer.ts';
import { LIBRARY_TABLES } from './library-tables.ts';

/** One unchanging view of a library. */
export interface LibrarySource extends RowSource {
  close(): Promise<void>;
}

/** An empty library that takes rows. */
export interface LibraryTarget extends RowTarget {
  /** Makes terms and counters of what was written. */
  makeSearchable(): Promise<void>;
  /** Makes it real. */
  finish(): Promise<void>;
  /** Without `finish`, nothing is left behind. */
  close(): Promise<void>;
}

/** Rows that have arrived, and wait to be made real. */
export interface ArrivedLibrary {
  tables: CopiedTable[];
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A library file that is damaged, or none. */
export class UnreadableLibrary extends Error {
  override name = 'UnreadableLibrary';
}

/** Closes the source in any case, and the target when it is of no use. */
export async function copyLibrary(
  source: LibrarySource,
  target: LibraryTarget,
  onProgress: OnTransferProgress,
): Promise<ArrivedLibrary | TransferRefused> {
  let arrived: ArrivedLibrary | null = null;
  try {
    const tables = await copyRows(LIBRARY_TABLES, source, target, onProgress);
    if (isRefused(tables)) return tables;
    await target.makeSearchable();
    arrived = { tables, finish: () => target.finish(), close: () => target.close() };
    return arrived;
  } finally {
    await source.close();
    if (arrived === null) await target.close();
  }
}

export async function digestLibrary(source: LibrarySource): Promise<CopiedTable[]> {
  const tables: CopiedTable[] = [];
  for (const table of LIBRARY_TABLES) tables.push(await digestRows(table, source.read(table)));
  return tables;
}

/** As many hexadecimal digits as a number holds exactly. */
const MARK_DIGITS = 13;

/** A number that tells these rows from any others. */
export function markOf(tables: readonly CopiedTable[]): number {
  const digest = createHash('sha256').update(JSON.stringify(tables)).digest('hex');
  return Number.parseInt(digest.slice(0, MARK_DIGITS), 16);
}
