// Owns the sample library: a few hundred invented videos in many languages, so that a fresh gateway has something to
// find. They are ordinary records marked `sample`; they enter only a data folder that has no library yet, and leave
// together.
import { fileURLToPath } from 'node:url';
import type { Clock } from '../domain/clock.ts';
import { type ImportReport, importLibrary } from './import.ts';
import { hasLibrary, openWriter } from './open-store.ts';
import type { LibraryPlace } from './place.ts';

const FOLDER = fileURLToPath(new URL('./sample', import.meta.url));

/** Null when there is a library already, however empty: what a person removed does not come back. */
export async function seedSample(options: {
  place: LibraryPlace;
  clock: Clock;
}): Promise<ImportReport | null> {
  return (await hasLibrary(options.place)) ? null : importLibrary({ ...options, paths: [FOLDER] });
}

/** How many records went. */
export async function removeSample(place: LibraryPlace): Promise<number> {
  const writer = await openWriter(place);
  try {
    return await writer.removeSample();
  } finally {
    await writer.close();
  }
}
