// Owns where a library lies: a file in a data folder. It does not open it.

export interface LibraryPlace {
  /** The folder that holds library.db, or will. */
  dataDir: string;
}

export function libraryPlaceOf({ dataDir }: LibraryPlace): LibraryPlace {
  return { dataDir };
}
