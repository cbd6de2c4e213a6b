// Copies a whole library between a file and PostgreSQL, for moves, backups and restores.
import type { OnTransferProgress, TransferRefused } from '../storage/transfer/row-transfer.ts';
import { isRefused } from '../storage/transfer/row-transfer.ts';
import type { LibraryPlace } from './library-place.ts';
import { fileOf } from './open-store.ts';
import { copyLibraryFile, openFileSource, openFileTarget } from './sqlite/whole-library.ts';
import { type ArrivedLibrary, copyLibrary, type LibrarySource, type LibraryTarget } from './whole-library.ts';

/** null when no library was created there. */
async function openLibrarySource(place: LibraryPlace): Promise<LibrarySource | null> {
  if (!('databaseUrl' in place)) return openFileSource(fileOf(place));
  return (await import('./postgres/whole-library.ts')).openDatabaseSource(place.databaseUrl);
}

/** Copies into the target that `openTarget` opens; null when there is no library to move. */
export async function moveLibrary(
  from: LibraryPlace,
  openTarget: () => Promise<LibraryTarget | TransferRefused>,
  onProgress: OnTransferProgress,
): Promise<ArrivedLibrary | TransferRefused | null> {
  const source = await openLibrarySource(from);
  if (source === null) return null;
  const target = await openTarget().catch(async (error: unknown) => {
    // What kept the target from opening is worth more to the operator than a source that does not close.
    await source.close().catch(() => {});
    throw error;
  });
  if (!isRefused(target)) return copyLibrary(source, target, onProgress);
  await source.close();
  return target;
}

/** Copies into a new file. */
export function backUpLibrary(
  from: LibraryPlace,
  file: string,
  onProgress: OnTransferProgress,
): Promise<ArrivedLibrary | TransferRefused | null> {
  if (!('databaseUrl' in from)) return copyLibraryFile(fileOf(from), file);
  return moveLibrary(from, async () => openFileTarget(file), onProgress);
}
