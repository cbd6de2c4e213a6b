// Proves the one-word status of a provider: it follows from the last attempts, long after the ten seconds that plans decide by
// are over.
import { expect, test } from 'vitest';
import { providerStatus } from '../domain/provider-status.ts';
import { OPEN_MS } from './breaker.ts';
import { RECENT_ATTEMPTS, RECENT_MS } from './recent-attempts.ts';
import { TestHealth } from './testing/health.ts';

const statusOf = (world: TestHealth, quotaLeft: number | null = null) =>
  providerStatus({ ...world.health.report('p'), quotaLeft });

test('a provider of which every attempt failed is failing, and still is when it is no longer asked', () => {
  const world = new TestHealth();
  expect(statusOf(world)).toBe('idle');
  world.attempts(3, 'unavailable');
  expect(statusOf(world)).toBe('failing');
  world.pass(RECENT_MS);
  expect(statusOf(world)).toBe('failing');
  world.pass(1);
  expect(statusOf(world)).toBe('idle');
});

test('it works while at most a fifth of its last attempts failed', () => {
  const world = new TestHealth();
  world.attempts(8, 'ok');
  world.attempts(2, 'timeout');
  expect(statusOf(world)).toBe('works');
  world.attempt('bad_response');
  expect(statusOf(world)).toBe('unsteady');
});

test('attempts that later ones pushed out do not count', () => {
  const world = new TestHealth();
  world.attempts(4, 'refused');
  world.attempts(RECENT_ATTEMPTS - 1, 'ok');
  expect(world.health.report('p').recent).toEqual({ attempts: RECENT_ATTEMPTS, failures: 1 });
  world.attempt('ok');
  expect(world.health.report('p').recent).toEqual({ attempts: RECENT_ATTEMPTS, failures: 0 });
});

test.each(['cancelled', 'rate_limited'] as const)('an attempt that was %s does not count', (outcome) => {
  const world = new TestHealth();
  world.attempt(outcome);
  expect(world.health.report('p').recent.attempts).toBe(0);
});

test('a failure caused by the input does not count', () => {
  const world = new TestHealth();
  world.attempts(3, 'not_found');
  world.attempts(3, 'input_rejected');
  expect(statusOf(world)).toBe('works');
});

test('after five failures it is paused, then tried; one success later it is judged by its attempts', () => {
  const world = new TestHealth();
  world.attempts(5, 'unavailable');
  expect(statusOf(world)).toBe('paused');
  world.pass(OPEN_MS);
  expect(statusOf(world)).toBe('trying');
  world.attempt('ok');
  expect(statusOf(world)).toBe('unsteady');
});

test('a pause that the provider asked for is shown first, then a used-up quota', () => {
  const world = new TestHealth();
  world.attempt('ok');
  expect([statusOf(world, 1), statusOf(world, 0)]).toEqual(['works', 'spent']);
  world.attempt('rate_limited', { suspendMs: 10 });
  expect(statusOf(world, 0)).toBe('suspended');
  world.pass(10);
  expect(statusOf(world, 0)).toBe('spent');
});
