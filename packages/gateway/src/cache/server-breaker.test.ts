import { expect, test } from 'vitest';
import { CACHE_FAILURES_TO_OPEN, ServerBreaker } from './server-breaker.ts';

const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };

function failing(): ServerBreaker {
  const breaker = new ServerBreaker(clock);
  for (let i = 0; i < CACHE_FAILURES_TO_OPEN; i++) {
    expect(breaker.mayAsk()).toBe(true);
    breaker.failed();
  }
  return breaker;
}

test('after a few failures in a row the breaker opens, and one request tries the server afterwards', () => {
  const breaker = failing();
  expect([breaker.isOpen, breaker.mayAsk()]).toEqual([true, false]);
  clock.nowMs += 1_000;
  expect([breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.isOpen, breaker.mayAsk(), breaker.mayAsk()]).toEqual([false, true, true]);
});

test('openings grow while the server stays unavailable, and never beyond ten seconds', () => {
  const breaker = failing();
  const openings: number[] = [];
  for (let i = 0; i < 2_000; i++) {
    const fromMs = clock.nowMs;
    while (!breaker.mayAsk()) clock.nowMs += 500;
    openings.push(clock.nowMs - fromMs);
    breaker.failed();
  }
  expect(openings.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(openings.at(-1)).toBe(10_000);
});

test('failures that are not in a row do not open the breaker', () => {
  const breaker = new ServerBreaker(clock);
  for (let i = 0; i < 10; i++) {
    breaker.failed();
    breaker.failed();
    breaker.succeeded();
  }
  expect(breaker.isOpen).toBe(false);
});
