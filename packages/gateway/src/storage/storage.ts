// Owns the storage port: what must survive, as verbs. A verb is one transaction and never leaves one open; its result
// says what happened. Every verb rejects with StorageUnavailable when it could not be committed, and with that error
// nothing has changed, unless it says that it is in doubt. Backends know SQL; nobody else does.
import type { Catalog } from '../domain/catalog.ts';
import type { EventData, EventType, StreamEvent } from '../domain/event.ts';
import type { Micros } from '../domain/money.ts';
import type { LoginSession } from '../domain/session.ts';
import type { AccountVerbs } from './account-verbs.ts';
import type { Actor } from './actor.ts';
import type { ArchiveHeads, ArchiveRows, CatchUp, CaughtUp } from './archive-rows.ts';
import type { Found } from './call-lists.ts';
import type { ComplaintVerbs } from './complaint-verbs.ts';
import type { GrantVerbs } from './grant-verbs.ts';
import type { CapVerbs, KeyVerbs, ProjectVerbs } from './key-verbs.ts';
import type { LeaseVerbs } from './lease-verbs.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from './ledger-report.ts';
import type { Listed } from './listed.ts';
import type { AdminToken, CreateAdminToken, RevokedAdminToken } from './nouns/admin-tokens.ts';
import type { AuditRow, ListAudit } from './nouns/audit.ts';
import type { PublishCatalog, PublishedCatalog } from './nouns/catalog.ts';
import type { ListEvents, TellOnce } from './nouns/events.ts';
import type { Days, ProviderUsageRow } from './nouns/providers.ts';
import type { StoredSecret } from './nouns/service-secret.ts';
import type {
  CreateLoginCode,
  FoundSession,
  ListSessions,
  OpenByCode,
  OpenByKey,
  OpenedByCode,
} from './nouns/sessions.ts';
import type { ReadUsage, UsageGroup } from './nouns/usage.ts';
import type { LedgerVerdict, StorageDrill } from './nouns/verdict.ts';
import type { PutWalkState } from './nouns/walk-states.ts';
import type { CallVerbs } from './paid-call-verbs.ts';
import type { PaybackVerbs } from './payback-verbs.ts';
import type { PaymentVerbs, RechargeVerbs } from './payment-verbs.ts';
import type { QuotaVerbs } from './quota-verbs.ts';
import type { SignupVerbs } from './signup-verbs.ts';
import type { StatementVerbs } from './statement-verbs.ts';
import type { Busy, LedgerWatch, OnBehalf, SliceVerbs } from './usage-slices.ts';
import type { WebhookVerbs } from './webhook-verbs.ts';
import type { ChangeStep } from './writing/writing.ts';

export type * from './account-verbs.ts';
export type { Actor } from './actor.ts';
export type * from './archive-rows.ts';
export * from './call-lists.ts';
export { durationQuantile, STEP_MS, stepOf } from './call-steps.ts';
export type * from './complaint-verbs.ts';
export type * from './grant-verbs.ts';
export type * from './key-verbs.ts';
export type * from './lease-verbs.ts';
export type * from './ledger-report.ts';
export type * from './listed.ts';
export type { AdminToken } from './nouns/admin-tokens.ts';
export type { AuditRow } from './nouns/audit.ts';
export { PROVIDER_RESUME, type ProviderUsageRow } from './nouns/providers.ts';
export type { StoredSecret } from './nouns/service-secret.ts';
export type { CodeFor, FoundSession, NewSession } from './nouns/sessions.ts';
export type { UsageBy, UsageGroup } from './nouns/usage.ts';
export type { LedgerVerdict, StorageDrill } from './nouns/verdict.ts';
export type * from './paid-call-verbs.ts';
export type * from './payback-verbs.ts';
export type * from './payment-verbs.ts';
export type * from './quota-verbs.ts';
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

// ── catalog, usage, audit, sessions, events, secret: each verb is documented where it is written, in nouns/ ──────────

export interface CatalogVerbs {
  publish(input: PublishCatalog): Promise<PublishedCatalog>;
  all(): Promise<Catalog[]>;
}

export interface UsageVerbs extends SliceVerbs {
  read(input: ReadUsage): Promise<UsageGroup[]>;
  providers(input: Days): Promise<ProviderUsageRow[]>;
  providersOf(input: Days & { accountId: string } & OnBehalf): Promise<ProviderUsageRow[] | Busy>;
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

export interface WalkStateVerbs {
  put(input: PutWalkState): Promise<{ isNew: boolean }>;
  read(input: { id: string; keepMs: number }): Promise<{ part: string; body: Uint8Array }[]>;
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
}

export interface EventVerbs {
  list(input: ListEvents): Promise<StreamEvent[]>;
  heads(input: { streams: readonly string[] }): Promise<Record<string, number>>;
  note(input: { type: EventType; data: EventData }): Promise<null>;
  tellOnce(input: TellOnce): Promise<{ told: boolean }>;
  tellExpiringKeys(input: { withinMs: number }): Promise<{ told: number }>;
  tellPriceChanges(input: null): Promise<{ isMore: boolean }>;
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
  setLowBalance(input: { micros: Micros }): Promise<null>;
}

export interface AdminTokenVerbs {
  create(input: CreateAdminToken): Promise<AdminToken>;
  findByHash(input: { hash: string }): Promise<AdminToken | null>;
  list(): Promise<AdminToken[]>;
  revoke(input: Actor & { id: string }): Promise<RevokedAdminToken>;
}

export interface SessionVerbs {
  createCode(input: CreateLoginCode): Promise<{ expiresAtMs: number }>;
  openByCode(input: OpenByCode): Promise<OpenedByCode>;
  openByKey(input: OpenByKey): Promise<LoginSession>;
  findByCookie(input: { hash: string }): Promise<FoundSession | null>;
  list(input: ListSessions): Promise<Listed<LoginSession>>;
  end(input: Actor & { id: string }): Promise<LoginSession | null>;
  useKey(input: { id: string; keyId: string }): Promise<LoginSession | null>;
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
}

export interface SecretVerbs {
  claim(input: StoredSecret): Promise<StoredSecret>;
  find(): Promise<StoredSecret | null>;
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
  providers: { resume(input: Actor & { provider: string }): Promise<null> };
  quotas: QuotaVerbs;
  leases: LeaseVerbs;
  audit: {
    list(input: ListAudit): Promise<Listed<AuditRow>>;
    note(input: ChangeStep): Promise<null>;
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
    keepVerdict(input: LedgerVerdict): Promise<null>;
    verdict(): Promise<LedgerVerdict | null>;
    noteBackup(input: { atMs: number }): Promise<null>;
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
