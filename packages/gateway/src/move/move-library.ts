// Moves the library in a move, a backup or a restore: which file or database it leaves and enters, and that a
// restored library is the one the backup was made with. A target that already has a library is refused.
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

/**
 * Where the library goes with a ledger in SQLite: `served`, where a gateway serves it from; `beside`, next to the
 * ledger as in a backup; `left`, nowhere.
 */
type LibraryWay = 'served' | 'beside' | 'left';

export interface LibraryMove {
  from: StorageConfig;
  to: StorageConfig;
  /** The folder of library.db and the service secret when SQLite is served. */
  dataDir: string;
  library: LibraryWay;
}

/** The opened target of the ledger. */
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
      `the library beside the backup is damaged, or is not the one that the backup was made with (${origin.note.records} records); nothing was kept`,
    );
  }
  if (move.library === 'beside' && 'noteLibrary' in ledger) ledger.noteLibrary(noteOf(arrived));
  return arrived;
}

interface Origin {
  place: LibraryPlace;
  /** The note in the backup that it comes with; null when it does not come from a backup. */
  note: LibraryNote | null;
}

/** A backup has its library beside it. Between two files that one gateway serves nothing has to move. */
function originOf({ from, to, dataDir, library }: LibraryMove): Origin | TransferRefused | null {
  if (library === 'left') return null;
  const note = from.kind === 'sqlite' ? readLibraryNote(from.file) : null;
  if (from.kind === 'sqlite' && note !== null) {
    const file = libraryBeside(from.file);
    if (existsSync(file)) return { place: { file }, note };
    return refuseTransfer(
      `the backup was made with a library of ${note.records} records, which is not at ${file}; put it there, or restore without it: --without-library`,
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

/** Copies the library into the file beside the backup; null when there is no library. */
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
