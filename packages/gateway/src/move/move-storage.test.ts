// The last steps of a copy and of a backup.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteExport } from '../storage/sqlite/export.ts';
import { openSqliteImport } from '../storage/sqlite/import.ts';
import { takeNodeLock } from '../storage/sqlite/node-lock.ts';
import { isRefused, type TransferRefused } from '../storage/transfer/row-transfer.ts';
import { copyLedger } from '../storage/transfer/transfer.ts';
import { putLedger } from '../testing/prepared-folder.ts';
import type { LedgerTarget } from './move-library.ts';
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

test('a copy from SQLite is discarded when a gateway has started meanwhile, and is kept when none serves at its end', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, to] = ['from.db', 'to.db'].map((name) => path.join(folder, name)) as [string, string];
  await putLedger(from);
  const source = opened(openSqliteExport(from));
  const copied = async () => {
    const target = opened(openSqliteImport(to));
    try {
      return await copyLedger(source, target, () => {});
    } finally {
      await target.close();
    }
  };
  // Starts after the look before the copy.
  const node = takeNodeLock(`${from}.nodes`, 'late', 4_711);
  expect(await copied()).toMatchObject({ kind: 'refused', detail: expect.stringContaining('process 4711') });
  expect([existsSync(to), openSqliteExport(from)]).toMatchObject([false, { kind: 'refused' }]);
  node.release();
  expect(await copied()).toMatchObject({ kind: 'copied' });
  expect(existsSync(to)).toBe(true);
  await source.close();
});

function opened<T extends object>(found: T | TransferRefused): T {
  if (isRefused(found)) throw new Error(found.detail);
  return found;
}
