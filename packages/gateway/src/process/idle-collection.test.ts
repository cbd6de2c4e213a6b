// An idle process gives back the garbage of its start and of a burst; a busy one is never stopped for it.
import { performance } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  collectWhenIdle,
  GROWTH_BYTES_MIN,
  IDLE_SHARE_MAX,
  LOOK_MS,
  mainHeap,
  START_MS,
} from './idle-collection.ts';

function world() {
  const state = { used: 60e6, busy: 0, collected: 0 };
  const looks = new Map<number, () => Promise<void>>();
  const stop = collectWhenIdle(
    (everyMs, look) => {
      looks.set(everyMs, look);
      return () => looks.delete(everyMs);
    },
    {
      usedBytes: () => state.used,
      busyShare: () => state.busy,
      collect: () => {
        state.collected++;
        state.used = 20e6;
      },
    },
  );
  return { state, stop, looks, look: () => looks.get(LOOK_MS)!() };
}

test('the garbage of the start is collected once, also of a busy process', async () => {
  const { state, looks, stop } = world();
  state.busy = 1;
  await looks.get(START_MS)!();
  expect(state.collected).toBe(1);
  expect([...looks.keys()]).toEqual([LOOK_MS]);
  stop();
  expect(looks.size).toBe(0);
});

test('an idle process collects what has grown since the last collection', async () => {
  const { state, look } = world();
  await look();
  expect(state.collected).toBe(1);
  state.used += GROWTH_BYTES_MIN - 1;
  await look();
  expect(state.collected).toBe(1);
  state.used += 1;
  await look();
  await look();
  expect(state.collected).toBe(2);
});

test('a process that answers calls is not stopped for a collection', async () => {
  const { state, look } = world();
  state.busy = IDLE_SHARE_MAX + 0.001;
  await look();
  expect(state.collected).toBe(0);
  state.busy = IDLE_SHARE_MAX;
  await look();
  expect(state.collected).toBe(1);
});

test('the collector of this process frees what nobody uses', async () => {
  let first = async () => {};
  collectWhenIdle((everyMs, work) => {
    if (everyMs === START_MS) first = work;
    return () => {};
  });
  const gone = new WeakRef({ large: new Array(1_000).fill('x') });
  // The reference is kept until the end of the turn in which it was made.
  await new Promise(setImmediate);
  await first();
  expect(gone.deref()).toBeUndefined();
});

test('a process was busy since the last look, and not since its start', async () => {
  let [activeMs, idleMs] = [5_000, 0];
  const meter = vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((now, before) => {
    const [active, idle] =
      now && before ? [now.active - before.active, now.idle - before.idle] : [activeMs, idleMs];
    return { active, idle, utilization: active / (active + idle) };
  });
  onTestFinished(() => meter.mockRestore());
  const heap = mainHeap();
  const shareAfter = (active: number, idle: number) => {
    activeMs += active;
    idleMs += idle;
    return heap.busyShare();
  };
  expect(shareAfter(1_000, 9_000)).toBe(0.1);
  expect(shareAfter(0, 10_000)).toBe(0);
  expect(shareAfter(0, 1_000_000)).toBe(0);
  expect(shareAfter(7_500, 2_500)).toBe(0.75);
});
