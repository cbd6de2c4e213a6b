// Waits for the signal to stop: the first signal drains, a second one is passed to `onSecond`. It ends nothing
// itself.
import type { EventEmitter } from 'node:events';
import type { Clock } from '../domain/clock.ts';

/**
 * One Ctrl-C may arrive twice, from the terminal and from a launcher that passes it on. Within this time the second
 * one is ignored.
 */
const ECHO_MS = 1_000;

interface SignalSource {
  signals: Pick<EventEmitter, 'on'>;
  clock: Pick<Clock, 'monotonicMs'>;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
type StopSignal = (typeof SIGNALS)[number];

/** Resolves at the first signal, with its name. */
export function stopSignal(
  { signals, clock }: SignalSource,
  onSecond: (signal: StopSignal) => void,
): Promise<StopSignal> {
  return new Promise((resolve) => {
    let firstMs: number | null = null;
    const hear = (signal: StopSignal) => {
      const nowMs = clock.monotonicMs();
      if (firstMs === null) {
        firstMs = nowMs;
        resolve(signal);
      } else if (nowMs - firstMs >= ECHO_MS) onSecond(signal);
    };
    for (const signal of SIGNALS) signals.on(signal, () => hear(signal));
  });
}
