// Owns the writing of a whole ledger into a new SQLite file. It grows under another name and gets its own only when it is
// complete and proven, so a copy that was cut short is never mistaken for a ledger.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '../rows.ts';
import type { LedgerReport } from '../storage.ts';
import type { TransferRefused, TransferTarget } from '../transfer.ts';
import type { TransferTable } from '../transfer-tables.ts';
import { SqliteConnection } from './connection.ts';
import { readTable } from './export.ts';
import { verifyLedger } from './verify.ts';

export function openSqliteImport(file: string): TransferTarget | TransferRefused {
  if (existsSync(file))
    return { kind: 'refused', detail: `${file} exists already: a copy goes into a new file` };
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished`;
  removeDatabase(unfinished);
  const db = new SqliteConnection(unfinished, { readOnly: false });
  db.migrate();
  let isOpen = true;
  return {
    write: async (table, rows) => writeRows(db, table, rows),
    read: (table) => readTable(db, table),
    async writeSecret({ fingerprint, secret }) {
      db.runOne('INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, ?, ?)', fingerprint, secret);
    },
    verify: async () => verifyFile(db),
    async finish() {
      db.run('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
      isOpen = false;
      giveName(unfinished, file);
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

/** The verb's own check; it looks at nothing but the rows. */
export function verifyFile(db: SqliteConnection): LedgerReport {
  const never = () => false;
  const nobody = {
    node: '',
    nowMs: 0,
    monotonicMs: 0,
    isNodeGone: never,
    holdsSeen: new Map(),
    progress: null,
  };
  return verifyLedger({ db, ...nobody }, { from: 'start' });
}

/** The name is there after a power cut, or it is not: then the file is not either. */
export function giveName(unfinished: string, file: string): void {
  syncPath(unfinished);
  renameSync(unfinished, file);
  syncPath(path.dirname(file));
}

function syncPath(name: string): void {
  const handle = openSync(name, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
