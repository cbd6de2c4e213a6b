// The port of what the gateway knows about each provider right now: how fast it answers, how often it fails, whether it asked for
// a pause, and how many extra attempts it may still get. It is in memory only and is learned again after a start. It never
// decides what a call does next.
import type { AttemptFailureKind } from '../connectors/connector.ts';
import type { RecentCounts } from './recent-attempts.ts';

/** The provider worked, also when it rejected the input. All other outcomes are its own failures. */
export const ANSWERED: ReadonlySet<AttemptEnding['outcome']> = new Set([
  'ok',
  'not_found',
  'input_rejected',
] as const);

/** What a plan knows of one provider at one moment. */
export interface HealthView {
  /** Milliseconds for which the provider itself asked not to be called; 0 when it did not. */
  suspendedMs: number;
  /** Its circuit breaker is open and no probe is due. */
  isEjected: boolean;
  /** It failed so often recently that another provider is the better first choice. */
  isDemoted: boolean;
  /** Median latency of its answers; null before enough answers were seen. */
  typicalMs: number | null;
  /** 99th percentile of its latency; null before enough answers were seen. */
  slowMs: number | null;
  /** After this many milliseconds without an answer a hedge is worthwhile; null before enough answers were seen. */
  hedgeAfterMs: number | null;
  /** A retry token is left for an attempt that is not a call's first. */
  mayRetry: boolean;
  /**
   * It is healthy enough to be asked instead of a provider that failed. This moves load and does not multiply it, so it needs no
   * retry token.
   */
  mayTakeOver: boolean;
  mayHedge: boolean;
  /** How many pages beyond an attempt's first it may still be asked for. */
  pagesLeft: number;
}

/** Why an attempt is made. Only the first attempt of a call needs no token. */
export type AttemptRole = 'first' | 'retry' | 'hedge';

export interface AttemptEnding {
  /** `cancelled`: another attempt won. It only shows that the provider took at least this long. */
  outcome: 'ok' | 'cancelled' | AttemptFailureKind;
  /** The gateway's own limit refused the attempt; nothing was sent to the provider. */
  isLocal?: boolean;
  /** The input caused the failure, or may have: it says nothing about the provider. */
  isOfInput?: boolean;
  suspendMs?: number;
  /** Answers that the attempt took, when not one. Latency is learned per answer. */
  pages?: number;
  /** Milliseconds in the gateway's own queue before the provider was asked; they are not the provider's. */
  waitedMs?: number;
  /** For operators; must not contain secrets. */
  detail?: string;
}

export interface Health {
  view(provider: string): HealthView;
  /** A call begins that may go to these providers. Retry tokens are shares of such calls. */
  callBegan(providers: readonly string[]): void;
  /** An attempt asks the provider for a page beyond its first one. */
  pageBegan(provider: string): void;
  /** The returned function must be called exactly once, when the attempt is over. */
  attemptBegan(provider: string, role: AttemptRole): (ending: AttemptEnding) => void;
}

/** What an operator sees of one provider at one moment. Counts and rates cover the last ten seconds; `consecutiveFailures` has no time limit. */
export interface ProviderHealthReport {
  provider: string;
  breaker: 'closed' | 'open' | 'half_open';
  /** Milliseconds until a probe is due. */
  ejectedForMs: number;
  suspendedForMs: number;
  isDemoted: boolean;
  consecutiveFailures: number;
  /** null without attempts. */
  successRate: number | null;
  attempts: number;
  failures: number;
  calls: number;
  retries: number;
  hedges: number;
  retriesLeft: number;
  hedgesLeft: number;
  /** null before enough answers were seen. */
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  hedgeAfterMs: number | null;
  inFlight: number;
  /** Counts of its last twenty attempts, of those that ended within the last hour. */
  recent: RecentCounts;
  lastFailure: { kind: AttemptFailureKind; detail: string | null; atMs: number } | null;
}

/** Health as operators see it. */
export interface HealthReports {
  /** Ends a pause that the provider asked for, and closes its circuit breaker. */
  resume(provider: string): void;
  /** Drops what was seen of a provider, which has become another one: an operator broke or mended it. */
  forget(provider: string): void;
  /** Every provider that was used recently, by name. */
  snapshot(): ProviderHealthReport[];
  /** For a provider without any record: a report with empty figures. */
  report(provider: string): ProviderHealthReport;
}
