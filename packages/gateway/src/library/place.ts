// Owns where a library lies: a file, in a data folder or beside a backup, or the database that all nodes share. It opens none of them.

export type LibraryPlace =
  /** The folder that holds library.db, or will. */
  | { dataDir: string }
  /** Any other file. It is read and never written to. */
  | { file: string }
  /** Of the ledger's PostgreSQL database, with one host or several. */
  | { databaseUrl: string };

/** The library lies where the ledger does, so that whatever all nodes share is in one place. */
export function libraryPlaceOf({ storage, dataDir }: LibrarySettings): LibraryPlace {
  return storage.kind === 'postgres' ? { databaseUrl: storage.url } : { dataDir };
}

/** The library of a backup lies beside its ledger. */
export function libraryBeside(ledgerFile: string): string {
  return `${ledgerFile.endsWith('.db') ? ledgerFile.slice(0, -'.db'.length) : ledgerFile}.library.db`;
}

/** As much of the configuration as says where. */
export interface LibrarySettings {
  storage: { kind: 'sqlite' } | { kind: 'postgres'; url: string };
  dataDir: string;
}
