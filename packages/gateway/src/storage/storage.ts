// Owns the storage port: what must survive, as verbs. A verb is one transaction and never leaves one open; its result
// says what happened. Every verb rejects with StorageUnavailable when it could not be committed, and with that error
// nothing has changed, unless it says that it is in doubt. Backends know SQL; nobody else does.
import type { Account, Entry, EntryKind } from '../domain/account.ts';
import type { AnswerText } from '../domain/answer.ts';
import type { Attempt, CallRecord, Source, Variant } from '../domain/call.ts';
import type { Allowance, Catalog, CatalogDraft } from '../domain/catalog.ts';
import type { Complaint, ComplaintRule, ComplaintState } from '../domain/complaint.ts';
import type { Group, Key, RateLimit } from '../domain/key.ts';
import type { Micros } from '../domain/money.ts';
import type { Project } from '../domain/project.ts';
import type { Role } from '../domain/role.ts';
import type { LoginSession, SessionKind } from '../domain/session.ts';
import type { CapState, SpendCaps } from '../domain/spend-cap.ts';
import type { Delivered, FreeCall, Terms } from '../domain/terms.ts';
import type { Actor } from './actor.ts';
import type { ArchiveHeads, ArchiveRows, CatchUp, CaughtUp } from './archive-rows.ts';
import type { CallListVerbs, Found } from './call-lists.ts';
import type { EventVerbs } from './event-verbs.ts';
import type { GrantVerbs } from './grant-verbs.ts';
import type { LeaseVerbs } from './lease-verbs.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from './ledger-report.ts';
import type { Listed, Paging } from './listed.ts';
import type { PaymentVerbs, RechargeVerbs } from './payment-verbs.ts';
import type { QuotaVerbs } from './quota-verbs.ts';
import type { SignupVerbs } from './signup-verbs.ts';
import type { StatementVerbs } from './statement-verbs.ts';
import type { LedgerVerdict, LedgerWatch, SliceVerbs, StorageDrill } from './usage-slices.ts';
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

// ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface OpenCall {
  accountId: string;
  keyId: string;
  requestId: string;
  /** Other ids that the same question may have been asked under: one of them that is held or has its answer is named, and nothing is opened. */
  twins?: readonly string[];
  /** SHA-256 of method, path and accepted parameters: stays bound to the id for ever. */
  fingerprint: string;
  path: string;
  group: Group;
  platform: string;
  operation: string;
  variant: Variant;
  catalogVersion: number;
  /** The most that the call can cost: this is held. */
  priceMicros: Micros;
  /** What it costs when that depends on what is delivered; absent when it is the price. */
  terms?: Terms;
  /** Covers the call while it lasts; then nothing is held. */
  allowance?: Allowance;
  /** A dearer call is refused; absent when its caller pays any price. */
  ceilingMicros?: Micros;
  /** The limit of keys that carry none of their own. */
  defaultRate: RateLimit;
  /** Pages that earlier calls of the key took beyond one each, to be counted in the rate windows with this call. */
  extraPages?: number;
}

/** What is left of a rate window after this call. */
export interface RateState {
  limit: RateLimit;
  remaining: number;
  resetMs: number;
}

/** Names one opening of one call; settle and release act on nothing else. */
export interface HoldRef {
  accountId: string;
  requestId: string;
  epoch: number;
}

export type OpenResult =
  /** The id is claimed, the price is held, the window is counted. With `free`, an allowance covers it and nothing is held. */
  | { kind: 'opened'; hold: HoldRef; rate: RateState; free?: FreeCall }
  /** Settled before; here is the stored answer. A replay is not counted by the rate window it reports. */
  | { kind: 'replay'; answer: StoredAnswer; balanceMicros: Micros; rate: RateState }
  /** Settled before; the answer is no longer kept, or was never stored. */
  | { kind: 'expired' }
  /** The first use still holds its money. */
  | { kind: 'running' }
  /** The id belongs to another fingerprint. */
  | { kind: 'reused' }
  /** The same question is held, or has its answer, under another of its ids: ask under that one. */
  | { kind: 'twin'; requestId: string }
  /** The most that it can cost is above the caller's ceiling, or above what the key may pay for one call. */
  | { kind: 'ceiling'; priceMicros: Micros; of: 'caller' | 'key' }
  | { kind: 'insufficient'; reason: 'balance'; availableMicros: Micros }
  /** A cap of the key or of its project: the tightest of those that the price does not fit under. */
  | { kind: 'capped'; cap: CapState; nowMs: number }
  | { kind: 'limited'; reason: 'requests' | 'concurrent'; rate: RateState; retryAfterMs: number }
  /** The key or account was revoked, disabled or expired since it was authenticated. */
  | { kind: 'unauthorized' };

/** Somebody else's bytes, passed on as they are. */
export interface AnswerBytes {
  kind: 'bytes';
  bytes: Uint8Array;
  /** Content type and the few other headers that go with them; names in lower case. */
  headers: Record<string, string>;
  status: number;
}

export type AnswerContent = AnswerText | AnswerBytes;

/** What a replay sends: the very bytes, and the headers of those that were passed on. */
export interface StoredAnswer {
  body: Uint8Array;
  /** The same as one gzip member, where it is at hand. */
  gzip: Uint8Array | null;
  /** null for our own JSON. */
  passedOn: { headers: Record<string, string>; status: number } | null;
}

export interface SettleCall {
  hold: HoldRef;
  chargedMicros: Micros;
  /** From which the charge follows; only of a call with terms. */
  delivered?: Delivered;
  source: Source;
  attempts: Attempt[];
  /** Stored for replay; null for ids that the gateway made itself. */
  answer: AnswerContent | null;
}

export type SettleResult =
  | { kind: 'settled'; balanceMicros: Micros }
  /** The hold is no longer ours: it expired, or another epoch runs. Nothing was charged. */
  | { kind: 'lost' };

export interface ReleaseCall {
  hold: HoldRef;
  failureCode: string;
  attempts: Attempt[];
}

/** A call whose answer is at hand before it is paid for. */
export interface OpenSettledCall
  extends OpenCall,
    Pick<SettleCall, 'chargedMicros' | 'delivered' | 'source' | 'answer'> {}

export type OpenSettledResult =
  | Exclude<OpenResult, { kind: 'opened' }>
  /** Claimed, counted and charged in one commit; nothing was ever held. */
  | { kind: 'settled'; balanceMicros: Micros; rate: RateState };

/** What `open` would do right now. */
export type CallPreview =
  | Exclude<OpenResult, { kind: 'opened' | 'replay' | 'twin' }>
  | { kind: 'replays'; balanceMicros: Micros; availableMicros: Micros }
  /** At this price; at none when an allowance covers it. */
  | {
      kind: 'opens';
      priceMicros: Micros;
      isFree: boolean;
      balanceMicros: Micros;
      availableMicros: Micros;
    };

export interface CallVerbs extends CallListVerbs {
  open(input: OpenCall): Promise<OpenResult>;
  /** Both ends of a call in one commit, under the very rules of `open`. The price must be available, whatever is charged. */
  openSettled(input: OpenSettledCall): Promise<OpenSettledResult>;
  settle(input: SettleCall): Promise<SettleResult>;
  release(input: ReleaseCall): Promise<{ kind: 'released' | 'lost' }>;
  /** Gives back holds that nobody resolved: those past their time, and those of processes that are gone. */
  expire(input: { holdTtlMs: number }): Promise<{ expired: number }>;
  /** Drops answers that were stored longer ago than this, a bounded number at a time. The charge and its id stay for ever. */
  purgeAnswers(input: { keepMs: number }): Promise<{ purged: number }>;
  find(input: { accountId: string; requestId: string }): Promise<CallRecord | null>;
  /** The call with the answer that is kept for it; null without such a call, or when no answer is kept any more. */
  findAnswer(input: {
    accountId: string;
    requestId: string;
  }): Promise<{ call: CallRecord; answer: KeptAnswer } | null>;
  /** What `open` would say, by the very same rules. Nothing is claimed, held or counted. */
  preview(input: Omit<OpenCall, 'twins'>): Promise<CallPreview>;
}

// ── accounts and the ledger ──────────────────────────────────────────────────────────────────────────────────────

export type MoneyResult =
  | { kind: 'posted'; entry: Entry }
  /** The same reference with the same amount was posted before: this is that entry, and nothing was added. */
  | { kind: 'duplicate'; entry: Entry }
  /** The reference was used for another amount. */
  | { kind: 'conflict'; detail: string }
  /** The amount would leave less than is held, or refund more than was charged, or exceed the largest balance. */
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

export type AccountChange =
  | { kind: 'changed'; account: Account }
  /** Another account has this name or id. */
  | { kind: 'exists' }
  /** It must be opened again first. */
  | { kind: 'closed' }
  | { kind: 'not_found' };

export interface AccountVerbs {
  create(
    input: Actor & { id: string; name: string; currency: string; rate: RateLimit | null },
  ): Promise<{ kind: 'created'; account: Account } | { kind: 'exists' }>;
  /** By id or by name. */
  find(input: { idOrName: string }): Promise<Account | null>;
  /** `search`: a part of the name in whatever case, or the id. */
  list(input: Paging & { search?: string }): Promise<Listed<Account>>;
  update(
    input: Actor & {
      accountId: string;
      name?: string;
      status?: Account['status'];
      rate?: RateLimit | null;
      lowBalanceMicros?: Micros | null;
      title?: string | null;
      contact?: string | null;
      billingAddress?: string | null;
      taxId?: string | null;
    },
  ): Promise<AccountChange>;
  /** Its keys stop, its balance stays. Again, both change nothing. */
  close(input: Actor & { accountId: string }): Promise<AccountChange>;
  reopen(input: Actor & { accountId: string }): Promise<AccountChange>;
  topUp(
    input: Actor & { accountId: string; amountMicros: Micros; reference: string; reason: string | null },
  ): Promise<MoneyResult>;
  /** Gives back all or part of what one call was charged. */
  refund(
    input: Actor & {
      accountId: string;
      requestId: string;
      /** null: all that is left of the charge. */
      amountMicros: Micros | null;
      /** As a top-up's: makes a repeated refund or adjustment harmless. */
      reference: string | null;
      reason: string;
    },
  ): Promise<MoneyResult>;
  adjust(
    input: Actor & { accountId: string; amountMicros: Micros; reference: string | null; reason: string },
  ): Promise<MoneyResult>;
  /** Newest first. */
  entries(
    input: Paging & { accountId: string; kind?: EntryKind; fromMs?: number; toMs?: number },
  ): Promise<Listed<Entry>>;
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface KeyLimits {
  groups: Group[];
  expiresAtMs: number | null;
  addresses: string[] | null;
  rate: RateLimit | null;
  dailyCapMicros: number | null;
  monthlyCapMicros: number | null;
  totalCapMicros: number | null;
  maxCallMicros: number | null;
  platforms: string[] | null;
  operations: string[] | null;
  projectId: string | null;
}

/** A key that was found by its secret, with the account that pays. */
export interface KeyHolder {
  key: Key;
  account: Account;
  /** Until when the secret that was used works; null for the current secret of a key without expiry. */
  secretValidUntilMs: number | null;
}

export interface KeyListed extends Key {
  lastUsedAtMs: number | null;
  accountName: string;
  projectName: string | null;
}

export interface KeyVerbs {
  /** `livingMax`: none is made where the account has so many that are not revoked, whoever makes one at the same time. */
  create(
    input: Actor &
      KeyLimits & {
        id: string;
        accountId: string;
        name: string;
        prefix: string;
        hash: string;
        livingMax?: number;
      },
  ): Promise<{ kind: 'created'; key: Key } | { kind: 'not_found' } | { kind: 'full' }>;
  findByHash(input: { hash: string }): Promise<KeyHolder | null>;
  find(input: { id: string }): Promise<KeyListed | null>;
  /** `search`: a part of the name in whatever case, the id or the prefix. */
  list(input: Paging & { accountId?: string; search?: string }): Promise<Listed<KeyListed>>;
  update(
    input: Actor & Partial<KeyLimits> & { id: string; name?: string; status?: 'active' | 'disabled' },
  ): Promise<Key | null>;
  /** A new secret under the same id; the old ones work until `graceUntilMs`. */
  rotate(
    input: Actor & { id: string; prefix: string; hash: string; graceUntilMs: number },
  ): Promise<{ kind: 'rotated'; key: Key } | { kind: 'revoked' } | { kind: 'not_found' }>;
  /** Final: every secret of the key stops working. */
  revoke(input: Actor & { id: string }): Promise<Key | null>;
}

export type ProjectChange =
  | { kind: 'changed'; project: Project }
  | { kind: 'exists' }
  | { kind: 'not_found' };

export interface ProjectVerbs {
  create(
    input: Actor & SpendCaps & { id: string; accountId: string; name: string },
  ): Promise<{ kind: 'created'; project: Project } | { kind: 'exists' } | { kind: 'not_found' }>;
  find(input: { id: string }): Promise<Project | null>;
  list(input: Paging & { accountId?: string }): Promise<Listed<Project>>;
  update(input: Actor & Partial<SpendCaps> & { id: string; name?: string }): Promise<ProjectChange>;
}

export interface CapVerbs {
  /** Every cap that a call of this key meets, its own and its project's, as they stand; none for an unknown key. */
  ofKey(input: { keyId: string }): Promise<CapState[]>;
  /** The same of several keys, in their order. */
  ofKeys(input: { keyIds: readonly string[] }): Promise<CapState[][]>;
  ofProject(input: { projectId: string }): Promise<CapState[]>;
}

/** The action of the audit row that has every process ask a provider again; its subject is the provider's name. */
export const PROVIDER_RESUME = 'provider.resume';

// ── complaints ───────────────────────────────────────────────────────────────────────────────────────────────────

export type KeptAnswer = Pick<StoredAnswer, 'body' | 'passedOn'>;

/** A settled call with its stored answer, and the calls of the same path before it. */
export interface ComplaintEvidence {
  call: CallRecord;
  fingerprint: string;
  /** null when it was never stored, or is no longer kept. */
  answer: KeptAnswer | null;
  /** The newest first, a bounded number. */
  earlier: { fingerprint: string; answer: KeptAnswer }[];
}

export interface FileComplaint extends Actor {
  id: string;
  accountId: string;
  requestId: string;
  reason: string;
  /** The rule that the stored answer breaks; null when none was found. */
  rule: { name: ComplaintRule; note: string } | null;
  /** null when nobody answered, or several did: those stand in the attempts of the call. */
  provider: string | null;
  costMicros: Micros;
  /** The most that is refunded to one account in a month without a rule or a person. */
  allowanceMicros: Micros;
}

export type FileResult =
  | { kind: 'filed'; complaint: Complaint }
  /** There is one for this call already: this one, and nothing was changed. */
  | { kind: 'exists'; complaint: Complaint }
  /** Nothing was charged for the call, or all of it was given back. */
  | { kind: 'nothing_to_refund' }
  /** No call of this account under this id was charged. */
  | { kind: 'not_found' };

/** What complaints took back from one provider on one path. */
export interface ProviderClaim {
  path: string;
  provider: string;
  complaints: number;
  refundedMicros: Micros;
  costMicros: Micros;
}

export interface ComplaintVerbs {
  evidence(input: { accountId: string; requestId: string }): Promise<ComplaintEvidence | null>;
  /** Records the complaint and, where it is refunded at once, the refund entry: one commit. */
  file(input: FileComplaint): Promise<FileResult>;
  find(input: { id: string } | { accountId: string; requestId: string }): Promise<Complaint | null>;
  /** The oldest first. */
  list(input: Paging & { accountId?: string; state?: ComplaintState }): Promise<Listed<Complaint>>;
  /** Ends one that waits, with its refund entry in the same commit. */
  decide(input: Actor & { id: string; isRefunded: boolean; note: string }): Promise<
    | { kind: 'decided'; complaint: Complaint }
    /** It had ended before: so it stays. */
    | { kind: 'ended'; complaint: Complaint }
    | { kind: 'nothing_to_refund' }
    | { kind: 'not_found' }
  >;
  /** Of complaints that ended in a refund on these UTC days. */
  claims(input: { accountId?: string; fromDay: string; toDay: string }): Promise<ProviderClaim[]>;
}

// ── catalog, usage, audit, admin tokens ──────────────────────────────────────────────────────────────────────────

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
  /** Days are UTC and inclusive; without an account, the sum over all. */
  read(input: { accountId?: string; fromDay: string; toDay: string; by: UsageBy }): Promise<UsageGroup[]>;
  /**
   * Of all accounts: sums that are kept by day. Of one account: counted from its calls, of each the attempts of its last
   * opening, which takes as long as it has calls.
   */
  providers(input: { accountId?: string; fromDay: string; toDay: string }): Promise<ProviderUsageRow[]>;
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

export interface AdminToken {
  id: string;
  name: string;
  role: Role;
  prefix: string;
  createdAtMs: number;
  revokedAtMs: number | null;
}

export interface AdminTokenVerbs {
  create(
    input: Actor & { id: string; name: string; role: Role; prefix: string; hash: string },
  ): Promise<AdminToken>;
  findByHash(input: { hash: string }): Promise<AdminToken | null>;
  list(): Promise<AdminToken[]>;
  /** `last`: it is the only active one, and stays. */
  revoke(
    input: Actor & { id: string },
  ): Promise<{ kind: 'revoked'; token: AdminToken } | { kind: 'last' } | { kind: 'not_found' }>;
}

/** A search over many platforms, between two of its pages. */
export interface WalkStateVerbs {
  /**
   * Writes a state, or what came late to it, down for its key; one that is there stays as it is. Beyond these bounds the oldest of
   * the key go.
   */
  put(input: {
    id: string;
    /** Empty for the state itself; else the leg that came late. */
    part: string;
    keyId: string;
    body: Uint8Array;
    countMax: number;
    bytesMax: number;
  }): Promise<null>;
  /** Everything under this id that is not older; nothing when there is none. */
  read(input: { id: string; keepMs: number }): Promise<{ part: string; body: Uint8Array }[]>;
  /** Drops what is older, a bounded number at a time. */
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
}

// ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Whom a code signs in. */
export type CodeFor =
  | { kind: 'console'; name: string; role: Role }
  | { kind: 'portal'; name: string; accountId: string; keyId: string };

/** The secrets of a session by their hashes, and how long it lasts. */
export interface NewSession {
  id: string;
  cookieHash: string;
  pageHash: string;
  lastsMs: number;
}

/** A session that was found by its cookie. Whether it is live is for the reader to say, by its clock. */
export interface FoundSession {
  session: LoginSession;
  pageHash: string;
  /** The key whose calls it makes, and who pays; null in the console. */
  holder: KeyHolder | null;
  /** The key that it was opened with, as its secret is now; null when a code opened it, or when the secret is gone. */
  signedInWith: KeyHolder | null;
  isByKey: boolean;
}

export interface SessionVerbs {
  createCode(
    input: Actor & { id: string; hash: string; lastsMs: number; for: CodeFor },
  ): Promise<{ expiresAtMs: number }>;
  /** Uses the code up, in the same commit. One text for a code that is unknown, used, late or of the other kind. */
  openByCode(
    input: NewSession & { kind: SessionKind; codeHash: string },
  ): Promise<{ kind: 'signed_in'; session: LoginSession } | { kind: 'refused' }>;
  /** In the portal. It ends when the secret does. The oldest of too many live sessions of the account ends. */
  openByKey(
    input: NewSession & { name: string; accountId: string; keyId: string; secretHash: string },
  ): Promise<LoginSession>;
  findByCookie(input: { hash: string }): Promise<FoundSession | null>;
  /** The newest first. */
  list(input: Paging & { kind?: SessionKind; accountId?: string }): Promise<Listed<LoginSession>>;
  /** Again, it changes nothing. */
  end(input: Actor & { id: string }): Promise<LoginSession | null>;
  /** From now on it makes the calls of this key. */
  useKey(input: { id: string; keyId: string }): Promise<LoginSession | null>;
  /** Drops sessions and codes whose time was over longer ago than this, a bounded number at a time. */
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
}

export interface Storage {
  calls: CallVerbs;
  accounts: AccountVerbs;
  keys: KeyVerbs;
  projects: ProjectVerbs;
  caps: CapVerbs;
  complaints: ComplaintVerbs;
  payments: PaymentVerbs;
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
  /** Resolves when a commit works, rejects with StorageUnavailable when it does not. */
  ready(): Promise<void>;
  /** Processes that serve on this data right now, this one included. */
  nodes(): Promise<ServingNode[]>;
  close(): Promise<void>;
}
