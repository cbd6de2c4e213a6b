import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endWithin } from './assemble.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a part that fails to close is reported, and the next part is closed at once', async () => {
  const failures: unknown[] = [];
  const lost = new Error('the connection was lost');
  await endWithin(Promise.reject(lost), 5_000, (error) => failures.push(error));
  expect(failures).toEqual([lost]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that closes is waited for, and one that never does costs its time and no more', async () => {
  const closing = Promise.withResolvers<void>();
  const onFailure = vi.fn();
  let ended = 0;
  const waits = [closing.promise, new Promise(() => {})].map((work) =>
    endWithin(work, 5_000, onFailure).then(() => ended++),
  );
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ended).toBe(0);
  closing.resolve();
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toBe(2);
  await Promise.all(waits);
  expect(onFailure).not.toHaveBeenCalled();
});
