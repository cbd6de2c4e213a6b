// What verbs of operators and of callers may use. Verbs change storage and nothing else; `refresh` then makes this process see the change
// at once instead of at its next poll.

import type { Catalog } from '../domain/catalog.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Failure } from '../domain/failure.ts';
import type { GivenSetting } from '../domain/given-setting.ts';
import type { SignupRules } from '../domain/invite.ts';
import type { Micros } from '../domain/money.ts';
import type { Payments } from '../domain/payment-port.ts';
import type { Probe } from '../domain/probe.ts';
import type { PLATFORM_HEALTH } from '../domain/provider-status.ts';
import type { Quota } from '../domain/quota.ts';
import type { Role } from '../domain/role.ts';
import type { LoginSession } from '../domain/session.ts';
import type { ProviderHealthReport } from '../health/health.ts';
import type { DataRoute } from '../operations/data-route.ts';
import type { SealedQuotes } from '../operations/sealed-quote.ts';
import type { FileComplaint, KeyHolder, Storage } from '../storage/storage.ts';

export interface AdminDeps {
  storage: Storage;
  clock: Clock;
  random: RandomBytes;
  currency: string;
  /** Paths of every billed address of the configured platforms, so that a catalog cannot price thin air unnoticed. */
  paths(): readonly string[];
  /** Those of them whose platform forbids resale: they may be served, at price 0. */
  freeOnlyPaths(): readonly string[];
  /** Of the configured providers. */
  providerNames(): readonly string[];
  /** As they are at this moment in the processes behind this listener. */
  providers(): Promise<ProviderSurvey>;
  /** Searches once at this provider, live, for each platform that it serves. */
  probe(provider: string, keyword: string): Promise<Probe[]>;
  /** The origin under which operators open the console. */
  consoleUrl(): string;
  /** The origin under which callers reach the gateway. */
  publicUrl(): string;
  /** Of the service, as people read it. */
  title(): string;
  /** The file that was read, and what it and the environment say. */
  settings(): PathOrigins & { given: readonly GivenSetting[] };
  /** Whether callers make accounts by themselves. */
  signup(): SignupRules;
  /** What webhooks may be. */
  webhookRules(): WebhookRules;
  /** The adapter that takes payments; null without one. Loaded when it is asked for. */
  payments(): Promise<Payments | null>;
  /** Drops cached keys and prices of this process, and takes up what else was changed. */
  refresh(): Promise<void>;
}

/** Behind one listener may be several processes, and each knows only what it has met itself. */
export interface ProviderSurvey {
  states: readonly ProviderState[];
  /** Processes whose knowledge this is: less than all when one is stuck or just starting. */
  answered: number;
  processes: number;
  /** Answers that these processes gave again for nothing, by their request id, since they started. */
  replays: number;
}

/** One configured provider: what was set, and what the running gateway knows of it. */
export interface ProviderState {
  name: string;
  connector: string;
  /** With its place in the order of preference, from 1. */
  platforms: readonly { platform: string; position: number }[];
  /** Paths that mounts of this provider begin with. */
  mounts: readonly string[];
  costMicros: Micros;
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  timeoutMs: number | null;
  quota: Quota | null;
  /** Null without a quota, and before the ledger was asked for it. */
  quotaLeft: { units: number; resetsAtMs: number } | null;
  health: ProviderHealthReport;
  /** Null before its first request over a network. */
  gate: { limit: number; inFlight: number; waiting: number; unasked: number } | null;
}

/**
 * Who acts, for the audit log: `admin:<token id>`, `session:<name>/<session id>`, `cli:<user>`, or `local` for a command that
 * holds the service secret.
 */
export interface AdminCaller {
  actor: string;
  /** Absent for commands on the gateway's own machine, which may do everything. */
  role?: Role;
  /** As people know them. */
  name?: string;
  /** Of an operator that signed in at the console. */
  session?: LoginSession;
}

export interface AccountDeps {
  storage: Storage;
  clock: Clock;
  random: RandomBytes;
  /** The catalog version in force now. */
  catalog(): Catalog;
  /** What complaints of one account give back without a person. */
  complaintBounds(): Pick<FileComplaint, 'allowanceMicros' | 'automaticPerDay'>;
  /** Every billed address of the configured platforms. */
  routes(): readonly DataRoute[];
  quotes: Pick<SealedQuotes, 'seal'>;
  /** Whether callers keep their own keys, and how many an account may have. */
  ownKeys(): { enabled: boolean; max: number };
  /** Whether callers make accounts by themselves. */
  signup(): SignupRules;
  /** For those who sign up without an invite. */
  puzzles: Puzzles;
  /** Of the prices. */
  currency: string;
  /** Drops cached keys of this process. */
  refresh(): Promise<void>;
  /** One of the free answers of an account, until it leaves. */
  takePlace(accountId: string): { kind: 'place'; leave(): void } | Failure;
  /** Above this price tools for agents ask first; null when the operator set none. */
  confirmAbove(): string | null;
  /** Where the gateway serves this picture, without its origin; null where it does not. */
  pictureAddress(url: string): string | null;
  /** Whether callers may know who is behind a platform. */
  showsProviders(): boolean;
  /** Until there may be an event behind this number, or the time is over. A failure when too many wait. */
  waitForEvents(awaited: { stream: string; after: number; waitMs: number }): Promise<Failure | null>;
  /** What webhooks may be. */
  webhookRules(): WebhookRules;
  /** The adapter that takes payments; null without one. */
  payments: Pick<Payments, 'way' | 'bounds' | 'checkout'> | null;
  log: { warn(fields: object, text: string): void };
  /** What this process knows of each platform right now. */
  platformHealth(): PlatformHealth[];
}

export interface PlatformHealth {
  platform: string;
  health: (typeof PLATFORM_HEALTH)[number];
}

/** The caller; null on routes that need no key. */
export type AccountCaller = (KeyHolder & { portal?: PortalVisit }) | null;

/** A caller who signed in at the portal. */
export interface PortalVisit {
  session: LoginSession;
  /** The key that opened the session; null when the operator's link did. */
  signedInWith: KeyHolder | null;
}

/** What an operator allows. */
export interface WebhookRules {
  enabled: boolean;
  perAccountMax: number;
  allowPrivate: boolean;
}

/** As much of the configuration as says where a path comes from. */
export interface PathOrigins {
  file: string | null;
  mounts?: readonly { routes: readonly { path: string }[] }[];
}

export interface Puzzle {
  challenge: string;
  bits: number;
  expiresAtMs: number;
}

export interface Puzzles {
  give(network: string): Puzzle;
  /** The name of a solved puzzle, to be used once; null for one that is not solved, too old, or given to another network. */
  solved(challenge: string, answer: string, network: string): string | null;
}
