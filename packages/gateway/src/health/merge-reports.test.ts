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

test('counts are added up, rates weighted, and states and latencies are the worst', () => {
  const failure = { kind: 'timeout' as const, detail: null, atMs: 7 };
  const well = {
    ...quiet,
    successRate: 1,
    attempts: 30,
    p50Ms: 10,
    inFlight: 2,
    recent: { attempts: 20, failures: 1 },
    lastFailure: { ...failure, atMs: 3 },
  };
  const ill = {
    ...quiet,
    breaker: 'open' as const,
    ejectedForMs: 500,
    isDemoted: true,
    successRate: 0.5,
    attempts: 10,
    failures: 5,
    p50Ms: 40,
    inFlight: 1,
    recent: { attempts: 7, failures: 5 },
    lastFailure: failure,
  };
  expect(mergeReports([quiet, well, ill])).toMatchObject({
    breaker: 'open',
    ejectedForMs: 500,
    isDemoted: true,
    successRate: 0.875,
    recent: { attempts: 27, failures: 6 },
    attempts: 40,
    failures: 5,
    retriesLeft: 9,
    p50Ms: 40,
    p95Ms: null,
    inFlight: 3,
    lastFailure: failure,
  });
});
