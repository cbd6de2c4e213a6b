// Owns the storage port: what must survive, as verbs. A verb is one transaction and never leaves one open; its result
// says what happened. Every verb rejects with StorageUnavailable when it could not be committed, and with that error
// nothing has changed, unless it says that it is in doubt. Backends know SQL; nobody else does.
import type { Catalog, CatalogDraft } from '../domain/catalog.ts';
import type { Micros } from '../domain/money.ts';
import type { Actor } from './actor.ts';
import type { ArchiveHeads, ArchiveRows, CatchUp, CaughtUp } from './archive-rows.ts';
import type { Found } from './call-lists.ts';
import type { EventVerbs } from './event-verbs.ts';
import type { GrantVerbs } from './grant-verbs.ts';
import type { LeaseVerbs } from './lease-verbs.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from './ledger-report.ts';
import type { Listed, Paging } from './listed.ts';
import type { AccountVerbs } from './nouns/accounts.ts';
import type { ComplaintVerbs } from './nouns/complaints.ts';
import type { KeyVerbs } from './nouns/keys.ts';
import type { CapVerbs, ProjectVerbs } from './nouns/projects.ts';
import type { CallVerbs } from './paid-call-verbs.ts';
import type { PaybackVerbs } from './payback-verbs.ts';
import type { PaymentVerbs, RechargeVerbs } from './payment-verbs.ts';
import type { QuotaVerbs } from './quota-verbs.ts';
import type { AdminTokenVerbs, SessionVerbs } from './session-verbs.ts';
import type { SignupVerbs } from './signup-verbs.ts';
import type { StatementVerbs } from './statement-verbs.ts';
import type { Busy, LedgerVerdict, LedgerWatch, OnBehalf, SliceVerbs, StorageDrill } from './usage-slices.ts';
import type { WebhookVerbs } from './webhook-verbs.ts';

export type { Actor } from './actor.ts';
export type * from './archive-rows.ts';
export * from './call-lists.ts';
export { durationQuantile, STEP_MS, stepOf } from './call-steps.ts';
export type { EventVerbs } from './event-verbs.ts';
export type * from './grant-verbs.ts';
export type * from './lease-verbs.ts';
export type * from './ledger-report.ts';
export type * from './listed.ts';
export type { AccountChange, AccountVerbs } from './nouns/accounts.ts';
export type { ProviderClaim } from './nouns/complaint-claims.ts';
export type { ComplaintEvidence, FileComplaint } from './nouns/complaints.ts';
export type { MoneyResult } from './nouns/entries.ts';
export type { KeyHolder, KeyLimits, KeyListed } from './nouns/keys.ts';
export type * from './paid-call-verbs.ts';
export type * from './payback-verbs.ts';
export type * from './payment-verbs.ts';
export type * from './quota-verbs.ts';
export type * from './session-verbs.ts';
export type * from './signup-verbs.ts';
export type * from './statement-verbs.ts';
export * from './usage-slices.ts';
export type { WebhookVerbs } from './webhook-verbs.ts';

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

/** The action of the audit row that has every process ask a provider again; its subject is the provider's name. */
export const PROVIDER_RESUME = 'provider.resume';

// ── catalog, usage, audit, secret ────────────────────────────────────────────────────────────────────────────────

export interface CatalogVerbs {
  publish(
    input: Actor & {
      draft: CatalogDraft;
      note: string | null;
      /** Only as version 1; refused when there is one already, as when two nodes start on an empty database. */
      first?: boolean;
      /** Refused when another version was published since this one. */
      basedOn?: number;
      /** Versions behind it, in the same transaction: those that wait for their day, and would be cancelled by it. */
      later?: readonly { draft: CatalogDraft; note: string | null }[];
    },
  ): Promise<{ kind: 'published'; catalog: Catalog } | { kind: 'refused'; detail: string }>;
  /** Every version, oldest first. */
  all(): Promise<Catalog[]>;
}

export type UsageBy = 'day' | 'path' | 'key';

export interface UsageGroup {
  /** The day, path or key id. */
  group: string;
  /** Of the key; null for days and paths. */
  name: string | null;
  calls: number;
  failures: number;
  chargedMicros: Micros;
}

/** One provider's part in one path: what it took and what it brought. */
export interface ProviderUsageRow {
  path: string;
  provider: string;
  attempts: number;
  failures: number;
  durationMs: number;
  costMicros: Micros;
  /** Of the calls that this provider answered. */
  chargedMicros: Micros;
}

export interface UsageVerbs extends SliceVerbs {
  /** Days are UTC and inclusive; without an account, the sum over all. Of one key of the account, when it is named. */
  read(input: {
    accountId?: string;
    keyId?: string;
    fromDay: string;
    toDay: string;
    by: UsageBy;
  }): Promise<UsageGroup[]>;
  /** Of all accounts: sums that are kept by day. */
  providers(input: { fromDay: string; toDay: string }): Promise<ProviderUsageRow[]>;
  /** Of one account: counted from its calls, of each the attempts of its last opening, which takes as long as it has calls. */
  providersOf(
    input: { accountId: string; fromDay: string; toDay: string } & OnBehalf,
  ): Promise<ProviderUsageRow[] | Busy>;
  /** Units of prices with tiers that the account was charged for in a month (`2026-11`), by the pattern that has the tiers. */
  tiers(input: { accountId: string; month: string }): Promise<{ path: string; used: number }[]>;
  /**
   * Drops usage older than so many whole months beside the current one, a bounded number of rows at a time; 0 when there is
   * nothing left to drop. What was charged stays in the ledger for ever, and the sums stay with their keys.
   */
  purge(input: { keepMonths: number }): Promise<{ purged: number }>;
  /** Adds steps of five minutes that are older than a week to their days, a bounded number at a time; 0 when none is left. */
  fold(): Promise<{ folded: number }>;
}

export interface AuditRow {
  id: number;
  atMs: number;
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** A search over many platforms, between two of its pages. */
export interface WalkStateVerbs {
  /**
   * Writes a state, or what came late to it, down for its key; one that is there stays as it is. Beyond these bounds the oldest of
   * the key go.
   */
  put(input: {
    id: string;
    /** Empty for the state itself; else the leg that came late, or a page of which is said who asked for it first. */
    part: string;
    keyId: string;
    body: Uint8Array;
    countMax: number;
    bytesMax: number;
  }): Promise<{ isNew: boolean }>;
  /** Everything under this id that is not older; nothing when there is none. */
  read(input: { id: string; keepMs: number }): Promise<{ part: string; body: Uint8Array }[]>;
  /** Drops what is older, a bounded number at a time. */
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
}

/** What nodes agree on, so that one can read what another has sealed. */
export interface StoredSecret {
  /** Tells one secret from another and gives none away. */
  fingerprint: string;
  /** In hexadecimal; null when nodes are given it in another way. */
  secret: string | null;
}

export interface SecretVerbs {
  /** Stores this one unless one is stored; returns the stored one. */
  claim(input: StoredSecret): Promise<StoredSecret>;
  find(): Promise<StoredSecret | null>;
  /** The next claim wins. */
  forget(input: Actor): Promise<{ forgotten: boolean }>;
}

export interface ServingNode {
  id: string;
  pid: number;
  /** The name of its machine, where its process id means something; null on a backend that one machine alone can use. */
  host: string | null;
  /** Since its last sign of life; 0 where the sign is there or not. */
  silentMs: number;
}

export interface Storage {
  calls: CallVerbs;
  accounts: AccountVerbs;
  keys: KeyVerbs;
  projects: ProjectVerbs;
  caps: CapVerbs;
  complaints: ComplaintVerbs;
  payments: PaymentVerbs;
  paybacks: PaybackVerbs;
  recharges: RechargeVerbs;
  statements: StatementVerbs;
  signups: SignupVerbs;
  grants: GrantVerbs;
  catalog: CatalogVerbs;
  usage: UsageVerbs;
  walkStates: WalkStateVerbs;
  events: EventVerbs;
  webhooks: WebhookVerbs;
  /** Written down for every process on this ledger: each takes it from the audit log when the revision rises. */
  providers: { resume(input: Actor & { provider: string }): Promise<null> };
  quotas: QuotaVerbs;
  leases: LeaseVerbs;
  audit: {
    list(input: Paging & { subject?: string }): Promise<Listed<AuditRow>>;
    /** A change of something that is not in the ledger. */
    note(input: Actor & Pick<AuditRow, 'action' | 'subject' | 'detail'>): Promise<null>;
  };
  adminTokens: AdminTokenVerbs;
  sessions: SessionVerbs;
  /** Whatever goes by this id, name, prefix or request id; of each kind the first few. */
  lookUp(input: { id: string }): Promise<Found[]>;
  ledger: {
    /** Changes nothing. Without an input it checks everything. */
    verify(input?: VerifyInput, onVerified?: OnVerified): Promise<LedgerReport>;
    /** The next check goes on from here. False when another check was faster: then nothing has changed. */
    keepCheckpoint(input: NextCheckpoint): Promise<{ kept: boolean }>;
    /** Remembers what a check found, for whoever looks next. */
    keepVerdict(input: LedgerVerdict): Promise<null>;
    /** null before the first check. */
    verdict(): Promise<LedgerVerdict | null>;
    /** A whole copy of the ledger was made at this time. */
    noteBackup(input: { atMs: number }): Promise<null>;
    /** Of the last one that went well. */
    noteDrill(input: StorageDrill): Promise<null>;
    /** How far the entries of each account go. */
    archiveHeads(): Promise<ArchiveHeads>;
    /** The first entries behind these, with all that they need to stand in a ledger again. */
    archiveRows(input: ArchiveHeads): Promise<ArchiveRows>;
    /** Puts entries of an archive behind those that a restored ledger has. Repeating it changes nothing. */
    catchUp(input: CatchUp): Promise<CaughtUp>;
    /** Sums that a node shows all the time; their cost does not grow with the number of calls. */
    watch(input: { nowMs: number }): Promise<LedgerWatch>;
  };
  secret: SecretVerbs;
  /** Rises whenever keys, accounts' limits or the catalog change, in whatever process. */
  revision(): Promise<number>;
  /**
   * Calls the listener soon after the revision rose, wherever it was; the returned function ends that. Backends that
   * cannot push have no such verb, and a push may be lost: `revision` is the truth.
   */
  onRevision?(listener: () => void): () => void;
  /** As `onRevision`, when there may be new events. Their numbers are the truth. */
  onEvents?(listener: () => void): () => void;
  /** Resolves when a commit works and there is room for calls, rejects with StorageUnavailable otherwise. */
  ready(): Promise<void>;
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
