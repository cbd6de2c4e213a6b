// Proves when a provider is not asked: because of its circuit breaker, because it asked for a pause, or because it is only the
// second choice.
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../domain/duration.ts';
import type { AttemptEnding } from './health.ts';
import { TestHealth } from './testing/health.ts';

const FAILURES = ['timeout', 'unavailable', 'bad_response', 'refused'] as const;

let world: TestHealth;
beforeEach(() => {
  world = new TestHealth();
});

describe('the breaker', () => {
  test.each(FAILURES)('opens for 30 s after five times "%s" in a row', (kind) => {
    world.attempts(4, kind);
    expect(world.view().isEjected).toBe(false);
    world.attempt(kind);
    expect(world.view().isEjected).toBe(true);
    world.pass(29_999);
    expect(world.view().isEjected).toBe(true);
    world.pass(1);
    expect(world.view().isEjected).toBe(false);
  });

  test.each(['ok', 'not_found', 'input_rejected'] as const)('"%s" ends a row of failures', (outcome) => {
    world.attempts(4, 'timeout');
    world.attempt(outcome);
    world.attempts(4, 'timeout');
    expect(world.view().isEjected).toBe(false);
  });

  test.each<AttemptEnding>([
    { outcome: 'cancelled' },
    { outcome: 'rate_limited' },
    { outcome: 'unavailable', isLocal: true },
    { outcome: 'timeout', isLocal: true },
  ])('$outcome (local: $isLocal) neither adds to a row of failures nor ends it', ({ outcome, ...rest }) => {
    world.attempts(4, 'timeout');
    world.attempts(10, outcome, rest);
    expect(world.view().isEjected).toBe(false);
    expect(world.report()).toMatchObject({ consecutiveFailures: 4, attempts: 4, failures: 4 });
    world.attempt('timeout');
    expect(world.view().isEjected).toBe(true);
  });

  test('lets one probe through at a time', () => {
    world.attempts(5, 'timeout');
    world.pass(30_000);
    expect(world.view().isEjected).toBe(false);
    const endProbe = world.begin();
    expect(world.view().isEjected).toBe(true);
    expect(world.report().breaker).toBe('half_open');
    endProbe({ outcome: 'ok' });
    expect(world.view().isEjected).toBe(false);
    expect(world.report()).toMatchObject({ breaker: 'closed', consecutiveFailures: 0 });
  });

  test('stays open longer after every failed probe, up to five minutes, and starts from 30 s again after a success', () => {
    const lasted: number[] = [];
    world.attempts(5, 'timeout');
    for (let n = 0; n < 12; n++) {
      lasted.push(world.report().ejectedForMs);
      world.pass(world.report().ejectedForMs);
      world.attempt('timeout');
    }
    expect(lasted.map((ms) => ms / 1_000)).toEqual([30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 300, 300]);
    world.pass(300_000);
    world.attempt('ok');
    world.attempts(5, 'timeout');
    expect(world.report().ejectedForMs).toBe(30_000);
  });

  test.each([
    [0, 24_000],
    [0.999_999_999, 36_000],
  ])('with the dice at %d the 30 s become %d ms', (dice, ms) => {
    world.dice = dice;
    world.attempts(5, 'timeout');
    expect(Math.round(world.report().ejectedForMs)).toBe(ms);
  });

  test.each<AttemptEnding>([
    { outcome: 'cancelled' },
    { outcome: 'rate_limited' },
    { outcome: 'unavailable', isLocal: true },
  ])('a probe that ends $outcome (local: $isLocal) leaves the next attempt to probe', (ending) => {
    world.attempts(5, 'timeout');
    world.pass(30_000);
    world.begin()(ending);
    expect(world.view().isEjected).toBe(false);
    expect(world.report().breaker).toBe('half_open');
    world.begin()({ outcome: 'timeout' });
    expect(world.report().ejectedForMs).toBe(60_000);
  });

  test('an attempt from before the opening does not prolong it, and its success closes it', () => {
    const [endLate, endGood] = [world.begin(), world.begin()];
    world.attempts(5, 'timeout');
    world.pass(10_000);
    endLate({ outcome: 'timeout' });
    expect(world.report().ejectedForMs).toBe(20_000);
    endGood({ outcome: 'ok' });
    expect(world.view().isEjected).toBe(false);
  });

  test('a probe that never ends does not block the next one', () => {
    world.attempts(5, 'timeout');
    world.pass(30_000);
    const endLost = world.begin();
    expect(world.view().isEjected).toBe(true);
    world.pass(30_000);
    expect(world.view().isEjected).toBe(false);
    world.begin();
    endLost({ outcome: 'timeout' });
    expect(world.report().breaker).toBe('half_open');
  });

  test('an operator who resumes a provider ends its pause and its row of failures, on the spot', () => {
    world.attempts(5, 'timeout', { suspendMs: 60_000 });
    expect(world.view()).toMatchObject({ isEjected: true, suspendedMs: 60_000 });
    world.health.resume('p');
    expect(world.view()).toMatchObject({ isEjected: false, suspendedMs: 0, mayTakeOver: true });
    expect(world.report()).toMatchObject({ breaker: 'closed', consecutiveFailures: 0 });
    world.attempts(4, 'timeout');
    expect(world.view().isEjected).toBe(false);
  });

  test('a failure caused by the input neither opens it nor counts', () => {
    world.attempts(5, 'refused', { isOfInput: true });
    expect(world.view().isEjected).toBe(false);
    expect(world.report()).toMatchObject({ attempts: 0, failures: 0, lastFailure: null });
  });

  test('of one provider does not affect another', () => {
    world.attempts(5, 'timeout');
    expect(world.view('q').isEjected).toBe(false);
  });
});

describe('a suspension', () => {
  test.each(['ok', 'rate_limited', 'refused', 'unavailable', 'cancelled'] as const)(
    'lasts as long as the provider asked with "%s"',
    (outcome) => {
      world.attempt(outcome, { suspendMs: 5_000 });
      expect(world.view().suspendedMs).toBe(5_000);
      world.pass(5_000);
      expect(world.view().suspendedMs).toBe(0);
    },
  );

  test('of one second follows a rate limit that names no time', () => {
    world.attempt('rate_limited');
    expect(world.view().suspendedMs).toBe(1_000);
  });

  test('is the longest that was asked for, and no success shortens it', () => {
    world.attempt('rate_limited', { suspendMs: 60_000 });
    world.attempt('rate_limited', { suspendMs: 1_000 });
    world.attempt('ok');
    expect(world.view().suspendedMs).toBe(60_000);
  });

  test('never lasts longer than a day', () => {
    world.attempt('rate_limited', { suspendMs: 1e15 });
    expect(world.view().suspendedMs).toBe(24 * HOUR_MS);
  });

  test.each([-1, 0, Number.NaN])('of %d ms is ignored', (suspendMs) => {
    world.attempt('ok', { suspendMs });
    expect(world.view().suspendedMs).toBe(0);
  });

  test("is not made by the gateway's own limit", () => {
    world.attempt('rate_limited', { isLocal: true, suspendMs: 9_000 });
    expect(world.view().suspendedMs).toBe(0);
  });
});

describe('a provider is second choice', () => {
  test('from ten attempts on with less than 80 % of success', () => {
    world.attempts(6, 'ok');
    world.attempts(3, 'timeout');
    expect(world.view().isDemoted).toBe(false);
    world.attempt('ok');
    expect(world.report()).toMatchObject({ attempts: 10, failures: 3, successRate: 0.7 });
    expect(world.view().isDemoted).toBe(true);
  });

  test('not at 80 %', () => {
    world.attempts(8, 'ok');
    world.attempts(2, 'timeout');
    expect(world.view().isDemoted).toBe(false);
  });

  test('only for ten seconds', () => {
    world.attempts(10, 'bad_response');
    world.pass(8_999);
    expect(world.view().isDemoted).toBe(true);
    world.pass(1_001);
    expect(world.view().isDemoted).toBe(false);
    expect(world.report().successRate).toBeNull();
  });
});
