// Owns where a library lies: a file in a data folder, or the database that all nodes share. It opens neither.

export type LibraryPlace =
  /** The folder that holds library.db, or will. */
  | { dataDir: string }
  /** Of the ledger's PostgreSQL database, with one host or several. */
  | { databaseUrl: string };

/** The library lies where the ledger does, so that whatever all nodes share is in one place. */
export function libraryPlaceOf({ storage, dataDir }: LibrarySettings): LibraryPlace {
  return storage.kind === 'postgres' ? { databaseUrl: storage.url } : { dataDir };
}

/** As much of the configuration as says where. */
export interface LibrarySettings {
  storage: { kind: 'sqlite' } | { kind: 'postgres'; url: string };
  dataDir: string;
}
