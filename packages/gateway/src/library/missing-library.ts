// Checks whether the PostgreSQL database that nodes share has a library. Earlier releases kept it in a file on each machine, and a search
// finds nothing until the operator has copied it into the database. It only checks.
import { existsSync } from 'node:fs';
import type { Clock } from '../domain/clock.ts';
import { type LibrarySettings, libraryPlaceOf } from './library-place.ts';
import { hasLibrary, libraryPath } from './open-store.ts';

/** A library file that is no longer read, because the library is in PostgreSQL; null when there is none. */
export function unreadLibraryFile({ dataDir, storage }: LibrarySettings): string | null {
  const file = libraryPath(dataDir);
  return storage.kind === 'postgres' && existsSync(file) ? file : null;
}

/** Advice for the operator. It contains no path when `file` is null: not every caller of the readiness check may see paths. */
export function missingLibraryText(file: string | null): string {
  return (
    'The database has no library yet, so nothing of it is sold. ' +
    `"reelgate library import ${file ?? 'FILE'}" brings the records of a machine's library.db, "reelgate library create" begins an empty one.`
  );
}

/** Milliseconds between checks, each of which connects. After copying a library, the operator waits at most this long for the node. */
const LOOK_EVERY_MS = 2_000;

/** Whether the database lacks a library. Once it has one, no further check is made. */
export class MissingLibrary {
  readonly #settings: LibrarySettings;
  readonly #clock: Clock;
  #isMissing: boolean;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** `isServed`: whether this gateway sells the library. */
  constructor(settings: LibrarySettings, clock: Clock, isServed: boolean) {
    this.#settings = settings;
    this.#clock = clock;
    this.#isMissing = isServed && settings.storage.kind === 'postgres';
  }

  async look(): Promise<boolean> {
    if (!this.#isMissing || this.#clock.monotonicMs() - this.#lookedMs < LOOK_EVERY_MS)
      return this.#isMissing;
    this.#lookedMs = this.#clock.monotonicMs();
    this.#isMissing = !(await hasLibrary(libraryPlaceOf(this.#settings)));
    return this.#isMissing;
  }
}
