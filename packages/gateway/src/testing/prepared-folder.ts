// What a data folder holds after a first start and before its first row: the ledger's schema and the sample library. Both are made once
// per worker and copied, because migrations and import cost as much as all the rest of a start, and give the same files every time.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../domain/clock.ts';
import { seedSample } from '../library/index.ts';
import { SqliteConnection } from '../storage/sqlite/connection.ts';

const LEDGER = 'reelgate.db';
const LIBRARY = 'library.db';

let ledger: Buffer | null = null;
let library: Promise<Buffer> | null = null;

async function inFolder<T>(make: (folder: string) => T): Promise<Awaited<T>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-prepared-'));
  try {
    return await make(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeLedger(folder: string): Buffer {
  const file = path.join(folder, LEDGER);
  const connection = new SqliteConnection(file, { readOnly: false });
  connection.migrate();
  connection.close();
  return readFileSync(file);
}

async function makeLibrary(folder: string): Promise<Buffer> {
  await seedSample({ place: { dataDir: folder }, clock: systemClock });
  return readFileSync(path.join(folder, LIBRARY));
}

/** Puts a ledger without a row at this path, which must not exist yet. */
export async function putLedger(file: string): Promise<void> {
  ledger ??= await inFolder(makeLedger);
  writeFileSync(file, ledger, { flag: 'wx' });
}

/** Puts both files into an empty data folder. */
export async function fillDataFolder(folder: string): Promise<void> {
  library ??= inFolder(makeLibrary);
  await putLedger(path.join(folder, LEDGER));
  writeFileSync(path.join(folder, LIBRARY), await library, { flag: 'wx' });
}
