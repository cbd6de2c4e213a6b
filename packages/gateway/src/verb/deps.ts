// What verbs of operators and of callers may use. Verbs change storage and nothing else; afterwards `refresh` makes this process see the
// change at once instead of at its next poll.

import type { GatherTerms, TermsRequest } from '../call/gathering/gathered.ts';
import type { SignupRules } from '../domain/access/invite.ts';
import type { LoginSession, Role } from '../domain/access/session.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Coverage } from '../domain/coverage.ts';
import type { Failure } from '../domain/failure.ts';
import type { CollectionKeep, ExportLinks } from '../domain/gathering/collection.ts';
import type { GivenSetting } from '../domain/given-setting.ts';
import type { Quota } from '../domain/limiting/quota.ts';
import type { Micros } from '../domain/money.ts';
import type { Payments } from '../domain/payment-port.ts';
import type { PLATFORM_HEALTH, Probe, ProviderFault } from '../domain/provider-status.ts';
import type { Suggestion } from '../domain/suggestion.ts';
import type { ProviderHealthReport } from '../health/health.ts';
import type { DataRoute } from '../operations/data-route.ts';
import type { SealedQuotes } from '../operations/sealed-quote.ts';
import type { FileComplaint, KeyHolder, PathOutcomes, Storage } from '../storage/storage.ts';
import type { WhenLeft } from './verb.ts';

export interface AdminDeps {
  storage: Storage;
  clock: Clock;
  random: RandomBytes;
  currency: string;
  /** Paths of all billed routes of the configured platforms, so that publishing can report prices that no route uses. */
  paths(): readonly string[];
  /** The paths of platforms that forbid resale: they may be served only at price 0. */
  freeOnlyPaths(): readonly string[];
  /** Caps, known gaps and freshness of each operation of a provider; empty for one that serves no platform. */
  coverage(provider: string): readonly { operation: string; coverage: Coverage }[];
  /** Names of the configured providers. */
  providerNames(): readonly string[];
  /** Platforms whose records are made up. */
  madeUp(): readonly string[];
  /** Names of the providers at which a fault may be switched on: those of the showcase. */
  breakableNames(): readonly string[];
  /** The current state in the processes behind this listener. */
  providers(): Promise<ProviderSurvey>;
  /** Runs one live search at this provider for each platform that it serves. */
  probe(provider: string, keyword: string): Promise<Probe[]>;
  /** The origin at which operators open the console. */
  consoleUrl(): string;
  /** The origin at which callers reach the gateway. */
  publicUrl(): string;
  /** The title of the service, for people. */
  title(): string;
  /** The configuration file that was read, and the settings in it and in the environment. */
  settings(): PathOrigins & { given: readonly GivenSetting[] };
  /** Whether callers may make accounts by themselves. */
  signup(): SignupRules;
  /** Limits on webhooks. */
  webhookRules(): WebhookRules;
  /** How long items of collections are kept. */
  collectionKeep(platform: string): CollectionKeep;
  /** The adapter that takes payments; null without one. Loaded on first use. */
  payments(): Promise<Payments | null>;
  /** Drops the cached keys and prices of this process, and reloads other changes. */
  refresh(): Promise<void>;
}

/** Several processes may serve one listener, and each one knows only its own attempts. */
export interface ProviderSurvey {
  states: readonly ProviderState[];
  /** How many processes answered. Fewer than all when one hangs or is starting. */
  answered: number;
  processes: number;
  /** Free replays (repeated request ids) that these processes have served since they started. */
  replays: number;
}

/** One configured provider: its settings, and its state in the running gateway. */
export interface ProviderState {
  name: string;
  connector: string;
  /** Its records are made up. */
  isMadeUp: boolean;
  /** The fault that an operator switched on; null for a provider that cannot be broken. */
  fault: ProviderFault | null;
  /** With its position in the order of preference, from 1. */
  platforms: readonly { platform: string; position: number }[];
  /** Path prefixes of the mounts that this provider serves. */
  mounts: readonly string[];
  costMicros: Micros;
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  timeoutMs: number | null;
  quota: Quota | null;
  /** Null without a quota, and before the ledger was read. */
  quotaLeft: { units: number; resetsAtMs: number } | null;
  health: ProviderHealthReport;
  /** Null before its first request over a network. */
  gate: { limit: number; inFlight: number; waiting: number; unasked: number } | null;
}

/**
 * The actor in the audit log: `admin:<token id>`, `session:<name>/<session id>`, `cli:<user>`, or `local` for a command that has the
 * service secret.
 */
export interface AdminCaller {
  actor: string;
  /** Absent for commands on the gateway's own machine, which may do everything. */
  role?: Role;
  /** The operator's name, for people. */
  name?: string;
  /** Present when the operator is signed in at the console. */
  session?: LoginSession;
}

export interface AccountDeps {
  storage: Storage;
  clock: Clock;
  random: RandomBytes;
  /** The catalog version in force now. */
  catalog(): Catalog;
  /** Limits on automatic refunds per account. */
  complaintBounds(): Pick<FileComplaint, 'allowanceMicros' | 'automaticPerDay'>;
  /** All billed routes of the configured platforms. */
  routes(): readonly DataRoute[];
  /** Caps, known gaps and freshness of a route; null for mounts and for a search over many platforms. */
  coverage(route: Pick<DataRoute, 'platform' | 'operation'>): Coverage | null;
  quotes: Pick<SealedQuotes, 'seal'>;
  /** Whether callers manage their own keys, and how many an account may have. */
  ownKeys(): { enabled: boolean; max: number };
  /** Whether callers may make accounts by themselves. */
  signup(): SignupRules;
  /** Required for a sign-up without an invite. */
  puzzles: Puzzles;
  /** The currency of all prices. */
  currency: string;
  /** Drops the cached keys of this process. */
  refresh(): Promise<void>;
  /** Counts one free answer of the account; `leave` ends it. */
  takePlace(accountId: string): { kind: 'place'; leave(): void } | Failure;
  /** Above this price, tools for agents ask for confirmation; null when the operator set no limit. */
  confirmAbove(): string | null;
  /** The path at which the gateway serves this picture; null where it does not. */
  pictureAddress(url: string): string | null;
  /** Whether callers may see the names of providers. */
  showsProviders(): boolean;
  /** Something has become due: this process looks at once, and others within a second. */
  lookForDuties(): void;
  /** Resolves when there may be an event after this number, when the time is over, or when the caller is gone. A failure when too many callers wait. */
  waitForEvents(awaited: {
    stream: string;
    after: number;
    waitMs: number;
    whenLeft?: WhenLeft | undefined;
  }): Promise<Failure | null>;
  /** Limits on webhooks. */
  webhookRules(): WebhookRules;
  /** The adapter that takes payments; null without one. */
  payments: Pick<Payments, 'way' | 'bounds' | 'checkout'> | null;
  log: { warn(fields: object, text: string): void };
  /** How calls ended lately; read at most once in a while, however many ask. */
  statusFigures(): Promise<StatusFigures | Failure>;
  /** The current health of each platform, as this process knows it. */
  platformHealth(): PlatformHealth[];
  /** Titles and authors of the library that have the words typed. */
  suggest(typed: string, accountId: string): Promise<Suggestion[]>;
  watching: Watching;
  collecting: Collecting;
  /** The origin at which callers reach the gateway. */
  publicUrl(): string;
}

/** What verbs on watches need of the settings and of the path of a call. */
export interface Watching {
  rules(): { max: number; everyMinMs: number };
  /** Reads a question without asking it: whether the key may ask it, and what a run costs. */
  terms(request: Omit<TermsRequest, 'purpose'>): Promise<GatherTerms | Failure>;
  /** The quotas of all providers that can answer this operation of this platform, in the share that watches may use. */
  quotas(platform: string, operation: string): readonly (WatchedQuota | null)[];
}

/** null in place of it: the provider has no quota. */
interface WatchedQuota {
  /** Units of one page. */
  pageUnits: number;
  /** Units of a day that collections and watches of one account may use. */
  dayUnits: number;
}

/** What verbs on collections need of the settings and of the path of a call. */
export interface Collecting {
  /** Why this account may not collect from this platform now; null when it may. */
  refusal(accountId: string, platform: string): Failure | null;
  /** How many collections of an account run at once, and how many it may keep. */
  rules(): { runningMax: number; keptMax: number };
  keep(platform: string): CollectionKeep;
  /** Reads a question without asking it: whether the key may ask it, and what a page costs. */
  terms(request: Omit<TermsRequest, 'purpose'>): Promise<GatherTerms | Failure>;
  /** The video that an address means, and the path of its platform. */
  locate(holder: KeyHolder, path: string, url: string): Promise<{ path: string; id: string } | Failure>;
  links: ExportLinks;
}

/** How calls ended within each window, by path. */
export interface StatusFigures {
  hour: Outcomes;
  day: Outcomes;
  month: Outcomes;
  readAtMs: number;
}

export type Outcomes = ReadonlyMap<string, PathOutcomes>;

export interface PlatformHealth {
  platform: string;
  /** Its records are made up. */
  made_up: boolean;
  health: (typeof PLATFORM_HEALTH)[number];
}

/** The caller; null on routes that need no key. */
export type AccountCaller = (KeyHolder & { portal?: PortalVisit }) | null;

/** A caller who is signed in at the portal. */
interface PortalVisit {
  session: LoginSession;
  /** The key that opened the session; null when the operator's link did. */
  signedInWith: KeyHolder | null;
}

/** What the operator allows for webhooks. */
export interface WebhookRules {
  enabled: boolean;
  perAccountMax: number;
  allowPrivate: boolean;
}

/** The part of the configuration that explains where a path comes from. */
export interface PathOrigins {
  file: string | null;
  mounts?: readonly { routes: readonly { path: string }[] }[];
}

interface Puzzle {
  challenge: string;
  bits: number;
  expiresAtMs: number;
}

export interface Puzzles {
  give(network: string): Puzzle;
  /** The id of a solved puzzle, which can be used once. Null when it is not solved, too old, or was given to another network. */
  solved(challenge: string, answer: string, network: string): string | null;
}
