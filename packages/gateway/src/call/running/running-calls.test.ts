// Proves how long a second use of an id waits for the first, how many may wait, and when a stopping process may exit.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBackground } from '../../domain/in-background.ts';
import { SAME_ID_POLL_MS, SAME_ID_WAITERS_MAX } from '../../domain/limits.ts';
import { RunningCalls } from './running-calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const name = { accountId: 'acc', requestId: 'r1' };

/** When the promise settled, by the fake clock. */
function timed<T>(promise: Promise<T>) {
  const ended = { atMs: null as number | null, value: null as T | null };
  const beganMs = Date.now();
  inBackground(promise.then((value) => Object.assign(ended, { atMs: Date.now() - beganMs, value })));
  return ended;
}

test('a second use waits for the end of the call that runs here, also when that call fails', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const running = new RunningCalls();
    const work = Promise.withResolvers<void>();
    const tracked = running.track(name, work.promise).catch(() => {});
    const second = timed(running.waitFor(name, 60_000));
    await vi.advanceTimersByTimeAsync(10 * SAME_ID_POLL_MS);
    expect([running.count, second.atMs]).toEqual([1, null]);
    work[end]();
    await tracked;
    await vi.advanceTimersByTimeAsync(0);
    expect([running.count, second.atMs, second.value]).toEqual([0, 10 * SAME_ID_POLL_MS, true]);
    expect(vi.getTimerCount()).toBe(0);
  }
});

test('a second use waits no longer than it has time', async () => {
  const running = new RunningCalls();
  inBackground(running.track(name, new Promise(() => {})));
  const second = timed(running.waitFor(name, 3 * SAME_ID_POLL_MS));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([second.atMs, second.value]).toEqual([3 * SAME_ID_POLL_MS, true]);
});

test.each([
  ['of another process', { ...name }],
  ["of another account's equal id", { ...name, accountId: 'other' }],
  ['of another id', { ...name, requestId: 'r2' }],
])('a call %s is asked about again after a moment', async (_, asked) => {
  const running = new RunningCalls();
  if (asked.accountId !== name.accountId || asked.requestId !== name.requestId)
    inBackground(running.track(name, new Promise(() => {})));
  const long = timed(running.waitFor(asked, 60_000));
  const short = timed(running.waitFor(asked, SAME_ID_POLL_MS - 1));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([long.atMs, short.atMs]).toEqual([SAME_ID_POLL_MS, SAME_ID_POLL_MS - 1]);
});

test('the number of waiters is limited, and a place is available again when one has ended', async () => {
  const running = new RunningCalls();
  for (let i = 0; i < SAME_ID_WAITERS_MAX; i++) inBackground(running.waitFor(name, 60_000));
  expect(await running.waitFor(name, 60_000)).toBe(false);
  await vi.advanceTimersByTimeAsync(SAME_ID_POLL_MS);
  const next = timed(running.waitFor(name, 60_000));
  await vi.advanceTimersByTimeAsync(SAME_ID_POLL_MS);
  expect(next.value).toBe(true);
});

test('the process is idle when the last call has ended, and not when the first has', async () => {
  const running = new RunningCalls();
  await running.idle();
  const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const first = running.track(name, one.promise);
  const second = running.track({ ...name, requestId: 'r2' }, two.promise);
  const waiters = [timed(running.idle()), timed(running.idle())];
  one.resolve(1);
  expect(await first).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(waiters.map(({ atMs }) => atMs)).toEqual([null, null]);
  two.resolve(2);
  expect(await second).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(waiters.map(({ atMs }) => atMs)).toEqual([1, 1]);
});
