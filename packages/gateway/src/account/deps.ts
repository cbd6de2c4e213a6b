// Owns what the free public verbs may use: the caller's own account, the key check and the pricing catalog.
import type { Catalog } from '../domain/catalog.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Failure } from '../domain/failure.ts';
import type { SignupRules } from '../domain/invite.ts';
import type { LoginSession } from '../domain/session.ts';
import type { DataRoute } from '../operations/data-route.ts';
import type { SealedQuotes } from '../operations/sealed-quote.ts';
import type { Payments } from '../payments/payments.ts';
import type { FileComplaint, KeyHolder, Storage } from '../storage/storage.ts';
import type { Puzzles } from './puzzles.ts';
import type { WebhookRules } from './webhook-view.ts';

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
  /** Who takes payments; null when nobody does. */
  payments: Pick<Payments, 'way' | 'bounds' | 'checkout'> | null;
  log: { warn(fields: object, text: string): void };
  /** What this process knows of each platform right now. */
  platformHealth(): PlatformHealth[];
}

export interface PlatformHealth {
  platform: string;
  health: (typeof PLATFORM_HEALTH)[number];
}

/** `weak`: a provider behind it fails or waits, another can be asked. `down`: nobody can be asked right now. */
export const PLATFORM_HEALTH = ['ok', 'weak', 'down'] as const;

/** Who calls: null on routes that need no key. */
export type AccountCaller = (KeyHolder & { portal?: PortalVisit }) | null;

/** A caller who signed in at the portal. */
export interface PortalVisit {
  session: LoginSession;
  /** The key that opened the session; null when the operator's link did. */
  signedInWith: KeyHolder | null;
}
