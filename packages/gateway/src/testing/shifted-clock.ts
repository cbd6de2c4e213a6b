// A running clock that can be set forward: for tests over real sockets that must not wait for a timeout or for an answer to grow old.
import { type Clock, systemClock } from '../domain/clock.ts';

export interface ShiftedClock extends Clock {
  advance(ms: number): void;
}

export function createShiftedClock(): ShiftedClock {
  let shiftMs = 0;
  return {
    nowMs: () => systemClock.nowMs() + shiftMs,
    monotonicMs: () => systemClock.monotonicMs() + shiftMs,
    advance(ms) {
      shiftMs += ms;
    },
  };
}

// How long work takes on this thread, for tests that compare two amounts of work on a busy machine.

/** In milliseconds. The clock includes other programs, and CPU time may have ticks of 4 ms: the truth lies between the two. */
export function workTime(work: () => unknown): { least: number; most: number } {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  const [clock, cpu] = [performance.now() - startedAt, (user + system) / 1_000];
  return { least: Math.min(clock, cpu), most: Math.max(clock, cpu) };
}
