// The metrics of the gateway. Labels come from closed lists (variant, outcome, provider, job): a keyword, an id or a
// key as a label would leak data and use unbounded memory.
import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Clock } from '../domain/clock.ts';
import {
  type CacheFigures,
  registerCacheMetrics,
  registerSharedCacheMetrics,
  type SharedFigures,
} from './cache-metrics.ts';
import {
  type AdmissionFigures,
  type CountedCall,
  registerAdmissionMetrics,
  registerCallMetrics,
} from './call-metrics.ts';
import { Exemplars, type MetricFigures, renderOpenMetrics } from './exemplars.ts';
import { type LedgerFigures, registerLedgerMetrics } from './ledger-metrics.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import {
  type EndedAttempt,
  type ProviderCosts,
  type ProviderFigures,
  registerAttemptCounters,
  registerCosts,
  registerProviderLevels,
  registerQuotasLeft,
  registerUnaskedCounter,
} from './provider-metrics.ts';
import {
  type BuildInfo,
  registerBuildInfo,
  registerCommitMetrics,
  registerDatabaseState,
  registerJobMetrics,
  registerStorageUp,
  type StorageState,
} from './storage-metrics.ts';

export type { MetricFigures } from './exemplars.ts';

/** The formats that a scraper may ask for. Only `openmetrics` can carry exemplars. */
export type MetricsForm = 'text' | 'openmetrics';

export interface Metrics {
  callEnded(call: CountedCall): void;
  /** Replayed answers of this process since its start. */
  readonly replays: number;
  /** Holds that expired because no process ended them. Anything but 0 after a quiet start needs attention. */
  holdsExpired(count: number): void;
  /** Shows the figures of the cache. Called once, when the cache is made. */
  watchCache(figures: () => CacheFigures): void;
  /** Shows the figures of the cache that nodes share. Called once, if there is one. */
  watchSharedCache(figures: () => SharedFigures): void;
  /** Shows how many calls wait to start and how many were refused. Called once, when the listener is made. */
  watchAdmission(figures: () => AdmissionFigures): void;
  attemptEnded(attempt: EndedAttempt): void;
  /** What an attempt costs the operator. */
  attemptCost(provider: string, micros: number): void;
  /** This provider sent bytes that were not requested. */
  unaskedCame(provider: string): void;
  /** Shows the state of providers. Called once. */
  watchProviders(figures: () => readonly ProviderFigures[], names: () => readonly string[]): void;
  /** Shows what is left of the quotas of providers. Called once. */
  watchQuotas(left: () => readonly { provider: string; units: number }[]): void;
  /** Records a commit: the number of verbs in it, and the milliseconds since they were sent. */
  committed(verbs: number, durationMs: number): void;
  /** Shows whether the ledger answers, and whether its database may be used. Called once, by the job that checks it regularly. */
  watchStorage(isAway: () => boolean, state: () => StorageState | undefined): void;
  /** Shows the figures of the ledger; null until it was read. */
  watchLedger(figures: () => LedgerFigures | null): void;
  jobSucceeded(job: string, atMs: number): void;
  showBuild(build: BuildInfo): void;
  /** Shows how many log lines or traces were dropped. Called once, by the code that drops them. */
  watchDropped(what: 'call_lines' | 'traces', dropped: () => number): void;
  /** The figures of this process, for the process that shows all. */
  figures(): Promise<MetricFigures>;
  /** The text for a scrape: of all given processes, or with null of this one. */
  render(all?: MetricFigures[] | null, form?: MetricsForm): Promise<string>;
}

export function createMetrics(runningCalls: () => number, clock: Pick<Clock, 'nowMs'>): Metrics {
  const registry = new Registry();
  const exemplars = new Exemplars(clock);
  const costs: ProviderCosts = new Map();
  registerProcessMetrics(registry);
  const expired = new Counter({
    name: 'reelgate_holds_expired_total',
    help: 'Holds that expired because no process ended them.',
    registers: [registry],
  });
  registerProcess(registry, runningCalls);
  const countCall = registerCallMetrics(registry, exemplars);
  let replays = 0;
  const figures = async () => exemplars.addTo(await registry.getMetricsAsJSON());
  return {
    callEnded(call) {
      if (call.outcome === 'replayed') replays++;
      countCall(call);
    },
    get replays() {
      return replays;
    },
    holdsExpired: (count) => expired.inc(count),
    watchCache: (figures) => registerCacheMetrics(registry, figures),
    watchSharedCache: (figures) => registerSharedCacheMetrics(registry, figures),
    watchAdmission: (figures) => registerAdmissionMetrics(registry, figures),
    attemptEnded: registerAttemptCounters(registry),
    attemptCost: (provider, micros) => costs.set(provider, (costs.get(provider) ?? 0) + micros),
    unaskedCame: registerUnaskedCounter(registry),
    watchProviders(figures, names) {
      registerProviderLevels(registry, figures);
      registerCosts(registry, names, costs);
    },
    watchQuotas: (left) => registerQuotasLeft(registry, left),
    committed: registerCommitMetrics(registry),
    watchStorage(isAway, state) {
      registerStorageUp(registry, isAway);
      registerDatabaseState(registry, state);
    },
    watchLedger: (figures) => registerLedgerMetrics(registry, figures),
    jobSucceeded: registerJobMetrics(registry),
    showBuild: (build) => registerBuildInfo(registry, build),
    watchDropped: (what, dropped) => registerDropped(registry, what, dropped),
    figures,
    async render(all = null, form = 'text') {
      if (form === 'openmetrics') return renderOpenMetrics(all ?? [await figures()]);
      return (all === null ? registry : Registry.aggregate(all)).metrics();
    },
  };
}

function registerProcess(registry: Registry, runningCalls: () => number): void {
  const registers = [registry];
  new Gauge({
    name: 'reelgate_calls_running',
    help: 'Calls that hold money and have not ended.',
    registers,
    collect() {
      this.set(runningCalls());
    },
  });
  new Gauge({
    name: 'reelgate_processes',
    help: 'Processes behind this listener that are included in these figures.',
    registers,
  }).set(1);
}

const DROPPED_HELP = {
  call_lines: 'Lines of calls that were dropped because they could not be written.',
  traces: 'Traces of calls that were dropped because they could not be sent.',
};

function registerDropped(registry: Registry, what: 'call_lines' | 'traces', dropped: () => number): void {
  new Counter({
    name: `reelgate_${what}_dropped_total`,
    help: DROPPED_HELP[what],
    registers: [registry],
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });
}
