// How the primary ends workers, with workers that the test plays: when each listens and ends is decided here, not by the machine.
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { Primary } from './primary.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** It hears nothing until it listens; from then on it ends when it is told to drain. */
class PlayedWorker extends EventEmitter {
  process = { pid: 1 };
  isListening = false;
  told = 0;

  send({ ask, topic }: { ask: number; topic: string }): void {
    if (topic !== 'drain') return;
    this.told++;
    if (!this.isListening) return;
    setImmediate(() => {
      this.emit('message', { answer: ask, value: null });
      this.emit('exit', 0, null);
    });
  }
}

test('a worker that is still starting is told to drain until it hears it, and draining ends when the worker has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const worker = new PlayedWorker();
  vi.spyOn(cluster, 'setupPrimary').mockImplementation(() => {});
  vi.spyOn(cluster, 'fork').mockReturnValue(worker as unknown as Worker);
  const ignored = { handlers: {}, onServing: () => {}, say: () => {} };
  const primary = new Primary({ count: 1, clock: systemClock, ...ignored });
  const started = primary.start();
  let isDrained = false;
  const drained = primary.drain().then(() => {
    isDrained = true;
  });
  for (let tries = 1; tries <= 5; tries++) {
    expect([worker.told, isDrained]).toEqual([tries, false]);
    await vi.runOnlyPendingTimersAsync();
  }
  worker.isListening = true;
  await vi.runOnlyPendingTimersAsync();
  await drained;
  expect(await started).toBe(0);
});
