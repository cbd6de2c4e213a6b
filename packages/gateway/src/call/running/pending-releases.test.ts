// Proves that a hold which could not be released is tried until the ledger accepts the release, and then never again.
import { expect, test } from 'vitest';
import type { ReleaseCall } from '../../storage/storage.ts';
import { PendingReleases } from './pending-releases.ts';

const release = (requestId: string) => ({ hold: { requestId } }) as unknown as ReleaseCall;

test('each hold is released once; a release that the ledger rejects waits for the next run, with those queued behind it', async () => {
  const holds = new PendingReleases();
  for (const id of ['a', 'b', 'c']) holds.add(release(id));
  const taken: string[] = [];
  let isAway = true;
  const calls = {
    release: async ({ hold }: ReleaseCall) => {
      if (isAway && hold.requestId === 'b') throw new Error('away');
      taken.push(hold.requestId);
      return {} as never;
    },
  };
  await expect(holds.giveBack(calls)).rejects.toThrow('away');
  expect(taken).toEqual(['a']);
  isAway = false;
  await holds.giveBack(calls);
  await holds.giveBack(calls);
  expect(taken).toEqual(['a', 'b', 'c']);
});

test('at most ten thousand are remembered', async () => {
  const holds = new PendingReleases();
  for (let i = 0; i < 10_005; i++) holds.add(release(String(i)));
  let taken = 0;
  await holds.giveBack({
    release: async () => {
      taken++;
      return {} as never;
    },
  });
  expect(taken).toBe(10_000);
});
