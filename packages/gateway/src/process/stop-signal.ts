// Waits for the signal to stop: the first signal drains, a second one is passed to `onSecond`. It ends nothing
// itself.
import type { EventEmitter } from 'node:events';
import type { Clock } from '../domain/clock.ts';

/**
 * One Ctrl-C may arrive twice, from the terminal and from a launcher that passes it on. Within this time the second
 * one is ignored.
 */
const ECHO_MS = 1_000;

export interface SignalSource {
  signals: Pick<EventEmitter, 'on'>;
  clock: Pick<Clock, 'monotonicMs'>;
}

/** Resolves at the first signal. */
export function stopSignal({ signals, clock }: SignalSource, onSecond: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | null = null;
    const hear = () => {
      const nowMs = clock.monotonicMs();
      if (firstMs === null) {
        firstMs = nowMs;
        resolve();
      } else if (nowMs - firstMs >= ECHO_MS) onSecond();
    };
    for (const signal of ['SIGTERM', 'SIGINT']) signals.on(signal, hear);
  });
}
