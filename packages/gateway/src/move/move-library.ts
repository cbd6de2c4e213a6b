// Owns the library's part of a move, a backup and a restore: which file or database it leaves and enters, and that a backup brings back the
// library that it was made with. Nothing is put into a place that has one.
import { existsSync } from 'node:fs';
import type { StorageConfig } from '../config/config.ts';
import {
  type ArrivedLibrary,
  backUpLibrary,
  type LibraryPlace,
  type LibraryTarget,
  libraryBeside,
  libraryPath,
  libraryPlaceOf,
  markOf,
  moveLibrary,
  openFileTarget,
  UnreadableLibrary,
} from '../library/index.ts';
import type { PostgresImport } from '../storage/postgres/import.ts';
import type { SqliteImport } from '../storage/sqlite/import.ts';
import { readLibraryNote } from '../storage/sqlite/library-note.ts';
import {
  isRefused,
  type OnTransferProgress,
  refuseTransfer,
  type TransferRefused,
} from '../storage/transfer/row-transfer.ts';
import type { LibraryNote } from '../storage/transfer/transfer.ts';

/** Where the library goes with a ledger in SQLite: to where a gateway serves it from, beside the ledger as a backup has it, or nowhere. */
export type LibraryWay = 'served' | 'beside' | 'left';

export interface LibraryMove {
  from: StorageConfig;
  to: StorageConfig;
  /** Where library.db lies, and the service secret, beside a SQLite database that is served. */
  dataDir: string;
  library: LibraryWay;
}

/** What opens the ledger's new place. */
export type LedgerTarget = SqliteImport | PostgresImport;

type Arrival = Promise<ArrivedLibrary | TransferRefused | null>;

/** null when there is no library, or it stays where it is. */
export async function bringLibrary(
  move: LibraryMove,
  ledger: LedgerTarget,
  onProgress: OnTransferProgress,
): Arrival {
  const origin = originOf(move);
  if (origin === null || isRefused(origin)) return origin;
  const arrived = await orRefused(moveLibrary(origin.place, () => openTarget(move, ledger), onProgress));
  if (arrived === null || isRefused(arrived)) return arrived;
  if (origin.note !== null && origin.note.mark !== markOf(arrived.tables)) {
    await arrived.close();
    return refuseTransfer(
      `the library beside the backup is not the one that it was made with, of ${origin.note.records} records, or is damaged: nothing was kept`,
    );
  }
  if (move.library === 'beside' && 'noteLibrary' in ledger) ledger.noteLibrary(noteOf(arrived));
  return arrived;
}

interface Origin {
  place: LibraryPlace;
  /** Of the backup that it comes with. */
  note: LibraryNote | null;
}

/** A ledger that is a backup has its library beside it. Between two files that one gateway serves nothing has to move. */
function originOf({ from, to, dataDir, library }: LibraryMove): Origin | TransferRefused | null {
  if (library === 'left') return null;
  const note = from.kind === 'sqlite' ? readLibraryNote(from.file) : null;
  if (from.kind === 'sqlite' && note !== null) {
    const file = libraryBeside(from.file);
    if (existsSync(file)) return { place: { file }, note };
    return refuseTransfer(
      `the backup was made with a library of ${note.records} records, which is not at ${file}: put it there, or restore without it: --without-library`,
    );
  }
  if (from.kind === 'sqlite' && to.kind === 'sqlite' && library === 'served') return null;
  return { place: libraryPlaceOf({ storage: from, dataDir }), note };
}

async function openTarget(
  { to, dataDir, library }: LibraryMove,
  ledger: LedgerTarget,
): Promise<LibraryTarget | TransferRefused> {
  if ('connection' in ledger)
    return (await import('../library/postgres/whole-library.ts')).openSessionTarget(ledger.connection);
  const beside = library === 'beside' && to.kind === 'sqlite';
  return openFileTarget(beside ? libraryBeside(to.file) : libraryPath(dataDir));
}

/** Into the file beside the backup; null when there is no library. */
export function saveLibrary(
  from: LibraryMove['from'],
  dataDir: string,
  file: string,
  onProgress: OnTransferProgress,
): Arrival {
  const place = libraryPlaceOf({ storage: from, dataDir });
  return orRefused(backUpLibrary(place, libraryBeside(file), onProgress));
}

export function noteOf({ tables }: ArrivedLibrary): LibraryNote {
  return { records: tables[0]!.rows, mark: markOf(tables) };
}

async function orRefused(work: Arrival): Arrival {
  return work.catch((error: unknown) => {
    if (error instanceof UnreadableLibrary) return refuseTransfer(error.message);
    throw error;
  });
}
