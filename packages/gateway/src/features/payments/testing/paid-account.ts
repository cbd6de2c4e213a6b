// An account with a saved card and five paid prices in its balance, on a ledger of its own, for tests of payments.
import { toMicros } from '../../../domain/money.ts';
import { createTestClock, type TestClock } from '../../../storage/contracts/storage.contract.ts';
import { PRICE } from '../../../storage/ledger/testing/ledger.ts';
import { openAlone } from '../../../storage/sqlite/testing/backend.ts';
import type { Storage } from '../../../storage/storage.ts';
import { addPayer, publishPrice } from '../../../storage/testing/payer.ts';

export const actor = 'test';
export const log = { warn: () => {}, info: () => {}, error: () => {} };

export async function opened(): Promise<{ storage: Storage; clock: TestClock; close(): Promise<void> }> {
  const clock = createTestClock();
  const { storage, close } = await openAlone(clock);
  await publishPrice(storage);
  await addPayer(storage, 'acc', 0);
  const card = { way: 'stripe', customer: 'cus', card: 'pm' } as const;
  const first = { actor, accountId: 'acc', amountMicros: toMicros(5 * PRICE), reference: 'stripe:pi_first' };
  await storage.payments.credit({ ...first, orderId: null, rechargeId: null, card });
  return { storage, clock, close };
}

export const balanceOf = async (storage: Storage) =>
  (await storage.accounts.find({ idOrName: 'acc' }))!.balanceMicros / PRICE;
