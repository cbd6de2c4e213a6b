// Backs up a SQLite ledger, also while it is in use: one snapshot into a new file, which is verified before it gets its name.
import { existsSync } from 'node:fs';
import { refuseTransfer, type TransferRefused } from '../transfer/row-transfer.ts';
import type { CopiedLedger, LibraryNote } from '../transfer/transfer.ts';
import { SqliteConnection } from './connection.ts';
import { verifyFile } from './import.ts';
import { writeLibraryNote } from './library-note.ts';
import { beginFile, giveName, removeDatabase } from './new-file.ts';

/** `beforeName` finishes the other parts of the backup: once the ledger has its name, the backup is complete. */
export async function backupSqlite(
  file: string,
  to: string,
  library: LibraryNote | null,
  beforeName: () => Promise<void>,
): Promise<CopiedLedger | TransferRefused> {
  if (!existsSync(file)) return refuseTransfer(`there is no database at ${file}`);
  if (existsSync(to)) return refuseTransfer(`${to} exists already: a backup goes into a new file`);
  const unfinished = beginFile(to);
  try {
    const copied = copyAndVerify(file, unfinished, library);
    if (copied.kind === 'copied') {
      await beforeName();
      giveName(to);
    }
    return copied;
  } finally {
    removeDatabase(unfinished);
  }
}

/** VACUUM INTO reads one snapshot, whatever is written meanwhile, and never waits for a writer. */
function copyAndVerify(
  file: string,
  unfinished: string,
  library: LibraryNote | null,
): CopiedLedger | TransferRefused {
  withDatabase(file, { readOnly: true }, (db) => db.run('VACUUM INTO ?', unfinished));
  const ledger = withDatabase(unfinished, { readOnly: false }, (db) => {
    db.migrate();
    writeLibraryNote(db, library);
    const report = verifyFile(db);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    return report;
  });
  if (ledger.differenceCount > 0)
    return refuseTransfer(`the ledger has ${ledger.differenceCount} differences: see "ledger verify"`);
  return { kind: 'copied', tables: [], ledger };
}

function withDatabase<T>(file: string, mode: { readOnly: boolean }, work: (db: SqliteConnection) => T): T {
  const db = new SqliteConnection(file, mode);
  try {
    return work(db);
  } finally {
    db.close();
  }
}
