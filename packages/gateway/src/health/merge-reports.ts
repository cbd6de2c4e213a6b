// Merges the reports of several processes about one provider. Counts are added up; of states and latencies the worst is shown,
// because some callers meet it.
import type { ProviderHealthReport } from './health.ts';

const SEVERITY = ['closed', 'half_open', 'open'] as const;

type Report = ProviderHealthReport;
/** The names of the fields that have this type. */
type FieldsOf<T> = { [K in keyof Report]: Report[K] extends T ? K : never }[keyof Report];

export function mergeReports(reports: readonly Report[]): Report {
  const sum = (field: FieldsOf<number>) => reports.reduce((all, report) => all + report[field], 0);
  const most = (field: FieldsOf<number>) => Math.max(...reports.map((report) => report[field]));
  const slowest = (field: FieldsOf<number | null>) => {
    const known = reports.map((report) => report[field]).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  return {
    provider: reports[0]!.provider,
    breaker: SEVERITY[Math.max(...reports.map(({ breaker }) => SEVERITY.indexOf(breaker)))]!,
    ejectedForMs: most('ejectedForMs'),
    suspendedForMs: most('suspendedForMs'),
    isDemoted: reports.some(({ isDemoted }) => isDemoted),
    consecutiveFailures: most('consecutiveFailures'),
    successRate: meanRate(reports),
    attempts: sum('attempts'),
    failures: sum('failures'),
    calls: sum('calls'),
    retries: sum('retries'),
    hedges: sum('hedges'),
    retriesLeft: sum('retriesLeft'),
    hedgesLeft: sum('hedgesLeft'),
    p50Ms: slowest('p50Ms'),
    p95Ms: slowest('p95Ms'),
    p99Ms: slowest('p99Ms'),
    hedgeAfterMs: slowest('hedgeAfterMs'),
    inFlight: sum('inFlight'),
    recent: {
      attempts: reports.reduce((all, { recent }) => all + recent.attempts, 0),
      failures: reports.reduce((all, { recent }) => all + recent.failures, 0),
    },
    lastFailure: latestFailure(reports),
  };
}

/** Each rate is weighted by its attempts. */
function meanRate(reports: readonly Report[]): number | null {
  const known = reports.flatMap(({ successRate, attempts }) =>
    successRate === null ? [] : [{ successRate, attempts }],
  );
  const attempts = known.reduce((all, one) => all + one.attempts, 0);
  if (attempts === 0) return known[0]?.successRate ?? null;
  return known.reduce((all, one) => all + one.successRate * one.attempts, 0) / attempts;
}

function latestFailure(reports: readonly Report[]): Report['lastFailure'] {
  const known = reports.flatMap(({ lastFailure }) => (lastFailure === null ? [] : [lastFailure]));
  return known.sort((a, b) => b.atMs - a.atMs)[0] ?? null;
}
