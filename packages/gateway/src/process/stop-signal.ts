// Owns when a process is told to stop: the first signal drains, a second one is for people who cannot wait. It ends nothing by itself.
import type { EventEmitter } from 'node:events';
import type { Clock } from '../domain/clock.ts';

/** One Ctrl-C may arrive twice: from the terminal, and from a launcher that passes it on. Nobody presses twice in this time. */
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
