// Proves that extra attempts stay a share of calls, whatever happens, and which providers health remembers.
import { beforeEach, describe, expect, test } from 'vitest';
import { PROVIDERS_MAX } from './create-health.ts';
import { TestHealth } from './testing/health.ts';

let world: TestHealth;
beforeEach(() => {
  world = new TestHealth();
});

/** Makes extra attempts for as long as they are allowed; all succeed. */
function extras(role: 'retry' | 'hedge'): number {
  const isAllowed = () => (role === 'retry' ? world.view().mayRetry : world.view().mayHedge);
  let count = 0;
  for (; isAllowed() && count < 1_000; count++) world.attempt('ok', { role });
  return count;
}

describe('retries', () => {
  test('are three on a quiet provider', () => {
    expect(extras('retry')).toBe(3);
  });

  test('are at most a fifth of its calls', () => {
    world.calls(70);
    expect(extras('retry')).toBe(14);
  });

  test('are at most a tenth of its calls when less than half of its attempts succeed', () => {
    world.calls(70);
    for (let n = 0; n < 12; n++) {
      world.attempts(2, 'timeout');
      world.attempt('ok');
    }
    for (let n = 0; n < 7; n++) {
      expect(world.view().mayRetry).toBe(true);
      world.attempt('cancelled', { role: 'retry' });
    }
    expect(world.view().mayRetry).toBe(false);
  });

  test('stop after five failures in a row', () => {
    world.calls(1_000);
    world.attempts(4, 'timeout');
    expect(world.view().mayRetry).toBe(true);
    world.attempt('timeout');
    expect(world.view().mayRetry).toBe(false);
  });

  test('share their tokens with hedges', () => {
    world.calls(100);
    world.attempts(20, 'ok', { role: 'hedge' });
    expect(world.view().mayRetry).toBe(false);
  });

  test('are allowed again when ten seconds have passed', () => {
    expect(extras('retry')).toBe(3);
    world.pass(9_999);
    expect(extras('retry')).toBe(0);
    world.pass(1);
    expect(extras('retry')).toBe(3);
  });

  test('first attempts use no tokens', () => {
    world.attempts(100, 'ok');
    expect(world.view().mayRetry).toBe(true);
  });
});

describe('pages of a walk beyond its first', () => {
  const pages = (count: number) => {
    for (let n = 0; n < count; n++) world.health.pageBegan('p');
  };

  test('are limited to what one walk may need on a quiet provider, then a fifth of its calls', () => {
    expect(world.view().pagesLeft).toBe(50);
    pages(50);
    expect(world.view().pagesLeft).toBe(0);
    world.calls(300);
    expect(world.view().pagesLeft).toBe(10);
    world.pass(10_000);
    expect(world.view().pagesLeft).toBe(50);
  });

  test('share their tokens with retries and hedges, both ways', () => {
    world.attempts(2, 'ok', { role: 'retry' });
    world.attempt('ok', { role: 'hedge' });
    expect(world.view().pagesLeft).toBe(47);
    world.calls(100);
    pages(17);
    expect(world.view()).toMatchObject({ mayRetry: false, mayHedge: false });
  });
});

describe('taking over from another provider', () => {
  test('needs no retry token, however often it happens', () => {
    world.attempts(50, 'ok', { role: 'retry' });
    expect(world.view()).toMatchObject({ mayRetry: false, mayTakeOver: true });
  });

  test('is denied to a provider that failed three times in a row, until it succeeds or is due for a probe', () => {
    world.attempts(2, 'timeout');
    expect(world.view().mayTakeOver).toBe(true);
    world.attempt('timeout');
    expect(world.view().mayTakeOver).toBe(false);
    world.attempt('ok');
    expect(world.view().mayTakeOver).toBe(true);
    world.attempts(5, 'timeout');
    world.pass(30_000);
    expect(world.view().mayTakeOver).toBe(true);
    const end = world.begin('retry');
    expect(world.view().mayTakeOver).toBe(false);
    end({ outcome: 'timeout' });
    expect(world.view().mayTakeOver).toBe(false);
  });
});

describe('hedges', () => {
  test('are one at the start and one in twenty calls from then on', () => {
    expect(extras('hedge')).toBe(1);
    let hedges = 0;
    for (let n = 0; n < 10_000; n++) {
      world.calls(1);
      world.pass(10);
      hedges += extras('hedge');
    }
    expect(hedges).toBe(500);
  });

  test('accumulate up to twenty', () => {
    world.calls(10_000);
    expect(extras('hedge')).toBe(20);
  });

  test('stop where a tenth of the calls has extra attempts', () => {
    world.calls(100);
    world.attempts(9, 'ok', { role: 'retry' });
    expect(world.view().mayHedge).toBe(true);
    world.attempt('ok', { role: 'retry' });
    expect(world.view().mayHedge).toBe(false);
  });

  test('do not go to a provider that is ejected, suspended or second choice', () => {
    world.calls(1_000);
    world.attempt('rate_limited', { suspendMs: 500 });
    expect(world.view().mayHedge).toBe(false);
    world.pass(500);
    expect(world.view().mayHedge).toBe(true);
    world.attempts(5, 'timeout');
    expect(world.view()).toMatchObject({ isEjected: true, isDemoted: false, mayHedge: false });
    world.attempts(5, 'ok');
    expect(world.view()).toMatchObject({ isEjected: false, isDemoted: true, mayHedge: false });
  });
});

describe('what is remembered', () => {
  test('a report has every figure, and the last failure with its time', () => {
    world.calls(40);
    const end = world.begin('hedge');
    world.attempts(20, 'ok', { tookMs: 100 });
    world.attempt('refused', { detail: 'HTTP 401' });
    expect(world.health.snapshot()).toEqual([
      {
        provider: 'p',
        breaker: 'closed',
        ejectedForMs: 0,
        suspendedForMs: 0,
        isDemoted: false,
        consecutiveFailures: 1,
        successRate: 1 - 1 / 21,
        attempts: 21,
        failures: 1,
        calls: 40,
        retries: 0,
        hedges: 1,
        retriesLeft: 7,
        hedgesLeft: 2,
        p50Ms: expect.closeTo(100, -1),
        p95Ms: expect.closeTo(100, -1),
        p99Ms: expect.closeTo(100, -1),
        hedgeAfterMs: expect.closeTo(150, -1),
        inFlight: 1,
        recent: { attempts: 20, failures: 1 },
        lastFailure: { kind: 'refused', detail: 'HTTP 401', atMs: world.clock.nowMs() },
      },
    ]);
    end({ outcome: 'ok' });
    expect(world.report().inFlight).toBe(0);
  });

  test('an end that is reported twice counts once, also in the metrics', () => {
    const end = world.begin('hedge');
    end({ outcome: 'timeout' });
    end({ outcome: 'timeout' });
    expect(world.report()).toMatchObject({ inFlight: 0, failures: 1 });
    expect(world.ended).toEqual(['p hedge timeout']);
  });

  test('a provider that became another one is known no longer, and the others still are', () => {
    world.attempts(5, 'timeout');
    world.calls(1, 'q');
    world.health.forget('p');
    expect(world.health.snapshot().map(({ provider }) => provider)).toEqual(['q']);
    expect(world.view()).toMatchObject({ isEjected: false, mayTakeOver: true });
  });

  test('the gateway’s own refusal changes only the number in flight', () => {
    world.attempt('ok');
    const before = world.report();
    world.attempt('unavailable', { isLocal: true, suspendMs: 1_000, detail: 'local limit' });
    expect(world.report()).toEqual(before);
  });

  test('the provider that was used least recently is forgotten first', () => {
    world.attempts(5, 'timeout');
    for (let n = 1; n < PROVIDERS_MAX; n++) world.view(`q${n}`);
    expect(world.view().isEjected).toBe(true);
    world.view('one more');
    expect(world.health.snapshot()).toHaveLength(PROVIDERS_MAX);
    expect(world.report('q1')).toBeUndefined();
    expect(world.view().isEjected).toBe(true);
  });
});
