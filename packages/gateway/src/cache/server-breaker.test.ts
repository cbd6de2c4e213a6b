import { expect, test } from 'vitest';
import { FAILURES_BEFORE_REST, ServerBreaker } from './server-breaker.ts';

const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };

function failing(): ServerBreaker {
  const rest = new ServerBreaker(clock);
  for (let i = 0; i < FAILURES_BEFORE_REST; i++) {
    expect(rest.mayAsk()).toBe(true);
    rest.failed();
  }
  return rest;
}

test('after a few failures in a row the breaker opens, and one request tries the server afterwards', () => {
  const rest = failing();
  expect([rest.isResting, rest.mayAsk()]).toEqual([true, false]);
  clock.nowMs += 1_000;
  expect([rest.mayAsk(), rest.mayAsk()]).toEqual([true, false]);
  rest.succeeded();
  expect([rest.isResting, rest.mayAsk(), rest.mayAsk()]).toEqual([false, true, true]);
});

test('openings grow while the server stays unavailable, and never beyond ten seconds', () => {
  const rest = failing();
  const rests: number[] = [];
  for (let i = 0; i < 2_000; i++) {
    const fromMs = clock.nowMs;
    while (!rest.mayAsk()) clock.nowMs += 500;
    rests.push(clock.nowMs - fromMs);
    rest.failed();
  }
  expect(rests.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(rests.at(-1)).toBe(10_000);
});

test('failures that are not in a row do not open the breaker', () => {
  const rest = new ServerBreaker(clock);
  for (let i = 0; i < 10; i++) {
    rest.failed();
    rest.failed();
    rest.succeeded();
  }
  expect(rest.isResting).toBe(false);
});
