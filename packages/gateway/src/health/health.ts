// Owns the port of what the gateway knows about each provider right now: how fast it answers, how often it fails, whether
// it asked to be left alone, and how many extra attempts it may still be given. It lives in memory, is learned anew after
// a start, and never decides by itself what a call does next.
import type { AttemptFailureKind } from '../connectors/connector.ts';
import type { RecentCounts } from './recent-attempts.ts';

/** What a plan may know of one provider at one moment. */
export interface HealthView {
  /** How long the provider itself asked not to be called; 0 when it did not. */
  suspendedMs: number;
  /** Its breaker is open and no probe is due. */
  isEjected: boolean;
  /** It failed so often of late that another provider is the better first choice. */
  isDemoted: boolean;
  /** Its median; null before enough answers were seen. */
  typicalMs: number | null;
  /** Its 99th percentile; null before enough answers were seen. */
  slowMs: number | null;
  /** After this time without an answer a second attempt elsewhere pays; null before enough answers were seen. */
  hedgeAfterMs: number | null;
  /** Its budget has room for an attempt that is not a call's first. */
  mayRetry: boolean;
  /** It does well enough to be asked instead of one that failed: load that moves is not load that multiplies. */
  mayTakeOver: boolean;
  mayHedge: boolean;
  /** Its budget has room for so many pages beyond an attempt's first. */
  pagesLeft: number;
}

/** Why an attempt is made. Only the first one is free of budgets. */
export type AttemptRole = 'first' | 'retry' | 'hedge';

export interface AttemptEnding {
  /** `cancelled`: another attempt won; says nothing about the provider but that it took at least so long. */
  outcome: 'ok' | 'cancelled' | AttemptFailureKind;
  /** The gateway's own limit refused it; the provider never heard of it. */
  isLocal?: boolean;
  /** What was asked is the reason, or may be: it says nothing about the provider. */
  isOfInput?: boolean;
  suspendMs?: number;
  /** Answers it took, when not one: what is learned of latency is the time of one answer. */
  pages?: number;
  /** Time that went by before the provider was asked: our own, not its. */
  waitedMs?: number;
  /** For operators; may quote nothing secret. */
  detail?: string;
}

export interface Health {
  view(provider: string): HealthView;
  /** A call begins that may go to these providers: budgets are shares of such calls. */
  callBegan(providers: readonly string[]): void;
  /** An attempt asks the provider for a page beyond its first one. */
  pageBegan(provider: string): void;
  /** The returned function must be called exactly once, when the attempt is over. */
  attemptBegan(provider: string, role: AttemptRole): (ending: AttemptEnding) => void;
}

/** What an operator may know of one provider at one moment. Counts are of the last ten seconds. */
export interface ProviderHealthReport {
  provider: string;
  breaker: 'closed' | 'open' | 'half_open';
  /** Until a probe is due. */
  ejectedForMs: number;
  suspendedForMs: number;
  isDemoted: boolean;
  consecutiveFailures: number;
  /** Null without attempts. */
  successRate: number | null;
  attempts: number;
  failures: number;
  calls: number;
  retries: number;
  hedges: number;
  retriesLeft: number;
  hedgesLeft: number;
  /** Null before enough answers were seen. */
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  hedgeAfterMs: number | null;
  inFlight: number;
  /** Of its last twenty attempts, as far as they ended within the last hour. */
  recent: RecentCounts;
  lastFailure: { kind: AttemptFailureKind; detail: string | null; atMs: number } | null;
}

/** The other side of health: for people, not for plans. */
export interface HealthReports {
  /** Ends a pause that the provider asked for, and its time out after failures. */
  resume(provider: string): void;
  /** Every provider that was asked about of late, by name. */
  snapshot(): ProviderHealthReport[];
  /** Of a provider that was never asked about: that nothing is known. */
  report(provider: string): ProviderHealthReport;
}
