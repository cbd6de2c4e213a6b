// The storage port as the rest of the gateway imports it: the type `Storage`, the types of its verbs, and its errors. The verbs are
// listed in verbs.ts. This file imports verbs.ts, so files that verbs.ts imports take types from where they are declared, not from here.
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
export type { BeginPage, BegunPage } from './nouns/collection-work.ts';
export type { ProviderComplaints } from './nouns/complaint-sums.ts';
export type { ComplaintEvidence, FileComplaint } from './nouns/complaints.ts';
export type { WithdrawPayment } from './nouns/disputes.ts';
export type { MoneyResult } from './nouns/entries.ts';
export { type FoundPage, unpackLines } from './nouns/found.ts';
export type { FoundItems, PageFound, RunFound, SettleGathered } from './nouns/gathered.ts';
export type { GiveGrant, GiveResult } from './nouns/grants.ts';
export type { KeyHolder, KeyLimits, KeyListed } from './nouns/keys.ts';
export type { LimitPart, LimitWanted } from './nouns/leases.ts';
export type { LedgerWatch, UndeliveredEvents } from './nouns/ledger-watch.ts';
export type {
  CallDetail,
  CallFilter,
  CallPage,
  CallTotals,
  ListedCall,
  OpenHold,
} from './nouns/listed-call.ts';
export { FOUND_KINDS, type Found } from './nouns/look-up.ts';
export type { FailedByCode, OutcomesInput, PathOutcomes } from './nouns/outcomes.ts';
export type * from './nouns/overview.ts';
export { SPENT_DAYS } from './nouns/overview.ts';
export type { PaidUnit } from './nouns/paid-before.ts';
export type { PaybackEnd, WantedPayback, WantPayback } from './nouns/paybacks.ts';
export type { CreditPayment, CreditResult } from './nouns/payments.ts';
export { PROVIDER_FAULT, PROVIDER_RESUME, type ProviderUsageRow } from './nouns/providers.ts';
export type { QuotaOf, QuotaUse } from './nouns/quotas.ts';
export type { BegunRecharge, RechargeStandingOf } from './nouns/recharges.ts';
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
export type { BegunRun, SetFeedResult, UpdateResult } from './nouns/watches.ts';
export type { Leased } from './nouns/webhooks.ts';
export type { Busy, OnBehalf } from './port.ts';
export type { Listed, Paging } from './steps/paging.ts';
export type { Actor } from './steps/writing.ts';
export type * from './verifying/ledger-report.ts';

/**
 * The ledger cannot commit right now. `overloaded` means that its queue, or the one of checks of the ledger, is full, not that it is broken. `inDoubt` means that the
 * connection was lost during COMMIT, and that it is unknown whether anything has changed.
 */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
  readonly overloaded: boolean | 'checks';
  readonly inDoubt: boolean;

  constructor(
    message: string,
    options: { overloaded?: boolean | 'checks'; inDoubt?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.overloaded = options.overloaded ?? false;
    this.inDoubt = options.inDoubt ?? false;
  }
}

/** The ledger answers, and must not be written: what would be acknowledged might be lost, or was. The message is for the operator. */
export class RefusedDatabase extends StorageUnavailable {
  override name = 'RefusedDatabase';
}

/** A database that this build must not or cannot open. The message is for the operator and contains no secret. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/** There is no ledger yet, and this command must not create one. */
export class LedgerMissing extends UnusableDatabase {}

/** Called for every batch of verbs that was committed together, with the time until its outcome. */
export type OnCommit = (verbs: number, durationMs: number) => void;

export interface ServingNode {
  id: string;
  pid: number;
  /** Name of the machine that `pid` belongs to; null on a backend that only one machine can use. */
  host: string | null;
  /** Milliseconds since its last heartbeat; 0 on a backend without heartbeats. */
  silentMs: number;
}

/** What a backend has besides its verbs. */
interface StorageParts {
  /**
   * Calls the listener soon after the revision was raised by any process; the returned function unsubscribes. Backends that cannot push
   * do not have it. A push may be lost, so read `revision` as well.
   */
  onRevision?(listener: () => void): () => void;
  /** As `onRevision`, when there may be new events. A push may be lost here too. */
  onEvents?(listener: () => void): () => void;
  /** True for a ledger on a disk that is mounted read-only: it can be read and checked. */
  isReadOnly?: boolean;
  /** Only on a backend whose server limits the number of connections. */
  connections?: {
    /** How many connections one process wants, for all its parts. */
    wanted: number;
    /** How many connections the ledger has open now. */
    ofLedger(): number;
    /** Closes one connection of the ledger, unless it has too few, so that another part of the process can open one. */
    giveOne(): Promise<void>;
  };
  /** Only on a backend with a server: what the last transaction that writes found there. */
  databaseState?(): {
    /** It must not be written: by its settings, or because it lost commits. */
    isRefused: boolean;
    /** Synchronous standbys: those that are connected, and those that a commit waits for; 0 where none are required. */
    standbys: { connected: number; wanted: number };
  };
  /** Processes that serve with this database right now, including this one. */
  nodes(): Promise<ServingNode[]>;
  /** The id of this node among them. */
  readonly node: string;
  close(): Promise<void>;
}

export type Storage = Port<typeof verbs> & StorageParts;
