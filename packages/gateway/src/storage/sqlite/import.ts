// Writes a whole ledger into a new SQLite file. The file gets its final name only when it is complete and verified, so an interrupted
// copy is never mistaken for a ledger.
import { existsSync } from 'node:fs';
import type { Row } from '../steps/reading.ts';
import type { LedgerReport } from '../storage.ts';
import type { TransferRefused } from '../transfer/row-transfer.ts';
import type { LibraryNote, TransferTarget } from '../transfer/transfer.ts';
import type { TransferTable } from '../transfer/transfer-tables.ts';
import { SqliteConnection } from './connection.ts';
import { readTable } from './export.ts';
import { writeLibraryNote } from './library-note.ts';
import { beginFile, giveName, removeDatabase } from './new-file.ts';
import { verifyLedger } from './verify.ts';

export interface SqliteImport extends TransferTarget {
  /** Stores which library belongs to the ledger. */
  noteLibrary(note: LibraryNote): void;
}

export function openSqliteImport(file: string): SqliteImport | TransferRefused {
  if (existsSync(file))
    return { kind: 'refused', detail: `${file} exists already: a copy goes into a new file` };
  const unfinished = beginFile(file);
  const db = new SqliteConnection(unfinished, { readOnly: false });
  db.migrate();
  let isOpen = true;
  return {
    write: async (table, rows) => writeRows(db, table, rows),
    read: (table) => readTable(db, table),
    async writeSecret({ fingerprint, secret }) {
      db.runOne('INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, ?, ?)', fingerprint, secret);
    },
    noteLibrary: (note) => writeLibraryNote(db, note),
    verify: async () => verifyFile(db),
    async finish() {
      db.run('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
      isOpen = false;
      giveName(file);
    },
    async close() {
      if (!isOpen) return;
      db.close();
      removeDatabase(unfinished);
    },
  };
}

function writeRows(db: SqliteConnection, { name, columns }: TransferTable, rows: Row[]): void {
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  db.transaction('immediate', () => {
    for (const row of rows) db.runOne(sql, ...names.map((column) => row[column] ?? null));
  });
}

/** The check of the verb `ledger.verify`; it only reads rows. */
export function verifyFile(db: SqliteConnection): LedgerReport {
  const never = () => false;
  const alone = {
    node: '',
    nowMs: 0,
    monotonicMs: 0,
    isNodeGone: never,
    holdsSeen: new Map(),
    progress: null,
  };
  return verifyLedger({ db, ...alone }, { from: 'start' });
}
