// The sample library: a few hundred invented videos in many languages, so that a new gateway has something to find. They are ordinary
// records marked `sample`. They are added only where no library exists yet, and are removed together.
import { fileURLToPath } from 'node:url';
import type { Clock } from '../domain/clock.ts';
import { besideCode } from '../process/places.ts';
import { type ImportReport, importLibrary } from './import.ts';
import type { LibraryPlace } from './library-place.ts';
import { hasLibrary, openWriter } from './open-store.ts';

const FOLDER = fileURLToPath(besideCode('library/sample'));

/** null when there is a library already, even an empty one: samples that an operator removed do not come back. */
export async function seedSample(options: {
  place: LibraryPlace;
  clock: Clock;
}): Promise<ImportReport | null> {
  return (await hasLibrary(options.place)) ? null : importLibrary({ ...options, paths: [FOLDER] });
}

/** Returns how many records were removed. */
export async function removeSample(place: LibraryPlace): Promise<number> {
  const writer = await openWriter(place);
  try {
    return await writer.removeSample();
  } finally {
    await writer.close();
  }
}
