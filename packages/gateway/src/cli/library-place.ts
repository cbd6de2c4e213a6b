// Owns the look whether there is a library where the configuration says. Only an import, or the gateway itself, makes one.
import { type Config, storageAddress } from '../config/config.ts';
import { hasLibrary, libraryPath } from '../library/open-store.ts';
import { type LibraryPlace, libraryPlaceOf } from '../library/place.ts';
import type { Invocation } from './command.ts';
import { libraryElsewhere } from './elsewhere.ts';
import { NothingThere } from './world.ts';

export async function placeWithLibrary(call: Invocation): Promise<LibraryPlace> {
  const config = call.world.config(call.configFile);
  const place = libraryPlaceOf(config);
  if (await hasLibrary(place)) return place;
  throw new NothingThere(`there is no library at ${nameOf(config)}; ${libraryElsewhere(config)}`);
}

function nameOf({ storage, dataDir }: Config): string {
  return storage.kind === 'postgres' ? storageAddress(storage) : libraryPath(dataDir);
}
