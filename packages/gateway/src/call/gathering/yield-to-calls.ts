// Collections and watches wait here while interactive calls run: a gathered page takes about a millisecond of this process, which an
// interactive call would otherwise wait for.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallDeps } from '../call-deps.ts';

/** Milliseconds between two looks: an interactive call that is answered from memory takes less. */
const LOOK_MS = 2;
/** Milliseconds. Under steady load there is never a quiet moment, and a collection must still go on. */
export const YIELD_MS_MAX = 50;

/** Resolves when no interactive call runs in this process, and at the latest after `YIELD_MS_MAX`. */
export async function yieldToCalls({ running, clock }: Pick<CallDeps, 'running' | 'clock'>): Promise<void> {
  const untilMs = clock.monotonicMs() + YIELD_MS_MAX;
  while (running.interactive > 0 && clock.monotonicMs() < untilMs) await pause(LOOK_MS);
}
