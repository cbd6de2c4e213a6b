// Collects garbage while the process has nothing to do. V8 collects only when a program allocates, so after a burst of calls, or after
// the start, an idle gateway would keep tens of megabytes of garbage.
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Intervals } from '../domain/clock.ts';

/**
 * When the garbage of the start is collected, once, also while calls run. V8 lets the heap grow by a multiple of what the last collection
 * left, and by far more before the first one: at 32 callers this saves 30 MB.
 */
export const START_MS = 1_000;
/** How often the process looks whether it is idle. A collection of 30 MB takes 35 ms. */
export const LOOK_MS = 10_000;
/** The share of that time that jobs and scrapes of an idle gateway may take. */
export const IDLE_SHARE_MAX = 0.02;
/** A heap that has grown by less since the last collection is left alone. The jobs of an idle gateway take a minute or more for it. */
export const GROWTH_BYTES_MIN = 24 * 1024 * 1024;

interface Heap {
  usedBytes(): number;
  collect(): void;
  /** The share of the time since the last call in which the event loop was busy. */
  busyShare(): number;
}

/** The returned function ends it. */
export function collectWhenIdle(intervals: Intervals, heap: Heap = mainHeap()): () => void {
  let keptBytes = 0;
  const collect = () => {
    heap.collect();
    keptBytes = heap.usedBytes();
  };
  const stopFirst = intervals(START_MS, async () => {
    stopFirst();
    collect();
  });
  const stopLooks = intervals(LOOK_MS, async () => {
    if (heap.busyShare() <= IDLE_SHARE_MAX && heap.usedBytes() - keptBytes >= GROWTH_BYTES_MIN) collect();
  });
  return () => {
    stopFirst();
    stopLooks();
  };
}

/** The heap of this thread. Node offers its collector only under a flag, which may be set while it runs. */
export function mainHeap(): Heap {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let collect: (() => void) | null = null;
  return {
    // process.memoryUsage() opens a file, and fails in a process that has no descriptor left.
    usedBytes: () => getHeapStatistics().used_heap_size,
    collect: () => {
      if (collect === null) setFlagsFromString('--expose-gc');
      collect ??= runInNewContext('gc') as () => void;
      collect();
    },
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}
