// Owns the part of the storage port that adds up calls: by two dimensions, for an overview, and in the history of a provider.
import type { Micros } from '../domain/money.ts';
import type { LedgerVerdict, StorageDrill } from './nouns/verdict.ts';

export const DIMENSIONS = [
  'hour',
  'day',
  'account',
  'key',
  'project',
  'platform',
  'path',
  'provider',
  'failure',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface SliceInput {
  accountId?: string;
  /** Of the account's. */
  keyId?: string;
  /** Whole UTC days. */
  fromMs: number;
  toMs: number;
  /** One or two, each once. */
  by: readonly Dimension[];
}

export interface UsageSlice {
  /** A value for each dimension; empty for calls that have none, such as a provider of an answer that was kept. */
  groups: string[];
  /** Names of accounts, keys and projects; else null. */
  names: (string | null)[];
  calls: number;
  failures: number;
  chargedMicros: Micros;
  costMicros: Micros;
}

export type SliceResult =
  | { kind: 'slices'; slices: UsageSlice[]; isCut: boolean }
  /** These dimensions are counted from calls, and there are more than that. */
  | { kind: 'too_many'; calls: number }
  /** Hours are kept for a week. */
  | { kind: 'too_old'; keptFromMs: number };

/** On whose behalf something long is read: an account's id, or the actor of an operator. */
export interface OnBehalf {
  party: string;
}

/** The party has enough reads under way and waiting. */
export interface Busy {
  kind: 'busy';
  retryAfterMs: number;
}

export interface Figures {
  calls: number;
  failures: number;
  chargedMicros: Micros;
  costMicros: Micros;
}

export interface HourFigures extends Figures {
  hourMs: number;
}

export interface RouteFigures extends Figures {
  path: string;
  provider: string;
  attempts: number;
  failedAttempts: number;
}

/** Money of an account against what it spends. */
export interface Runway {
  accountId: string;
  name: string;
  availableMicros: Micros;
  /** In the last seven days. */
  spentMicros: Micros;
}

/** An account that owes for payments that were taken back. */
export interface Debtor {
  name: string;
  owedMicros: Micros;
}

export interface Overview {
  today: Figures;
  /** Up to the same time of day, to five minutes. */
  yesterday: Figures;
  /** Calls of today, answered or failed, that an older release counted, which kept no times: they are in no hour. */
  untimedCalls: number;
  /** Of today. */
  refundedMicros: Micros;
  toppedUpMicros: Micros;
  /** Since yesterday's midnight, oldest first; an hour without calls is left out. */
  hours: HourFigures[];
  /** Of today. */
  routes: RouteFigures[];
  /** The first to run dry, first. */
  runways: Runway[];
  waitingComplaints: number;
  debtors: Debtor[];
}

export interface ProviderStep {
  stepMs: number;
  attempts: number;
  failures: number;
  durationMs: number;
  costMicros: Micros;
  chargedMicros: Micros;
  /** So many took so long, as call-steps.ts sorts them. */
  durations: number[];
}

/** Events that a webhook which is not disabled has not taken yet. */
export interface UndeliveredEvents {
  count: number;
  /** When the oldest of them happened; null when there is none. */
  sinceMs: number | null;
}

/** What a node watches of the whole ledger. */
export interface LedgerWatch {
  heldMicros: Micros;
  balanceMicros: Micros;
  /** Of this UTC day. */
  refundedMicros: Micros;
  /** Of this UTC day. */
  rechargesDeclined: number;
  undelivered: UndeliveredEvents;
  /** null before the first check. */
  verdict: LedgerVerdict | null;
  /** null before the first backup. */
  backedUpAtMs: number | null;
  /** null before the first drill. */
  drill: StorageDrill | null;
}
