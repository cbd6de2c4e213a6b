// Owns the backup of a SQLite ledger that may be in use: one snapshot into a new file, added up again before it gets its name.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { TransferResult } from '../transfer.ts';
import { SqliteConnection } from './connection.ts';
import { giveName, removeDatabase, verifyFile } from './import.ts';

export function backupSqlite(file: string, to: string): TransferResult {
  if (!existsSync(file)) return { kind: 'refused', detail: `there is no database at ${file}` };
  if (existsSync(to))
    return { kind: 'refused', detail: `${to} exists already: a backup goes into a new file` };
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  const unfinished = `${to}.unfinished`;
  removeDatabase(unfinished);
  try {
    return copyAndVerify(file, unfinished, to);
  } finally {
    removeDatabase(unfinished);
  }
}

/** VACUUM INTO reads one snapshot, however much is written meanwhile, and never waits for a writer. */
function copyAndVerify(file: string, unfinished: string, to: string): TransferResult {
  withDatabase(file, { readOnly: true }, (db) => db.run('VACUUM INTO ?', unfinished));
  const ledger = withDatabase(unfinished, { readOnly: false }, (db) => {
    db.migrate();
    const report = verifyFile(db);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    return report;
  });
  if (ledger.differenceCount > 0)
    return {
      kind: 'refused',
      detail: `the ledger has ${ledger.differenceCount} differences: see "ledger verify"`,
    };
  giveName(unfinished, to);
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
