// What a check of the ledger leaves behind. guarantees/disks.test.ts checks one on a disk that really is read-only, where it may mount one.
import { expect, onTestFinished, test } from 'vitest';
import { isFailure } from '../../domain/failure.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { openAlone } from '../../storage/sqlite/testing/backend.ts';
import { addPayer, publishPrice } from '../../storage/testing/payer.ts';
import { ledgerVerify } from './ledger.admin.ts';

test('a clean check continues from the one before, unless the ledger cannot be written or all of it is asked for', async () => {
  const clock = createTestClock();
  const { storage, close } = await openAlone(clock);
  onTestFinished(close);
  await publishPrice(storage);
  await addPayer(storage, 'acc', 1);
  const check = async (isReadOnly: boolean | undefined, body: { full?: boolean }) => {
    clock.advance(1_000);
    const deps = { storage: { ...storage, isReadOnly }, currency: 'USD', clock } as never;
    const report = await ledgerVerify.run(deps, { params: {}, query: {}, body }, { actor: 'test' });
    if (isFailure(report)) throw new Error(report.detail);
    return report.since === null ? null : Date.parse(report.since);
  };
  expect([await check(true, {}), await check(true, {}), await check(undefined, {})]).toEqual([
    null,
    null,
    null,
  ]);
  const firstMs = clock.nowMs();
  expect([await check(false, {}), await check(true, {}), await check(undefined, {})]).toEqual([
    firstMs,
    firstMs + 1_000,
    firstMs + 1_000,
  ]);
  expect(await check(undefined, { full: true })).toBeNull();
});
