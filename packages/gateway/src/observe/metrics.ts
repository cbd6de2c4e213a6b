// Owns the figures that `/metrics` shows. Labels come from closed lists (variant, outcome, provider): a keyword, an id or a key in
// a label would be a leak and a memory hole at once.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Variant } from '../domain/call.ts';
import { type CacheFigures, registerCacheMetrics } from './cache-metrics.ts';
import { type DoorFigures, registerDoorMetrics } from './door-metrics.ts';
import {
  type EndedAttempt,
  type ProviderFigures,
  registerAttemptCounters,
  registerProviderLevels,
  registerUnaskedCounter,
} from './provider-metrics.ts';

export interface Metrics {
  /** `outcome` is `ok`, `replayed` or a failure code. */
  callEnded(variant: Variant, outcome: string, durationMs: number): void;
  /** Answers given again for nothing, in this process. */
  readonly replays: number;
  /** Holds given back because nobody resolved them: anything but 0 after a quiet start deserves a look. */
  holdsExpired(count: number): void;
  /** Shows the cache's figures; for once, when it is made. */
  watchCache(figures: () => CacheFigures): void;
  /** Shows who waits before being begun and who was refused; for once, when the listener is made. */
  watchDoor(figures: () => DoorFigures): void;
  attemptEnded(attempt: EndedAttempt): void;
  /** Bytes of this provider came that nobody asked for. */
  unaskedCame(provider: string): void;
  /** Shows the state of providers; for once, when it is known who keeps it. */
  watchProviders(figures: () => readonly ProviderFigures[]): void;
  /** Of this process, for another that shows all. */
  figures(): Promise<MetricFigures>;
  /** Of these processes together; null for this one alone. */
  render(all?: MetricFigures[] | null): Promise<string>;
}

export type MetricFigures = MetricObjectWithValues<MetricValue<string>>[];

/** Seconds. From a cached answer to the deadline of a call. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export function createMetrics(runningCalls: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Counter({
    name: 'reelgate_calls_total',
    help: 'Data calls by variant and outcome.',
    labelNames: ['variant', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'reelgate_call_duration_seconds',
    help: 'Time from a data request to its outcome.',
    labelNames: ['variant'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  let replays = 0;
  const expired = new Counter({
    name: 'reelgate_holds_expired_total',
    help: 'Holds that nobody resolved.',
    registers,
  });
  new Gauge({
    name: 'reelgate_calls_running',
    help: 'Calls between their hold and its end.',
    registers,
    collect() {
      this.set(runningCalls());
    },
  });
  new Gauge({
    name: 'reelgate_processes',
    help: 'Processes behind this listener whose figures these are.',
    registers,
  }).set(1);
  return {
    callEnded(variant, outcome, durationMs) {
      if (outcome === 'replayed') replays++;
      calls.inc({ variant, outcome });
      duration.observe({ variant }, durationMs / 1_000);
    },
    get replays() {
      return replays;
    },
    holdsExpired: (count) => expired.inc(count),
    watchCache: (figures) => registerCacheMetrics(registry, figures),
    watchDoor: (figures) => registerDoorMetrics(registry, figures),
    attemptEnded: registerAttemptCounters(registry),
    unaskedCame: registerUnaskedCounter(registry),
    watchProviders: (figures) => registerProviderLevels(registry, figures),
    figures: () => registry.getMetricsAsJSON(),
    render: (all = null) => (all === null ? registry : AggregatorRegistry.aggregate(all)).metrics(),
  };
}
