// Where a library is stored: in a file of a data folder, in another file such as a backup, or in the database that all nodes share.

export type LibraryPlace =
  /** The folder of library.db, which may not exist yet. */
  | { dataDir: string }
  /** Any other file. It is only read, never written. */
  | { file: string }
  /** The ledger's PostgreSQL database, with one host or several. */
  | {
      databaseUrl: string;
      /** Where this process's index lies while it runs; absent: in a temporary folder. */
      indexDir?: string;
    };

/** The library is stored where the ledger is, so that everything that nodes share is in one place. */
export function libraryPlaceOf({ storage, dataDir }: LibrarySettings): LibraryPlace {
  return storage.kind === 'postgres' ? { databaseUrl: storage.url, indexDir: dataDir } : { dataDir };
}

/** The library of a backup is a file beside its ledger. */
export function libraryBeside(ledgerFile: string): string {
  return `${ledgerFile.endsWith('.db') ? ledgerFile.slice(0, -'.db'.length) : ledgerFile}.library.db`;
}

/** The part of the configuration that determines the place. */
export interface LibrarySettings {
  storage: { kind: 'sqlite' } | { kind: 'postgres'; url: string };
  dataDir: string;
}
