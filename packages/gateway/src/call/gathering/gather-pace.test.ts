// When pages of collections and watches may begin beside interactive calls. Clock and pauses are the test's.
import { expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { pageRequestId } from '../../domain/request-id.ts';
import { RunningCalls } from '../running/running-calls.ts';
import { GatherPace, MOMENT_MS_MAX, PAGE_EVERY_MS, QUIET_AFTER_MS } from './gather-pace.ts';

/** Time passes only in pauses, and when the test says so. */
class Rig {
  nowMs = 0;
  readonly clock: Clock = { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs };
  readonly running = new RunningCalls();
  onPause = () => {};
  readonly pace = new GatherPace(this.running, this.clock, async (ms) => {
    this.nowMs += ms;
    this.onPause();
  });

  async turn(isStopping?: () => boolean): Promise<number> {
    await this.pace.turn(isStopping);
    return this.nowMs;
  }

  /** A call that runs until the returned function is called. */
  begin(requestId: string): () => Promise<void> {
    const work = Promise.withResolvers<void>();
    const tracked = this.running.track({ accountId: 'a', requestId }, work.promise);
    return () => {
      work.resolve();
      return tracked;
    };
  }

  async call(): Promise<void> {
    await this.begin('r')();
  }
}

test('pages do not wait where no interactive call was seen; pages themselves are none', async () => {
  const rig = new Rig();
  const end = rig.begin(pageRequestId('col_1', 0));
  expect(await Promise.all([rig.turn(), rig.turn(), rig.turn()])).toEqual([0, 0, 0]);
  await end();
});

test('after an interactive call pages begin one after the other, with a pause before each, in their sequence', async () => {
  const rig = new Rig();
  await rig.call();
  const turns = [rig.turn(), rig.turn(), rig.turn()];
  expect(await Promise.all(turns)).toEqual([PAGE_EVERY_MS, 2 * PAGE_EVERY_MS, 3 * PAGE_EVERY_MS]);
});

test('the process is quiet again a while after the last interactive call, and pages that wait go at once', async () => {
  const rig = new Rig();
  await rig.call();
  expect(await rig.turn()).toBe(PAGE_EVERY_MS);
  rig.nowMs = QUIET_AFTER_MS - 1;
  const [first, second] = [rig.turn(), rig.turn()];
  expect([await first, await second]).toEqual([QUIET_AFTER_MS - 1 + PAGE_EVERY_MS, rig.nowMs]);
  rig.nowMs = 2 * QUIET_AFTER_MS;
  expect(await rig.turn()).toBe(2 * QUIET_AFTER_MS);
  await rig.call();
  expect(await rig.turn()).toBe(2 * QUIET_AFTER_MS + PAGE_EVERY_MS);
});

test('a page waits for a moment without interactive calls, and not for ever', async () => {
  const rig = new Rig();
  const end = rig.begin('r');
  expect(await rig.turn()).toBe(PAGE_EVERY_MS + MOMENT_MS_MAX);
  const from = rig.nowMs;
  let ended = Promise.resolve();
  rig.onPause = () => {
    if (rig.nowMs >= from + PAGE_EVERY_MS + MOMENT_MS_MAX / 2) ended = end();
  };
  const began = (await rig.turn()) - from;
  await ended;
  expect(began).toBeGreaterThanOrEqual(PAGE_EVERY_MS + MOMENT_MS_MAX / 2);
  expect(began).toBeLessThan(PAGE_EVERY_MS + MOMENT_MS_MAX);
});

test('a clock that stands still does not keep a page for ever', async () => {
  const rig = new Rig();
  const end = rig.begin('r');
  rig.onPause = () => {
    rig.nowMs = 0;
  };
  expect(await Promise.all([rig.turn(), rig.turn()])).toEqual([0, 0]);
  await end();
});

test('when the process stops, pages that wait do not take their pauses', async () => {
  const rig = new Rig();
  await rig.call();
  let isStopping = false;
  rig.onPause = () => {
    isStopping = true;
  };
  const turns = Array.from({ length: 100 }, () => rig.turn(() => isStopping));
  await Promise.all(turns);
  expect(rig.nowMs).toBe(PAGE_EVERY_MS);
});
