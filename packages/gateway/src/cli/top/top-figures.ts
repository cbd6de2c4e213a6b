// Turns two scrapes of `/metrics` into figures per second: calls, money, commits.
import { type ProviderStatus, providerStatus } from '../../domain/provider-status.ts';
import type { Scrape, ScrapeSample } from '../../observe/read-scrape.ts';

export interface TopFigures {
  calls: {
    per_second: number;
    /** Failures of the gateway or of a platform. */
    failed_per_second: number;
    running: number;
    waiting: number;
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
  };
  /** In the currency, extrapolated from these seconds. */
  money: { charged_per_hour: number; cost_per_hour: number; held: number; differences: number };
  storage: {
    up: boolean;
    commits_per_second: number;
    verbs_per_commit: number | null;
    p95_ms: number | null;
  };
  providers: {
    provider: string;
    /** The same word as in the console and the API. */
    status: ProviderStatus;
    attempts_per_second: number;
    failed_per_second: number;
    cost_per_hour: number;
  }[];
}

const MICROS = 1_000_000;
const HOUR_SECONDS = 3_600;
/** Outcome codes that are failures of the gateway or a platform, not of the caller. */
const OUR_FAILURE = /^(UPSTREAM_|OVERLOADED$|STORAGE_UNAVAILABLE$|INTERNAL$)/;
/** Attempt outcomes that are not the provider's failure. */
const NO_FAILURE = ['ok', 'cancelled', 'local'];

type Labels = Record<string, string>;
type Fits = (labels: Labels) => boolean;

class Between {
  readonly #before: Scrape;
  readonly #now: Scrape;
  readonly #seconds: number;

  constructor(before: Scrape, now: Scrape, seconds: number) {
    this.#before = before;
    this.#now = now;
    this.#seconds = seconds;
  }

  level(name: string, fits: Fits = () => true): number {
    return sumOf(this.#now, name, fits);
  }

  /** Null when there is no such metric. */
  valueOf(name: string, fits: Fits): number | null {
    return samplesOf(this.#now, name).find(({ labels }) => fits(labels))?.value ?? null;
  }

  grown(name: string, fits: Fits = () => true): number {
    // A restarted gateway counts from zero.
    return Math.max(0, sumOf(this.#now, name, fits) - sumOf(this.#before, name, fits));
  }

  perSecond(name: string, fits?: Fits): number {
    return rounded(this.grown(name, fits) / this.#seconds);
  }

  perHour(name: string, fits?: Fits): number {
    return rounded((this.grown(name, fits) * HOUR_SECONDS) / this.#seconds / MICROS);
  }

  /** Milliseconds, interpolated within the histogram bucket; null when nothing was measured. */
  quantileMs(histogram: string, quantile: number): number | null {
    const name = `${histogram}_bucket`;
    const bounds = [...new Set(samplesOf(this.#now, name).map(({ labels }) => labels.le!))]
      .map((le) => ({ le, bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le) }))
      .sort((a, b) => a.bound - b.bound);
    const counts = bounds.map(({ le }) => this.grown(name, (labels) => labels.le === le));
    const all = counts.at(-1) ?? 0;
    if (all === 0) return null;
    const at = counts.findIndex((count) => count >= quantile * all);
    const [low, high] = [bounds[at - 1]?.bound ?? 0, bounds[at]!.bound];
    // Above the last bucket only its bound is known.
    if (high === Number.POSITIVE_INFINITY) return low * 1_000;
    const below = counts[at - 1] ?? 0;
    return rounded((low + ((high - low) * (quantile * all - below)) / (counts[at]! - below)) * 1_000);
  }

  valuesOf(name: string, label: string): string[] {
    return [...new Set(samplesOf(this.#now, name).map(({ labels }) => labels[label]!))].sort();
  }
}

export function topFigures(before: Scrape, now: Scrape, seconds: number): TopFigures {
  const between = new Between(before, now, seconds);
  const commits = between.grown('reelgate_commit_verbs_count');
  const duration = 'reelgate_call_duration_seconds';
  return {
    calls: {
      per_second: between.perSecond('reelgate_calls_total'),
      failed_per_second: between.perSecond('reelgate_calls_total', ({ outcome }) =>
        OUR_FAILURE.test(outcome!),
      ),
      running: between.level('reelgate_calls_running'),
      waiting: between.level('reelgate_calls_waiting'),
      p50_ms: between.quantileMs(duration, 0.5),
      p95_ms: between.quantileMs(duration, 0.95),
      p99_ms: between.quantileMs(duration, 0.99),
    },
    money: {
      charged_per_hour: between.perHour('reelgate_charged_micros_total'),
      cost_per_hour: between.perHour('reelgate_provider_cost_micros_total'),
      held: between.level('reelgate_ledger_held_micros') / MICROS,
      differences: between.level('reelgate_ledger_differences'),
    },
    storage: {
      up: between.level('reelgate_storage_up') > 0,
      commits_per_second: between.perSecond('reelgate_commit_verbs_count'),
      verbs_per_commit: commits === 0 ? null : rounded(between.grown('reelgate_commit_verbs_sum') / commits),
      p95_ms: between.quantileMs('reelgate_commit_duration_seconds', 0.95),
    },
    providers: between.valuesOf('reelgate_provider_cost_micros_total', 'provider').map((provider) => {
      const attempts = 'reelgate_provider_attempts_total';
      const isOwn: Fits = (labels) => labels.provider === provider;
      return {
        provider,
        status: statusOf(between, isOwn),
        attempts_per_second: between.perSecond(attempts, isOwn),
        failed_per_second: between.perSecond(
          attempts,
          (labels) => isOwn(labels) && !NO_FAILURE.includes(labels.outcome!),
        ),
        cost_per_hour: between.perHour('reelgate_provider_cost_micros_total', isOwn),
      };
    }),
  };
}

/** Over several processes the worst breaker state counts, as in the API. */
function statusOf(between: Between, isOwn: Fits): ProviderStatus {
  const isIn = (state: string) =>
    between.level('reelgate_provider_state', (labels) => isOwn(labels) && labels.state === state) > 0;
  const quota = between.valueOf('reelgate_provider_quota_left_units', isOwn);
  return providerStatus({
    suspendedForMs: between.level('reelgate_provider_suspended_seconds', isOwn),
    quotaLeft: quota,
    breaker: isIn('open') ? 'open' : isIn('half_open') ? 'half_open' : 'closed',
    recent: {
      attempts: between.level('reelgate_provider_recent_attempts', isOwn),
      failures: between.level('reelgate_provider_recent_failures', isOwn),
    },
  });
}

const samplesOf = ({ samples }: Scrape, name: string): ScrapeSample[] =>
  samples.filter((sample) => sample.name === name);

function sumOf(scrape: Scrape, name: string, fits: Fits = () => true): number {
  return samplesOf(scrape, name).reduce((sum, { labels, value }) => (fits(labels) ? sum + value : sum), 0);
}

/** More than two decimals are not readable at a glance. */
const rounded = (value: number) => Math.round(value * 100) / 100;
