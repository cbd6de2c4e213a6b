// The last step of a copy and of a backup.
import { expect, test } from 'vitest';
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
