// The dependencies of the steps of a call. Everything that differs between production and a test is in here.
import type { AddressBook } from '../addresses/address-book.ts';
import type { ShortLinks } from '../addresses/short-links.ts';
import type { AnswerCache, Keep } from '../cache/answer-cache.ts';
import type { Flights } from '../cache/flights.ts';
import type { PageMemory } from '../cache/page-memory.ts';
import type { RouteCache } from '../cache/route-cache.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import type { Chance, Clock, RandomBytes, Timers } from '../domain/clock.ts';
import type { FailureCode } from '../domain/failure.ts';
import type { RateLimit } from '../domain/limiting/rate-limit.ts';
import type { ThingNames } from '../domain/thing-names.ts';
import type { Health } from '../health/health.ts';
import type { CallLog } from '../observe/call-log.ts';
import type { CallTraces } from '../observe/call-traces.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Cursors } from '../operations/cursor.ts';
import type { SealedQuotes } from '../operations/sealed-quote.ts';
import type { Storage } from '../storage/storage.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { GoneThings } from './answers/gone-things.ts';
import type { RememberedAnswer, RememberedRejection } from './answers/remembered-answer.ts';
import type { Keyring } from './callers/keyring.ts';
import type { FreeAnswers } from './free/free-answer-limit.ts';
import type { GatherPace } from './gathering/gather-pace.ts';
import type { PriceBook } from './prices/price-book.ts';
import type { KnownIds } from './reading/known-ids.ts';
import type { PendingReleases } from './running/pending-releases.ts';
import type { RunningCalls } from './running/running-calls.ts';
import type { Flown } from './task.ts';
import type { ConnectedProvider } from './trying/connected-provider.ts';
import type { Misses, MissLimit } from './trying/miss-limit.ts';
import type { Quotas } from './trying/quotas.ts';
import type { RedactProvider } from './trying/redact-provider.ts';
import type { UncountedPages } from './trying/uncounted-pages.ts';

/** The part of the configuration that a call reads. A reload replaces it as a whole. */
export interface CallSettings {
  /** In order of preference. */
  platforms: ReadonlyMap<string, readonly ConnectedProvider[]>;
  /** By the path prefix of the mount. */
  mounts: ReadonlyMap<string, ConnectedProvider>;
  /** Which web addresses the platforms serve. */
  addressBook: AddressBook;
  defaultRate: RateLimit;
  /** Keys that an account may have. An account without a rate of its own has the rate of this many keys. */
  keysMax: number;
  /** The limit on free answers of each account in this process. */
  freeRate: RateLimit;
  /** The limit on look-ups that find nothing, of each account in this process. */
  missLimit: MissLimit;
  keywordCharsMax: number;
  /** Whether callers may learn which provider serves a platform. */
  showsProviders: boolean;
  /** Whether log lines and traces contain the keyword of a search. */
  logsKeywords: boolean;
  /** Whether the ledger keeps what calls ask. */
  keepsQuestions: boolean;
  /** Settings of searches over many platforms. */
  all: AllSettings;
  /** Platforms that such a search leaves out unless the caller names them. */
  outOfAll: readonly string[];
  /** Settings of collections and watches. */
  gathering: GatherSettings;
  /** A fingerprint of the settings that change how an answer is written; nodes share answers only when it is equal. */
  answerForm: string;
  /** The cache settings of a path. */
  cacheFor(path: string): RouteCache;
  /** The longest cache time of any path. */
  longestCache: Keep;
}

/** How long a search over many platforms waits, and the weight of each platform. */
export interface AllSettings {
  softDeadlineMs: number;
  hardDeadlineMs: number;
  /** By platform; platforms that are not in it have weight 1. */
  weights: Readonly<Record<string, number>>;
}

/** What the path of a call needs to know about collections and watches. */
export interface GatherSettings {
  enabled: boolean;
  /** Where they are off. */
  except: { platforms: readonly string[]; accounts: readonly string[] };
  /** The share of a provider's quota that they may use together, above 0 and up to 1. */
  providerShare: number;
}

export interface CallDeps {
  storage: Storage;
  clock: Clock;
  chance: Chance;
  random: RandomBytes;
  timers: Timers;
  settings(): CallSettings;
  keyring: Keyring;
  priceBook: PriceBook;
  cursors: Cursors;
  quotes: SealedQuotes;
  upstream: Upstream;
  health: Health;
  quotas: Quotas;
  cache: AnswerCache<RememberedAnswer>;
  /** The cache that all nodes share; null where none is configured. */
  sharedCache: SharedCache | null;
  /** Look-ups in the shared cache that are running, so that equal concurrent calls share one. */
  sharedLooks: Flights<boolean>;
  /** The memory that holds the pages of `cache`. */
  pages: PageMemory;
  /** Inputs that platforms rejected a moment ago. */
  rejections: AnswerCache<RememberedRejection>;
  /** Numbers for the things that answers are about. */
  things: ThingNames;
  gone: GoneThings;
  knownIds: KnownIds;
  flights: Flights<Flown>;
  running: RunningCalls;
  /** When pages of collections and watches may begin. */
  pace: GatherPace;
  uncountedPages: UncountedPages;
  /** Releases that could not be committed yet. */
  pendingReleases: PendingReleases;
  freeAnswers: FreeAnswers;
  misses: Misses;
  links: Pick<ShortLinks, 'follow'>;
  metrics: Metrics;
  log: Log;
  callLog: CallLog;
  traces: CallTraces;
  /** The HTTP status of a failure, for the log. */
  statusOf(code: FailureCode): number;
  /** Removes from an answer what names its provider, where callers must not learn it; otherwise returns it unchanged. */
  redact: RedactProvider;
}
