// Proves what health reports about time: quantiles close to the true ones, over recent answers only, and a hedge delay that stays
// useful when a provider's latencies have two modes.
import { beforeEach, describe, expect, test } from 'vitest';
import { LATENCIES_MAX, LATENCY_AGE_MS_MAX, RecentLatencies } from './recent-latencies.ts';
import { TestHealth } from './testing/health.ts';

let world: TestHealth;
beforeEach(() => {
  world = new TestHealth();
});

/** All end at the same moment, so that none becomes too old. */
function answers(durations: readonly number[], outcome: 'ok' | 'cancelled' | 'timeout' = 'ok'): void {
  for (const tookMs of durations) {
    const end = world.begin();
    world.pass(tookMs);
    end({ outcome });
    world.pass(-tookMs);
  }
}

/** Even steps on a logarithmic scale, in an order that is not sorted. */
function spread(count: number, fromMs: number, toMs: number): number[] {
  return Array.from({ length: count }, (_, n) => fromMs * (toMs / fromMs) ** (((n * 389) % count) / count));
}

describe('quantiles', () => {
  test.each([0.3, 20, 900])('are within two per cent of the true ones around %d ms', (fromMs) => {
    const durations = spread(LATENCIES_MAX, fromMs, fromMs * 15);
    const latencies = new RecentLatencies();
    for (const ms of durations) latencies.add(ms, 0);
    const sorted = durations.sort((a, b) => a - b);
    const found = latencies.quantiles([0.5, 0.95, 0.99], 0)!;
    for (const [n, share] of [0.5, 0.95, 0.99].entries()) {
      const exact = sorted[Math.ceil(share * LATENCIES_MAX) - 1]!;
      expect(Math.abs(found[n]! / exact - 1)).toBeLessThan(0.02);
    }
  });

  test('are unknown before twenty answers', () => {
    answers(Array(19).fill(100));
    expect(world.view()).toMatchObject({ typicalMs: null, slowMs: null, hedgeAfterMs: null });
    answers([100]);
    expect(world.view().typicalMs).toBeCloseTo(100, -1);
    expect(world.view().slowMs).not.toBeNull();
  });

  test('are those of the last thousand answers', () => {
    answers(Array(LATENCIES_MAX).fill(1_000));
    answers(Array(LATENCIES_MAX).fill(10));
    expect(world.view().slowMs).toBeLessThan(10.3);
  });

  test('forget answers of more than five minutes ago', () => {
    answers(Array(30).fill(100));
    world.pass(LATENCY_AGE_MS_MAX);
    expect(world.view().typicalMs).not.toBeNull();
    world.pass(1_001);
    expect(world.view().typicalMs).toBeNull();
  });

  test('an attempt that was cancelled or ran out of time counts with the time that passed', () => {
    answers(Array(10).fill(10));
    answers(Array(20).fill(400), 'cancelled');
    expect(Math.abs(world.view().typicalMs! / 400 - 1)).toBeLessThan(0.02);
    answers(Array(60).fill(3_000), 'timeout');
    expect(Math.abs(world.view().typicalMs! / 3_000 - 1)).toBeLessThan(0.02);
  });

  test('the time in the gateway’s own queue does not count, and an attempt of several pages counts with the time of one', () => {
    world.attempts(20, 'ok', { tookMs: 900, waitedMs: 300, pages: 3 });
    expect(Math.abs(world.view().typicalMs! / 200 - 1)).toBeLessThan(0.02);
  });

  test('operators see the median, the 95th and the 99th percentile, each under its name', () => {
    answers([...Array(90).fill(10), ...Array(8).fill(100), ...Array(2).fill(1_000)]);
    const { p50Ms, p95Ms, p99Ms } = world.report();
    expect([p50Ms, p95Ms, p99Ms].map((ms) => 10 ** Math.round(Math.log10(ms!)))).toEqual([10, 100, 1_000]);
    expect(world.view()).toMatchObject({ typicalMs: p50Ms, slowMs: p99Ms });
  });

  test('a rejection of the input counts as an answer, any other failure does not', () => {
    for (const outcome of ['not_found', 'input_rejected'] as const) world.attempts(10, outcome);
    expect(world.view().typicalMs).not.toBeNull();
    const other = new TestHealth();
    for (const outcome of ['unavailable', 'refused', 'bad_response', 'rate_limited'] as const) {
      other.attempts(20, outcome);
    }
    expect(other.view().typicalMs).toBeNull();
  });

  test.each([
    ['as short as it is', 0.055, 0.055],
    ['as 0.05 ms, when it is shorter', 0, 0.05],
    ['as long as it is', 57_000, 57_000],
    ['as a minute, when it is longer', 63_000, 60_000],
    ['as a minute, however long it is', 1e9, 60_000],
  ])('every duration is counted: %s', (_, tookMs, countedMs) => {
    const latencies = new RecentLatencies();
    for (let n = 0; n < 20; n++) latencies.add(tookMs, 0);
    const [median] = latencies.quantiles([0.5], 0)!;
    expect(Math.abs(median / countedMs - 1)).toBeLessThan(0.021);
  });
});

describe('a hedge is made', () => {
  test('after the 95th percentile, when that is between one and a half and five medians', () => {
    answers([...Array(90).fill(100), ...Array(10).fill(300)]);
    expect(Math.abs(world.view().hedgeAfterMs! / 300 - 1)).toBeLessThan(0.02);
  });

  test('not after ordinary jitter: at least one and a half medians', () => {
    answers(spread(200, 100, 110));
    const { typicalMs, hedgeAfterMs } = world.view();
    expect(hedgeAfterMs).toBeCloseTo(1.5 * typicalMs!, 6);
  });

  test.each([4, 6])('early enough to help when %d % of answers are forty times as slow', (percent) => {
    answers([...Array(100 - percent).fill(100), ...Array(percent).fill(4_000)]);
    const { typicalMs, hedgeAfterMs } = world.view();
    expect(hedgeAfterMs).toBeGreaterThanOrEqual(1.5 * typicalMs!);
    expect(hedgeAfterMs).toBeLessThanOrEqual(5 * typicalMs!);
  });

  test('never before 50 ms', () => {
    answers(spread(200, 0.5, 5));
    expect(world.view().hedgeAfterMs).toBe(50);
  });
});
