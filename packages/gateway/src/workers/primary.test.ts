// How the primary ends and replaces workers, with workers that the test plays: when each listens and ends is decided here, not by the machine.
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Primary } from './primary.ts';

/** The pauses before further workers, in milliseconds. `isHeld`: the next one lasts until the primary drains. */
const pauses = { ms: [] as number[], isHeld: false };

async function pause(ms: number, _value: unknown, { signal }: { signal: AbortSignal }): Promise<void> {
  pauses.ms.push(ms);
  if (pauses.isHeld) await new Promise((_, reject) => signal.addEventListener('abort', reject));
}

beforeEach(() => {
  Object.assign(pauses, { ms: [], isHeld: false });
  vi.spyOn(timers, 'setTimeout').mockImplementation(pause as never);
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
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

  serve(): void {
    this.emit('message', { ask: 1, topic: 'serving', input: 'started' });
  }
}

function world() {
  const workers: PlayedWorker[] = [];
  const said: string[] = [];
  const served: unknown[] = [];
  const time = { ms: 0 };
  vi.spyOn(cluster, 'setupPrimary').mockImplementation(() => {});
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    workers.push(new PlayedWorker());
    return workers.at(-1) as unknown as Worker;
  });
  const clock = { nowMs: () => time.ms, monotonicMs: () => time.ms };
  const primary = new Primary({
    ...{ count: 1, clock, handlers: {} },
    onServing: (started) => served.push(started),
    say: (line) => said.push(line),
  });
  /** The latest worker ends; resolves when another was started. */
  const end = async (code: number | null, signal: string | null = null) => {
    const before = workers.length;
    workers.at(-1)!.emit('exit', code, signal);
    await vi.waitFor(() => expect(workers).toHaveLength(before + 1));
  };
  return { workers, said, served, time, primary, end };
}

test('a worker that is still starting is told to drain until it hears it, and draining ends when the worker has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { workers, primary } = world();
  const started = primary.start();
  const worker = workers[0]!;
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

test('a worker that ends by itself is replaced, after pauses that double up to ten seconds and are short again after a steady minute', async () => {
  const { workers, said, served, time, primary, end } = world();
  const started = primary.start();
  workers[0]!.serve();
  expect(await started).toBeNull();
  expect(served).toEqual(['started']);
  await end(null, 'SIGKILL');
  // From the second one on, a worker is replaced also when it never served.
  for (let i = 0; i < 8; i++) await end(1);
  expect(pauses.ms).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  time.ms += 59_999;
  await end(1);
  time.ms += 60_000;
  await end(1);
  expect(pauses.ms.slice(-2)).toEqual([10_000, 100]);
  expect(said.slice(0, 2)).toEqual([
    'worker 1 ended (SIGKILL); another starts in 100 ms',
    'worker 1 ended (code 1); another starts in 200 ms',
  ]);
});

test('the very first worker is not replaced when it cannot start: its exit code is that of the start', async () => {
  const { workers, said, primary } = world();
  const started = primary.start();
  workers[0]!.emit('exit', 3, null);
  expect(await started).toBe(3);
  expect([workers.length, said]).toEqual([1, []]);
});

test('once the primary drains, no worker is started, also not one whose pause had begun', async () => {
  const { workers, primary } = world();
  const started = primary.start();
  workers[0]!.serve();
  await started;
  pauses.isHeld = true;
  workers[0]!.emit('exit', 1, null);
  await vi.waitFor(() => expect(pauses.ms).toEqual([100]));
  await primary.drain();
  await new Promise(setImmediate);
  expect(workers).toHaveLength(1);
});

test('a worker that has ended is asked nothing more, and one that does not reply is left out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { workers, primary } = world();
  const started = primary.start();
  workers[0]!.serve();
  await started;
  const asked = primary.askAll('figures');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toEqual([]);
  pauses.isHeld = true;
  workers[0]!.emit('exit', 1, null);
  expect(await primary.askAll('figures')).toEqual([]);
  await primary.drain();
  expect(vi.getTimerCount()).toBe(0);
});
