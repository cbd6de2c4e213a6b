// Copies a whole library: its rows stream into an empty target, are read back and compared, and are made searchable. A target that was not
// finished leaves nothing behind. Independent of the database.
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

/** A snapshot of a library. */
export interface LibrarySource extends RowSource {
  close(): Promise<void>;
}

/** An empty library that takes rows. */
export interface LibraryTarget extends RowTarget {
  /** Derives terms and counters from the rows. */
  makeSearchable(): Promise<void>;
  /** Commits the copy. */
  finish(): Promise<void>;
  /** Without `finish`, nothing is left behind. */
  close(): Promise<void>;
}

/** A copy that is complete but not committed yet. */
export interface ArrivedLibrary {
  tables: CopiedTable[];
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A library file that is damaged, or not a library. */
export class UnreadableLibrary extends Error {
  override name = 'UnreadableLibrary';
}

/** Always closes the source, and closes the target when the copy fails. */
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

/** A number that identifies these rows. */
export function markOf(tables: readonly CopiedTable[]): number {
  const digest = createHash('sha256').update(JSON.stringify(tables)).digest('hex');
  return Number.parseInt(digest.slice(0, MARK_DIGITS), 16);
}
