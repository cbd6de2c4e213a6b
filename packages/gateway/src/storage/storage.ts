// The storage port, as the rest of the gateway imports it: the type `Storage`, the types of its verbs, and its errors. Every verb is in
// verbs.ts. Files that verbs.ts imports take types from the file that has them and not from here, because this file imports that one.
import type { Port } from './port.ts';
import type { verbs } from './verbs.ts';

export { durationQuantile, STEP_MS, stepOf } from './ledger/call-steps.ts';
export type * from './ledger/call-verb-types.ts';
export type { AccountChange } from './nouns/accounts.ts';
export type { AdminToken } from './nouns/admin-tokens.ts';
export type {
  ArchivedRow,
  ArchiveHeads,
  ArchiveRows,
  ArchiveTable,
  CatchUp,
  CaughtUp,
  EntryHead,
  MissingEntry,
  ReachedAccount,
} from './nouns/archive.ts';
export type { AuditRow } from './nouns/audit.ts';
export type { CallPage } from './nouns/call-list.ts';
export type { CallTotals } from './nouns/call-totals.ts';
export type { ProviderComplaints } from './nouns/complaint-sums.ts';
export type { ComplaintEvidence, FileComplaint } from './nouns/complaints.ts';
export type { WithdrawPayment } from './nouns/disputes.ts';
export type { MoneyResult } from './nouns/entries.ts';
export type { GiveGrant, GiveResult } from './nouns/grants.ts';
export type { KeyHolder, KeyLimits, KeyListed } from './nouns/keys.ts';
export type { LimitPart, LimitWanted } from './nouns/leases.ts';
export type { LedgerWatch, UndeliveredEvents } from './nouns/ledger-watch.ts';
export type { CallDetail, CallFilter, ListedCall, OpenHold } from './nouns/listed-call.ts';
export { FOUND_KINDS, type Found } from './nouns/look-up.ts';
export type * from './nouns/overview.ts';
export type { PaybackEnd, WantedPayback, WantPayback } from './nouns/paybacks.ts';
export type { CreditPayment, CreditResult } from './nouns/payments.ts';
export { PROVIDER_RESUME, type ProviderUsageRow } from './nouns/providers.ts';
export type { QuotaOf, QuotaUse } from './nouns/quotas.ts';
export type { ClaimedRecharge, RechargeStandingOf } from './nouns/recharges.ts';
export type { StoredSecret } from './nouns/service-secret.ts';
export type { CodeFor, FoundSession, NewSession } from './nouns/sessions.ts';
export type { SignUp, SignUpResult, SignUpRight } from './nouns/signups.ts';
export type { ClosedMonth, DueAccount, NewStatement } from './nouns/statements.ts';
export type { UsageBy, UsageGroup } from './nouns/usage.ts';
export {
  DIMENSIONS,
  type Dimension,
  type SliceInput,
  type SliceResult,
  type UsageSlice,
} from './nouns/usage-slice.ts';
export type { LedgerVerdict, StorageDrill } from './nouns/verdict.ts';
export type { Leased } from './nouns/webhooks.ts';
export type { Busy, OnBehalf } from './port.ts';
export type { Listed, Paging } from './steps/paging.ts';
export type { Actor } from './steps/writing.ts';
export type * from './verifying/ledger-report.ts';

/**
 * The ledger cannot commit right now. `overloaded` means that its queue is full rather than that it is broken. `inDoubt`
 * means that it was lost in the very commit: this once, nobody can say whether something has changed.
 */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
  readonly overloaded: boolean;
  readonly inDoubt: boolean;

  constructor(message: string, options: { overloaded?: boolean; inDoubt?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.overloaded = options.overloaded ?? false;
    this.inDoubt = options.inDoubt ?? false;
  }
}

/** A database that this build must not open, or cannot. The message is meant for the operator and holds no secret. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/** Nobody has made a ledger there yet, and whoever asked must not. */
export class LedgerMissing extends UnusableDatabase {}

/** Told of every batch of verbs that was sent to be committed together, and how long its outcome took. */
export type OnCommit = (verbs: number, durationMs: number) => void;

export interface ServingNode {
  id: string;
  pid: number;
  /** The name of its machine, where its process id means something; null on a backend that one machine alone can use. */
  host: string | null;
  /** Since its last sign of life; 0 where the sign is there or not. */
  silentMs: number;
}

/** What a backend has beside its verbs. */
export interface StorageParts {
  /**
   * Calls the listener soon after the revision rose, wherever it was; the returned function ends that. Backends that
   * cannot push have no such verb, and a push may be lost: `revision` is the truth.
   */
  onRevision?(listener: () => void): () => void;
  /** As `onRevision`, when there may be new events. Their numbers are the truth. */
  onEvents?(listener: () => void): () => void;
  /** True for a ledger on a disk that is mounted read-only: it can be read and checked. */
  isReadOnly?: boolean;
  /** Of a backend whose server has a limited number of them. */
  connections?: {
    /** By one process, for all its parts. */
    wanted: number;
    /** How many the ledger has now. */
    ofLedger(): number;
    /** Closes one of them, unless it is one of the last, for a part of the process that has none. */
    giveOne(): Promise<void>;
  };
  /** Processes that serve on this data right now, this one included. */
  nodes(): Promise<ServingNode[]>;
  close(): Promise<void>;
}

export type Storage = Port<typeof verbs> & StorageParts;
