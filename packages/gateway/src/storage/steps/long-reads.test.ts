import { expect, test } from 'vitest';
import { VERIFICATIONS_WAITING_MAX } from '../../domain/limits.ts';
import { LongReads } from './long-reads.ts';

test('one check of the ledger runs, some wait, and one more is told that checks are waiting', async () => {
  const reads = new LongReads();
  const end = Promise.withResolvers<string>();
  let running = 0;
  const check = () =>
    reads.verify(() => {
      running++;
      return end.promise;
    });
  const taken = Array.from({ length: 1 + VERIFICATIONS_WAITING_MAX }, check);
  await expect(check()).rejects.toMatchObject({ name: 'StorageUnavailable', overloaded: 'checks' });
  expect(running).toBe(1);
  end.resolve('clean');
  expect(await Promise.all(taken)).toEqual(taken.map(() => 'clean'));
});
