// How long garbage collections take. Node runs JavaScript after every collection to report it (60 µs of CPU), so they are counted
// from the first scrape on: a gateway whose metrics are not read does not pay for them.
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { Histogram, type Registry } from '@prometheus-io/client';

/** In seconds. */
const BUCKETS = [0.001, 0.01, 0.1, 1, 2, 5];

const KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

export function registerCollections(registry: Registry): void {
  let isObserved = false;
  const durations = new Histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Seconds of garbage collections by kind (major, minor, incremental or weakcb), since the first scrape.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers: [registry],
    collect() {
      if (!isObserved) observe(durations);
      isObserved = true;
    },
  });
}

function observe(durations: Histogram<'kind'>): void {
  const observer = new PerformanceObserver((list) => {
    // The types do not know what Node adds to entries of collections.
    for (const { detail, duration } of list.getEntries() as (PerformanceEntry & {
      detail: { kind: number };
    })[])
      durations.observe({ kind: KINDS[detail.kind] ?? 'other' }, duration / 1_000);
  });
  observer.observe({ type: 'gc' });
}
