// One Ctrl-C drains, however often it arrives, and a second one does not wait.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopSignal } from './stop-signal.ts';

test('a signal that a launcher passes on in addition to the terminal is not a second one; a later one is', async () => {
  const signals = new EventEmitter();
  let nowMs = 0;
  let seconds = 0;
  const stopped = stopSignal({ signals, clock: { monotonicMs: () => nowMs } }, () => seconds++);
  signals.emit('SIGINT');
  await stopped;
  nowMs = 999;
  signals.emit('SIGINT');
  expect(seconds).toBe(0);
  nowMs = 1_000;
  signals.emit('SIGTERM');
  expect(seconds).toBe(1);
});
