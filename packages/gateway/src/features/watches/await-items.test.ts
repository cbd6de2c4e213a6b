// A wait for the next item of a watch: when the item is delivered at the worst moment, and when other events of the account come first.
import { expect, test } from 'vitest';
import type { Watch } from '../../domain/gathering/watch.ts';
import { awaitItems } from './await-items.ts';

test('an item that is delivered between the reads of a waiting caller ends the wait at once', async () => {
  const watch = { id: 'wat_1', accountId: 'acc_1', items: 0, state: 'active' } as Watch;
  let head = 7;
  const reads: string[] = [];
  /** The commit of an item comes after the first read, whichever that is. */
  const afterFirst = <T>(what: string, value: T): T => {
    if (reads.push(what) === 1) {
      watch.items = 1;
      head = 8;
    }
    return value;
  };
  const waits: number[] = [];
  const refusal = await awaitItems(
    {
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      storage: {
        events: { heads: async () => afterFirst('heads', { acc_1: head }) },
        watches: { find: async () => afterFirst('watch', { ...watch }) },
      },
      waitForEvents: async ({ after }: { after: number }) => {
        waits.push(after);
        return null;
      },
    } as never,
    watch,
    { after: 0, waitMs: 25_000 },
  );
  expect(refusal).toBeNull();
  // Nobody waits for an event after the one that has come.
  expect(waits.filter((after) => after >= 8)).toEqual([]);
});

test('a wait goes on after events of something else for what is left of its time, and ends with that time', async () => {
  const watch = { id: 'wat_1', accountId: 'acc_1', items: 0, state: 'active' } as Watch;
  let [head, nowMs] = [7, 1_000];
  const waits: object[] = [];
  const refusal = await awaitItems(
    {
      clock: { nowMs: () => 0, monotonicMs: () => nowMs },
      storage: {
        events: { heads: async () => ({ acc_1: head }) },
        watches: { find: async () => watch },
      },
      // Each wait ends after ten seconds with an event that is not of the watch.
      waitForEvents: async (asked: object) => {
        waits.push(asked);
        head++;
        nowMs += 10_000;
        return null;
      },
    } as never,
    watch,
    { after: 0, waitMs: 25_000 },
  );
  expect(refusal).toBeNull();
  expect(waits).toEqual([
    { stream: 'acc_1', after: 7, waitMs: 25_000 },
    { stream: 'acc_1', after: 8, waitMs: 15_000 },
    { stream: 'acc_1', after: 9, waitMs: 5_000 },
  ]);
});
