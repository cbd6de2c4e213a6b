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
