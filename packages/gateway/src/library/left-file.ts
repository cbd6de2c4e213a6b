// Owns the look whether nodes that share a PostgreSQL database have brought a library there: releases before kept one in a file on each
// machine, and a search of a library that nobody has brought over finds nothing. It only looks.
import { existsSync } from 'node:fs';
import type { Clock } from '../domain/clock.ts';
import { hasLibrary, libraryPath } from './open-store.ts';
import { type LibrarySettings, libraryPlaceOf } from './place.ts';

/** A file that nobody reads, because the library is in PostgreSQL; null when there is none. */
export function unreadLibraryFile({ dataDir, storage }: LibrarySettings): string | null {
  const file = libraryPath(dataDir);
  return storage.kind === 'postgres' && existsSync(file) ? file : null;
}

/** What an operator does about it. The place of a file is not for everybody who may ask whether a node is ready. */
export function missingLibraryText(file: string | null): string {
  return (
    'The database has no library yet, so nothing of it is sold. ' +
    `"reelgate library import ${file ?? 'FILE'}" brings the records of a machine's library.db, "reelgate library create" begins an empty one.`
  );
}

/** Each look connects. Whoever has brought a library over waits so long for this node. */
const LOOK_EVERY_MS = 2_000;

/** Whether the database lacks a library. Once there is one nothing is asked any more. */
export class MissingLibrary {
  readonly #settings: LibrarySettings;
  readonly #clock: Clock;
  #isMissing: boolean;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** `isServed`: whether this gateway sells any of it. */
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
