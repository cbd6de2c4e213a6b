// The verbs of the catalog, of usage, of the audit log, of walks, of the service secret and of the ledger as a whole, as the port states them.
import type { Catalog, CatalogDraft } from '../domain/catalog.ts';
import type { Micros } from '../domain/money.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';
import type { Busy, LedgerVerdict, OnBehalf, SliceVerbs, StorageDrill } from './usage-slices.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from './verifying/ledger-report.ts';

/** The action of the audit row that has every process ask a provider again; its subject is the provider's name. */
export const PROVIDER_RESUME = 'provider.resume';

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

export interface ProviderVerbs {
  /** Written down for every process on this ledger: each takes it from the audit log when the revision rises. */
  resume(input: Actor & { provider: string }): Promise<null>;
}

export interface AuditVerbs {
  list(input: Paging & { subject?: string }): Promise<Listed<AuditRow>>;
  /** A change of something that is not in the ledger. */
  note(input: Actor & Pick<AuditRow, 'action' | 'subject' | 'detail'>): Promise<null>;
}

export interface LedgerVerbs {
  /** Changes nothing. Without an input it checks everything. */
  verify(input?: VerifyInput, onVerified?: OnVerified): Promise<LedgerReport>;
  /** The next check goes on from here. False when another check was faster: then nothing has changed. */
  keepCheckpoint(input: NextCheckpoint): Promise<{ kept: boolean }>;
  /** Remembers what a check found, for whoever looks next. */
  keepVerdict(input: LedgerVerdict): Promise<null>;
  /** A whole copy of the ledger was made at this time. */
  noteBackup(input: { atMs: number }): Promise<null>;
  /** Of the last one that went well. */
  noteDrill(input: StorageDrill): Promise<null>;
}
