// Proves when a time limit ends, which listener is called, and that no timer stays behind.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cancel, TimeLimit } from './time-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('it ends at its deadline, never before, and calls its listener once', () => {
  const timeLimit = new TimeLimit(99.5, null);
  const told = vi.fn();
  timeLimit.listen(told);
  vi.advanceTimersByTime(99);
  expect(timeLimit.isOver).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(timeLimit.end).toBe('deadline');
  expect(told).toHaveBeenCalledTimes(1);
});

test('it ends when it is cancelled, and the deadline then has no effect', () => {
  const cancel = new Cancel();
  const timeLimit = new TimeLimit(100, cancel);
  const told = vi.fn();
  timeLimit.listen(told);
  cancel.abort();
  vi.advanceTimersByTime(1_000);
  expect(timeLimit.end).toBe('cancelled');
  expect(told).toHaveBeenCalledTimes(1);
  expect(new TimeLimit(100, cancel).end).toBe('cancelled');
});

test('only the last listener is called', () => {
  const timeLimit = new TimeLimit(100, null);
  const [before, now] = [vi.fn(), vi.fn()];
  timeLimit.listen(before);
  timeLimit.listen(now);
  vi.advanceTimersByTime(100);
  expect(before).not.toHaveBeenCalled();
  expect(now).toHaveBeenCalledTimes(1);
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31])(
  '%d ms are no deadline, instead of an immediate one',
  (leftMs) => {
    const timeLimit = new TimeLimit(leftMs, null);
    vi.advanceTimersByTime(10_000);
    expect(timeLimit.isOver).toBe(false);
  },
);

test('after closing there is no timer, and no listener is called', () => {
  const cancel = new Cancel();
  const timeLimit = new TimeLimit(100, cancel);
  const told = vi.fn();
  timeLimit.listen(told);
  timeLimit.close();
  expect(vi.getTimerCount()).toBe(0);
  cancel.abort();
  expect(told).not.toHaveBeenCalled();
  expect(timeLimit.isOver).toBe(false);
});
