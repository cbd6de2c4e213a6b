// What the steps of a call are given. Everything that differs between production and a test comes in through here.
import type { AddressBook } from '../addresses/address-book.ts';
import type { ShortLinks } from '../addresses/short-links.ts';
import type { AnswerCache, Keep } from '../cache/answer-cache.ts';
import type { Flights } from '../cache/flights.ts';
import type { PageMemory } from '../cache/page-memory.ts';
import type { RouteCache } from '../cache/route-cache.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import type { Chance, Clock, RandomBytes, Timers } from '../domain/clock.ts';
import type { Failure, FailureCode } from '../domain/failure.ts';
import type { RateLimit } from '../domain/key.ts';
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
import type { RememberedAnswer } from './answers/remembered-answer.ts';
import type { Keyring } from './callers/keyring.ts';
import type { FreeAnswers } from './free/free-answer-limit.ts';
import type { PriceBook } from './prices/price-book.ts';
import type { KnownIds } from './reading/known-ids.ts';
import type { RunningCalls } from './running/running-calls.ts';
import type { UnendedHolds } from './running/unended-holds.ts';
import type { Dispatched } from './task.ts';
import type { ConnectedProvider } from './trying/connected-provider.ts';
import type { Misses, MissLimit } from './trying/misses.ts';
import type { Quotas } from './trying/quotas.ts';
import type { RedactProvider } from './trying/redact-provider.ts';
import type { UncountedPages } from './trying/uncounted-pages.ts';

/** The part of the configuration that a call reads; replaced as a whole when the file is reloaded. */
export interface CallSettings {
  /** In order of preference. */
  platforms: ReadonlyMap<string, readonly ConnectedProvider[]>;
  /** By the path that a mount begins with. */
  mounts: ReadonlyMap<string, ConnectedProvider>;
  /** Which addresses of the web they serve. */
  addressBook: AddressBook;
  defaultRate: RateLimit;
  /** Keys that an account may have; one without a rate of its own has that of so many. */
  keysMax: number;
  /** Of answers that cost nothing, for each account in this process. */
  freeRate: RateLimit;
  /** Of look-ups that find nothing, for each account in this process. */
  missLimit: MissLimit;
  keywordCharsMax: number;
  /** Whether callers may know who is behind a platform. */
  showsProviders: boolean;
  /** Whether lines and traces of calls say what was searched for. */
  logsKeywords: boolean;
  /** Of searches over many platforms. */
  all: AllSettings;
  /** Equal where settings make of the same page the same answer. */
  answerForm: string;
  /** What the settings say about keeping the answers of a path. */
  cacheFor(path: string): RouteCache;
  /** The longest that they say for any path. */
  longestCache: Keep;
}

/** How long a search over many platforms waits, and how much each of them counts. */
export interface AllSettings {
  softDeadlineMs: number;
  hardDeadlineMs: number;
  /** By platform; what is not in it counts 1. */
  weights: Readonly<Record<string, number>>;
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
  /** Beside it, one for all nodes; null where there is none. */
  sharedCache: SharedCache | null;
  /** Looks there, so that equal calls at one time make one. */
  sharedLooks: Flights<boolean>;
  /** Where the pages of `cache` lie. */
  pages: PageMemory;
  /** What platforms rejected a moment ago. */
  rejections: AnswerCache<Failure>;
  /** How the things that answers are about are named in memory. */
  things: ThingNames;
  gone: GoneThings;
  knownIds: KnownIds;
  flights: Flights<Dispatched>;
  running: RunningCalls;
  uncountedPages: UncountedPages;
  /** What could not be given back yet. */
  unended: UnendedHolds;
  freeAnswers: FreeAnswers;
  misses: Misses;
  links: Pick<ShortLinks, 'follow'>;
  metrics: Metrics;
  log: Log;
  callLog: CallLog;
  traces: CallTraces;
  /** As the caller will see it, for the log. */
  statusOf(code: FailureCode): number;
  /** Takes out of an answer who gave it, where callers are not to know; else it stays as it is. */
  redact: RedactProvider;
}
