// One report made of the reports of several processes: counts are added up, and the worst state is shown.
import { expect, test } from 'vitest';
import type { ProviderHealthReport } from './health.ts';
import { mergeReports } from './merge-reports.ts';

const quiet: ProviderHealthReport = {
  provider: 'p',
  breaker: 'closed',
  ejectedForMs: 0,
  suspendedForMs: 0,
  isDemoted: false,
  consecutiveFailures: 0,
  successRate: null,
  attempts: 0,
  failures: 0,
  calls: 0,
  retries: 0,
  hedges: 0,
  retriesLeft: 3,
  hedgesLeft: 1,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
  hedgeAfterMs: null,
  inFlight: 0,
  recent: { attempts: 0, failures: 0 },
  lastFailure: null,
};

test('a report alone stays as it is', () => {
  expect(mergeReports([quiet])).toEqual(quiet);
});

/** Every figure differs from every other one, and each latency of one report is the worst at another place. */
const well: ProviderHealthReport = {
  ...quiet,
  breaker: 'half_open',
  ejectedForMs: 1,
  suspendedForMs: 900,
  consecutiveFailures: 2,
  successRate: 1,
  attempts: 30,
  calls: 31,
  retries: 4,
  hedges: 6,
  retriesLeft: 8,
  hedgesLeft: 9,
  p50Ms: 10,
  p95Ms: 20,
  hedgeAfterMs: 15,
  inFlight: 2,
  recent: { attempts: 20, failures: 1 },
  lastFailure: { kind: 'refused', detail: null, atMs: 3 },
};
const ill: ProviderHealthReport = {
  ...quiet,
  breaker: 'open',
  ejectedForMs: 500,
  suspendedForMs: 7,
  isDemoted: true,
  consecutiveFailures: 11,
  successRate: 0.5,
  attempts: 10,
  failures: 5,
  calls: 100,
  retries: 30,
  hedges: 40,
  retriesLeft: 50,
  hedgesLeft: 60,
  p50Ms: 40,
  p99Ms: 80,
  hedgeAfterMs: 12,
  inFlight: 1,
  recent: { attempts: 7, failures: 5 },
  lastFailure: { kind: 'timeout', detail: null, atMs: 7 },
};

test.each([[[quiet, well, ill]], [[ill, well, quiet]]])(
  'counts are added up, rates weighted, and states and latencies are the worst, in any order',
  (reports) => {
    expect(mergeReports(reports)).toEqual({
      provider: 'p',
      breaker: 'open',
      ejectedForMs: 500,
      suspendedForMs: 900,
      isDemoted: true,
      consecutiveFailures: 11,
      successRate: 0.875,
      attempts: 40,
      failures: 5,
      calls: 131,
      retries: 34,
      hedges: 46,
      retriesLeft: 61,
      hedgesLeft: 70,
      p50Ms: 40,
      p95Ms: 20,
      p99Ms: 80,
      hedgeAfterMs: 15,
      inFlight: 3,
      recent: { attempts: 27, failures: 6 },
      lastFailure: { kind: 'timeout', detail: null, atMs: 7 },
    });
  },
);
