// Opens what everything in a gateway shares: storage, secret, settings and in-memory state. It opens them in the
// order of their dependencies, and closes everything when a start is refused.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { ShortLinks } from '../addresses/short-links.ts';
import { AnswerCache } from '../cache/answer-cache.ts';
import { PageMemory } from '../cache/page-memory.ts';
import type { CallDeps } from '../call/call-deps.ts';
import { createKeyring, type Keyring } from '../call/callers/keyring.ts';
import { FreeAnswers } from '../call/free/free-answer-limit.ts';
import { createPriceBook, type PriceBook } from '../call/prices/price-book.ts';
import { PendingReleases } from '../call/running/pending-releases.ts';
import { RunningCalls } from '../call/running/running-calls.ts';
import { Misses } from '../call/trying/miss-limit.ts';
import { Quotas } from '../call/trying/quotas.ts';
import type { Config } from '../config/config.ts';
import type { Connector } from '../connectors/connector.ts';
import { connectors as builtInConnectors } from '../connectors/index.ts';
import { type Guide, HTML_FOLDER, readGuides } from '../documents/guides.ts';
import {
  type Chance,
  type Clock,
  type Intervals,
  type RandomBytes,
  systemChance,
  systemClock,
  systemIntervals,
  systemRandom,
  systemTimers,
  type Timers,
} from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { PAGES_IDLE_BYTES_MAX } from '../domain/limits.ts';
import type { Payments } from '../domain/payment-port.ts';
import type { ProviderFault } from '../domain/provider-status.ts';
import { DutyRunner } from '../duties/duty-runner.ts';
import { EventWaiters } from '../features/events/event-waiters.ts';
import { createHealth } from '../health/create-health.ts';
import type { Health, HealthReports } from '../health/health.ts';
import { ConnectionPlaces, connectionsWithin } from '../http/limits/connection-places.ts';
import type { LogoFile } from '../http/pages.ts';
import {
  createLibrary,
  type Library,
  libraryPlaceOf,
  MissingLibrary,
  missingLibraryText,
  seedSample,
  unreadLibraryFile,
} from '../library/index.ts';
import type { CallLog } from '../observe/call-log.ts';
import type { CallTraces } from '../observe/call-traces.ts';
import { createLog, type Log } from '../observe/log.ts';
import { createMetrics, type Metrics } from '../observe/metrics.ts';
import { descriptorLimit } from '../process/descriptor-limit.ts';
import { packageVersion } from '../process/package-version.ts';
import { readServiceSecret } from '../secrets/service-secret.ts';
import { createShowcase, SHOWCASE, type Showcase } from '../showcase/index.ts';
import { isEmpty, seedCatalog } from '../start/first-start.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import type { BatchPlace } from '../storage/sqlite/place.ts';
import type { OnCommit, Storage } from '../storage/storage.ts';
import { createHttpTransport, type HttpTransport } from '../upstream/http-transport.ts';
import type { OnUnexpectedBytes } from '../upstream/unexpected-bytes.ts';
import { createUpstream, type Transport } from '../upstream/upstream.ts';
import { followFaults } from './follow-faults.ts';
import { followResumes } from './follow-resumes.ts';
import type { LiveSettings } from './live-settings.ts';
import { openObservers } from './observers.ts';
import { type BuiltPages, PAGES_FOLDER, readBuiltPages } from './pages.ts';
import { openParts, type Parts } from './parts.ts';
import { createPictureDesk, type PictureDesk } from './pictures.ts';
import { openSharedCache } from './shared-cache.ts';
import { alone, type Siblings } from './siblings.ts';

/** The ports that tests replace. */
export interface Ports {
  clock: Clock;
  random: RandomBytes;
  chance: Chance;
  timers: Timers;
  intervals: Intervals;
  log: Log | null;
  connectors: readonly Connector[];
  siblings: Siblings;
  /** Additional transports, by URL scheme. */
  transports: Record<string, Transport>;
  openStorage: typeof openStorage;
  /** How many descriptors this process may open. */
  descriptors(): number;
  /** The folder of the built pages of console and portal. */
  pagesFolder: string;
  /** The folder of the guides as HTML. */
  guidesFolder: string;
}

export const systemPorts: Ports = {
  clock: systemClock,
  random: systemRandom,
  chance: systemChance,
  timers: systemTimers,
  intervals: systemIntervals,
  log: null,
  connectors: builtInConnectors,
  siblings: alone,
  transports: {},
  openStorage,
  descriptors: descriptorLimit,
  pagesFolder: PAGES_FOLDER,
  guidesFolder: HTML_FOLDER,
};

/** Everything that the servers and the jobs share. */
export interface Core {
  config: Config;
  ports: Ports;
  log: Log;
  storage: Storage;
  live: LiveSettings;
  /** True when the database has no account and no admin token yet. */
  isFirst: boolean;
  library: Library;
  showcase: Showcase;
  /** The fault that an operator switched on at a provider of the showcase; null for any other provider. */
  faultOf(provider: string): ProviderFault | null;
  missingLibrary: MissingLibrary;
  secret: Uint8Array;
  http: HttpTransport;
  /** Of both listeners. */
  places: ConnectionPlaces;
  keyring: Keyring;
  priceBook: PriceBook;
  running: RunningCalls;
  pendingReleases: PendingReleases;
  health: Health & HealthReports;
  quotas: Quotas;
  cache: CallDeps['cache'];
  sharedCache: CallDeps['sharedCache'];
  pages: CallDeps['pages'];
  metrics: Metrics;
  callLog: CallLog;
  traces: CallTraces;
  freeAnswers: FreeAnswers;
  misses: Misses;
  shortLinks: ShortLinks;
  builtPages: BuiltPages;
  /** Read when a document is first requested. */
  guides(): Promise<readonly Guide[]>;
  /** null when no payments are configured. */
  payments: Payments | null;
  logo: LogoFile | null;
  waiters: EventWaiters;
  /** Works on what is due: `look` makes it look at once. */
  duties: DutyRunner;
  /** Pictures of platforms, for pages and for callers that may not see providers. */
  pictures: PictureDesk;
  /** For webhooks only: addresses that callers choose must not take connections from providers. */
  webhookHttp: HttpTransport;
  /** Call it after a key, an account or a price has changed. */
  refresh(): Promise<void>;
}

export async function openCore(config: Config, ports: Ports): Promise<Core> {
  // Before anything is opened: a missing file or package refuses the start.
  const parts = await openParts(config, ports);
  const isNew = config.storage.kind === 'sqlite' && !existsSync(config.storage.file);
  const running = new RunningCalls();
  const metrics = createMetrics(() => running.count, ports.clock);
  metrics.showBuild({ version: packageVersion(), node: process.versions.node, storage: config.storage.kind });
  const storage = await ports.openStorage(config, ports, { serves: true, onCommit: metrics.committed });
  return orClose(storage, buildCore(config, ports, { storage, running, metrics, ...parts }, isNew));
}

async function buildCore(
  config: Config,
  ports: Ports,
  { storage, running, metrics, live, logo, payments }: Pick<Core, 'storage' | 'running' | 'metrics'> & Parts,
  isNew: boolean,
): Promise<Core> {
  const { clock } = ports;
  // Runs while the threads of the storage start: both take a while, and neither needs the other.
  if (isNew) await seedSample({ place: libraryPlaceOf(config), clock });
  await seedCatalog(storage, config, live.freeOnlyPaths());
  const secret = await readServiceSecret(config, storage, ports.random);
  const isFirst = await isEmpty(storage);
  if (isFirst) await seedSample({ place: libraryPlaceOf(config), clock });
  const keyring = createKeyring(storage);
  const priceBook = await createPriceBook(storage, clock);
  const health = createHealth({
    clock,
    chance: ports.chance,
    onAttempt: (provider, role, { isLocal, outcome }) =>
      metrics.attemptEnded({ provider, role, outcome: isLocal === true ? 'local' : outcome }),
  });
  metrics.watchProviders(
    () => health.snapshot(),
    () => Object.keys(live.config.providers),
  );
  const quotas = new Quotas(storage.quotas, clock);
  metrics.watchQuotas(() => quotasLeft(live, quotas));
  const takeResumes = await followResumes(storage, (provider) => health.resume(provider));
  const faults = await followFaults(
    storage,
    () => madeUpProviders(live.config),
    // Otherwise a mended provider would stay in the pause that its failures brought, and a broken one in the other's shadow.
    (provider) => health.forget(provider),
  );
  const log = ports.log ?? createLog(config.log.level);
  const missingLibrary = new MissingLibrary(config, clock, servesLibrary(config));
  if (await missingLibrary.look()) log.warn({}, missingLibraryText(unreadLibraryFile(config)));
  const cache: CallDeps['cache'] = new AnswerCache(
    clock,
    () => live.config.cache.bytesMax / ports.siblings.count,
    ({ good }) => good.forget?.(),
  );
  const { callLog, traces } = await openObservers({ config, live, ports, log, metrics, node: storage.node });
  // The last step that may refuse the start: its open connection would keep the process alive.
  const sharedCache = await openSharedCache({ live, secret, ports, log, metrics });
  const http = createHttpTransport({
    clock,
    onUnexpectedBytes: onUnexpectedBytes({ log, metrics, cache, sharedCache }),
  });
  const transports = { 'https:': http.transport, ...ports.transports };
  const library = createLibrary({
    place: libraryPlaceOf(config),
    connectsAtStart: servesLibrary(config),
    // When this fails, the library asks again.
    onNoRoom: () => {
      storage.connections?.giveOne().catch(() => {});
    },
  });
  return {
    config,
    ports,
    log,
    storage,
    live,
    isFirst,
    library,
    showcase: createShowcase((provider) => faults.of(provider) ?? 'none'),
    faultOf: faults.of,
    missingLibrary,
    secret,
    http,
    freeAnswers: new FreeAnswers(clock, () => live.calls.freeRate),
    misses: new Misses(clock, () => live.calls.missLimit),
    shortLinks: new ShortLinks({ clock, upstream: createUpstream(transports, clock) }),
    keyring,
    priceBook,
    running,
    pendingReleases: new PendingReleases(),
    places: new ConnectionPlaces(connectionsWithin(ports.descriptors())),
    health,
    quotas,
    cache,
    sharedCache,
    pages: new PageMemory(PAGES_IDLE_BYTES_MAX),
    metrics,
    callLog,
    traces,
    builtPages: readBuiltPages(ports.pagesFolder),
    guides: readOnce(() => readGuides(ports.guidesFolder)),
    payments,
    logo,
    waiters: waitersOf(storage, ports),
    duties: new DutyRunner({
      ...{ duties: storage.duties, intervals: ports.intervals, random: ports.random, chance: ports.chance },
      onFailed: (duty, error) => log.warn({ duty, err: error }, 'a duty failed and is tried again'),
      onGone: (duty, error) =>
        log.info(
          { duty, reason: String(error) },
          'a duty was deleted, or taken over, while it was worked on',
        ),
    }),
    pictures: createPictureDesk({ live, library, secret, ports }),
    webhookHttp: createHttpTransport({ clock }),
    async refresh() {
      keyring.clear();
      await Promise.all([priceBook.refresh(), takeResumes(), faults.take()]);
    },
  };
}

/** For the providers that have a quota, as far as it is known. */
function quotasLeft({ config }: LiveSettings, quotas: Quotas): { provider: string; units: number }[] {
  return Object.entries(config.providers).flatMap(([provider, { quota }]) => {
    const left = quotas.leftOf(provider, quota);
    return left === null ? [] : [{ provider, units: left.units }];
  });
}

/** The database notifies of new events, where it can. */
function waitersOf(storage: Storage, { timers }: Ports): EventWaiters {
  const waiters = new EventWaiters({ events: storage.events, timers });
  storage.onEvents?.(() => inBackground(waiters.look()));
  return waiters;
}

/** A read that failed is done again for the next caller. */
function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  return () => {
    last ??= read().catch((error: unknown) => {
      last = null;
      throw error;
    });
    return last;
  };
}

/**
 * It is unknown which of the provider's latest pages the extra bytes belonged to, so all of its cached pages are
 * dropped. Pages that were already sold stay sold.
 */
function onUnexpectedBytes({
  log,
  metrics,
  cache,
  sharedCache,
}: Pick<Core, 'log' | 'metrics' | 'cache' | 'sharedCache'>): OnUnexpectedBytes {
  return (provider, isFirst) => {
    cache.dropAll(`${provider} `);
    sharedCache?.forgetAll(provider);
    metrics.unaskedCame(provider);
    const text = 'a provider sent bytes that were not requested; its connections are not used again';
    if (isFirst) log.error({ provider }, text);
  };
}

/** Only these can be broken by an operator. */
export function madeUpProviders({ providers }: Config): string[] {
  return Object.keys(providers).filter((name) => providers[name]!.connector === SHOWCASE);
}

/** A connection of the database for the library is taken only when a provider uses the library. */
function servesLibrary({ providers }: Config): boolean {
  return Object.values(providers).some(({ connector }) => connector === 'library');
}

interface Opening {
  serves: boolean;
  mustExist?: boolean;
  onCommit?: OnCommit;
  /** Where SQLite runs verbs; by load unless given. */
  place?: BatchPlace;
}

export async function openStorage(
  config: Config,
  ports: Ports,
  { place, ...opening }: Opening,
): Promise<Storage> {
  const { clock, random } = ports;
  const opened = { clock, random, mustExist: false, ...opening };
  if (config.storage.kind === 'sqlite') {
    return openSqliteStorage({ file: config.storage.file, ...opened, ...(place && { place }) });
  }
  // Loaded when needed: an installation on SQLite does not load the driver.
  const { openPostgresStorage } = await import('../storage/postgres/open-storage.ts');
  const log = ports.log ?? createLog(config.log.level);
  const onNotice = (text: string) => log.warn({}, text);
  const marksFolder = path.join(config.dataDir, 'marks');
  return openPostgresStorage({
    url: config.storage.url,
    sync: config.storageSync,
    marksFolder,
    ...opened,
    onNotice,
  });
}

/** Closes the storage when the work fails: threads or connections left open would keep the process alive. */
export async function orClose<T>(storage: Storage, work: Promise<T>): Promise<T> {
  return work.catch(async (error) => {
    await storage.close();
    throw error;
  });
}
