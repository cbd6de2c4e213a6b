// The last steps of a copy and of a backup.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { importLibrary, libraryBeside } from '../library/index.ts';
import { SqliteConnection } from '../storage/sqlite/connection.ts';
import { openSqliteExport } from '../storage/sqlite/export.ts';
import { writeLibraryNote } from '../storage/sqlite/library-note.ts';
import { takeNodeLock } from '../storage/sqlite/node-lock.ts';
import { isRefused } from '../storage/transfer/row-transfer.ts';
import { copyLedger, type TransferTarget } from '../storage/transfer/transfer.ts';
import { putLedger } from '../testing/prepared-folder.ts';
import { bringLibrary, type LedgerTarget, type LibraryMove } from './move-library.ts';
import { finishedAfter } from './move-storage.ts';

test('a ledger gets its final name after its library, and not at all when the library cannot get its own', async () => {
  const steps: string[] = [];
  const ledger = { finish: async () => void steps.push('ledger') } as unknown as LedgerTarget;
  await finishedAfter({ finish: async () => void steps.push('library') }, ledger).finish();
  expect(steps).toEqual(['library', 'ledger']);
  const broken = finishedAfter({ finish: () => Promise.reject(new Error('disk full')) }, ledger);
  await expect(broken.finish()).rejects.toThrow('disk full');
  expect(steps).toEqual(['library', 'ledger']);
});

test('a copy from SQLite is finished only when no gateway has started meanwhile', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'from.db');
  await putLedger(file);
  const source = openSqliteExport(file);
  if (isRefused(source)) throw new Error(source.detail);
  const steps: string[] = [];
  const target = {
    async *read() {},
    verify: async () => ({ differenceCount: 0 }),
    finish: async () => void steps.push('finished'),
  } as unknown as TransferTarget;
  const copy = () => copyLedger(source, target, () => {});
  // Starts after the look before the copy.
  const node = takeNodeLock(`${file}.nodes`, 'late', 4_711);
  expect(await copy()).toMatchObject({ kind: 'refused', detail: expect.stringContaining('process 4711') });
  expect([steps, openSqliteExport(file)]).toMatchObject([[], { kind: 'refused' }]);
  node.release();
  expect(await copy()).toMatchObject({ kind: 'copied' });
  expect(steps).toEqual(['finished']);
  await source.close();
});

test('a restore whose library is not that of the backup is refused, and leaves no file of it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [backup, dataDir] = [path.join(folder, 'backup.db'), path.join(folder, 'data')];
  mkdirSync(dataDir);
  await putLedger(backup);
  const record = path.join(folder, 'one.jsonl');
  writeFileSync(record, '{"id":"a","title":"cat"}');
  await importLibrary({ place: { file: libraryBeside(backup) }, paths: [record], clock: systemClock });
  const db = new SqliteConnection(backup, { readOnly: false });
  writeLibraryNote(db, { records: 1, mark: 4_711 });
  db.close();
  const [from, to] = [backup, path.join(dataDir, 'reelgate.db')].map((file) => ({ kind: 'sqlite', file }));
  const move = { from, to, dataDir, library: 'served' } as LibraryMove;
  const refused = await bringLibrary(move, {} as LedgerTarget, () => {});
  expect(refused).toMatchObject({ kind: 'refused', detail: expect.stringContaining('nothing was kept') });
  expect(readdirSync(dataDir)).toEqual([]);
});
