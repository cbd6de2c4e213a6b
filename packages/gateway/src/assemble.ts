// Owns the wiring: the only file that knows every implementation. It builds a gateway or a control plane out of a Config
// and the few things that a test may want to replace; it decides nothing about calls, money or HTTP.
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account/deps.ts';
import type { AdminDeps, ProviderState } from './admin/deps.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { Flights } from './cache/flights.ts';
import { authenticate, authenticateAdmin } from './call/authenticate.ts';
import type { CallDeps } from './call/call-deps.ts';
import { createKeyring, type Keyring } from './call/keyring.ts';
import { createPriceBook, type PriceBook } from './call/price-book.ts';
import { probe } from './call/probe.ts';
import { createCalls } from './call/run-call.ts';
import { RunningCalls } from './call/running-calls.ts';
import type { Control } from './cli/world.ts';
import { type Config, diffConfig, type ListenAddress } from './config.ts';
import type { Connector } from './connectors/connector.ts';
import { connectors as builtInConnectors } from './connectors/index.ts';
import {
  type Chance,
  type Clock,
  type RandomBytes,
  systemChance,
  systemClock,
  systemRandom,
} from './domain/clock.ts';
import { CONNECTIONS_MAX, DRAIN_MS, REJECTIONS_BYTES_MAX } from './domain/limits.ts';
import type { Probe } from './domain/probe.ts';
import {
  type FirstStart,
  isEmpty,
  priceNotice,
  seedCatalog,
  seedDemo,
  unpricedNotices,
} from './first-start.ts';
import { createHealth } from './health/create-health.ts';
import type { Health, HealthReports } from './health/health.ts';
import { createAdminServer } from './http/admin-server.ts';
import { createPublicServer } from './http/public-server.ts';
import type { Server, ServerDeps } from './http/server.ts';
import { expireHolds, type JobDeps, startJobs } from './jobs/jobs.ts';
import { createLibrary, type Library, seedSample } from './library/index.ts';
import { LiveSettings } from './live-settings.ts';
import { isLocalOperator, LOCAL_ACTOR, localOperatorToken } from './local-operator.ts';
import { billedPaths, billedRoutes } from './mounts/billed-routes.ts';
import type { CacheFigures } from './observe/cache-metrics.ts';
import { createLog, type Log } from './observe/log.ts';
import { createMetrics, type Metrics } from './observe/metrics.ts';
import { createCursors } from './operations/cursor.ts';
import { readServiceSecret } from './service-secret.ts';
import { openSqliteStorage } from './storage/sqlite/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import type { HttpTransport } from './upstream/http-transport.ts';
import { createLazyHttpTransport } from './upstream/lazy-http-transport.ts';
import { createUpstream, type Transport } from './upstream/upstream.ts';

/** What tests replace. */
export interface Ports {
  clock: Clock;
  random: RandomBytes;
  chance: Chance;
  log: Log | null;
  connectors: readonly Connector[];
  /** Beside the built-in ones, by scheme. */
  transports: Record<string, Transport>;
}

const systemPorts: Ports = {
  clock: systemClock,
  random: systemRandom,
  chance: systemChance,
  log: null,
  connectors: builtInConnectors,
  transports: {},
};

export interface Listening {
  public: ListenAddress;
  admin: ListenAddress;
  /** The secrets of an empty data folder's first start; null ever after. */
  firstStart: FirstStart | null;
}

export interface Gateway {
  /** What the operator should know about this start, a line each. */
  notices: string[];
  listen(): Promise<Listening>;
  /** Applies a changed configuration; returns the settings that wait for a restart. */
  reload(config: Config): string[];
  /** Takes no new connection, lets running calls end, closes everything. */
  drain(): Promise<void>;
}

/** Everything that the servers and the jobs share. */
interface Core {
  config: Config;
  ports: Ports;
  log: Log;
  storage: Storage;
  live: LiveSettings;
  /** True on a data folder that nobody has used yet. */
  isFirst: boolean;
  library: Library;
  secret: Uint8Array;
  http: HttpTransport;
  keyring: Keyring;
  priceBook: PriceBook;
  running: RunningCalls;
  health: Health & HealthReports;
  cache: CallDeps['cache'];
  metrics: Metrics;
  /** Some key, account or price has changed. */
  refresh(): Promise<void>;
}

async function openCore(config: Config, ports: Ports): Promise<Core> {
  const { clock } = ports;
  const isNew = config.storage.kind === 'sqlite' && !existsSync(config.storage.file);
  const storage = await openStorage(config, ports, { serves: true });
  // While the threads of the storage start: both take a while, and neither waits for the other.
  if (isNew) await seedSample({ dataDir: config.dataDir, clock });
  const live = new LiveSettings(config, ports.connectors);
  await orClose(storage, seedCatalog(storage, config, live.freeOnlyPaths()));
  const isFirst = await isEmpty(storage);
  if (isFirst) await seedSample({ dataDir: config.dataDir, clock });
  const keyring = createKeyring(storage);
  const priceBook = await createPriceBook(storage, clock);
  const running = new RunningCalls();
  const metrics = createMetrics(() => running.count);
  const health = createHealth({
    clock,
    chance: ports.chance,
    onAttempt: (provider, role, { isLocal, outcome }) =>
      metrics.attemptEnded({ provider, role, outcome: isLocal === true ? 'local' : outcome }),
  });
  metrics.watchProviders(() => health.snapshot());
  return {
    config,
    ports,
    log: ports.log ?? createLog(config.log.level),
    storage,
    live,
    isFirst,
    library: createLibrary({ dataDir: config.dataDir }),
    secret: readServiceSecret(config.dataDir, ports.random),
    http: createLazyHttpTransport({ clock }),
    keyring,
    priceBook,
    running,
    health,
    cache: new AnswerCache(clock, () => live.config.cache.bytesMax),
    metrics,
    async refresh() {
      keyring.clear();
      await priceBook.refresh();
    },
  };
}

export async function assembleGateway(config: Config, replaced: Partial<Ports> = {}): Promise<Gateway> {
  const core = await openCore(config, { ...systemPorts, ...replaced });
  const { storage, live, priceBook, running, log } = core;
  const { clock } = core.ports;
  let isDraining = false;
  const adminDeps = createAdminDeps(storage, core.ports, live, {
    providers: () => providerStates(core),
    refresh: core.refresh,
  });
  const publicServer = publicServerOf(core, () => isDraining);
  const adminServer = adminServerOf(core, adminDeps, () => isDraining);
  const jobDeps = jobDepsOf(core);
  // Holds of a process that was killed are given back before the first call, not a sweep later.
  await expireHolds(jobDeps);
  const stopJobs = startJobs(jobDeps);
  const notice = await priceNotice(storage, config, clock.nowMs());
  const unpriced = unpricedNotices(config, priceBook.current());
  for (const text of unpriced) log.warn({}, text);

  return {
    notices: [...(notice === null ? [] : [notice]), ...unpriced],
    async listen() {
      const listening = {
        public: await listenOn(publicServer.app, config.service.public),
        admin: await listenOn(adminServer.app, config.service.admin),
      };
      live.listensOn(listening.public);
      // Only now: a start that found its port taken must not have made a key that nobody was shown.
      return { ...listening, firstStart: core.isFirst ? await seedDemo(adminDeps) : null };
    },
    reload(next) {
      const { changed, needsRestart } = diffConfig(live.config, next);
      live.replace(next);
      // The same provider may now be another place, or search another way.
      if (changed.some((name) => name.startsWith('providers.'))) core.cache.clear();
      return needsRestart;
    },
    async drain() {
      isDraining = true;
      stopJobs();
      await Promise.all([publicServer.app.close(), adminServer.app.close()]);
      await within(running.idle(), DRAIN_MS);
      await core.http.close();
      await core.library.close();
      await storage.close();
    },
  };
}

function serverDepsOf({ config, ports, log }: Core, draining: () => boolean): ServerDeps {
  return {
    serviceName: config.service.name,
    clock: ports.clock,
    random: ports.random,
    log,
    trustProxy: config.trustProxy,
    connectionsMax: CONNECTIONS_MAX,
    draining,
  };
}

function publicServerOf(core: Core, draining: () => boolean): Server {
  const { config, storage, live, library } = core;
  const { clock } = core.ports;
  // Free routes show balances, so they read the ledger instead of the keyring's memory.
  const keys = { find: (hash: string) => storage.keys.findByHash({ hash }) };
  return createPublicServer({
    ...serverDepsOf(core, draining),
    calls: createCalls(callDepsOf(core)),
    mounts: config.mounts,
    authenticate: (authorization, clientAddress) =>
      authenticate(keys, clock, { authorization, clientAddress }),
    account: accountDepsOf(core),
    get pricingPublic() {
      return live.config.pricing.public;
    },
    keyCheckLimit: config.limits.keyCheck,
    ready: () => storage.ready(),
    thumbnail: (id) => library.thumbnail(id),
  });
}

function adminServerOf(core: Core, admin: AdminDeps, draining: () => boolean): Server {
  const local = localOperatorToken(core.secret);
  return createAdminServer({
    ...serverDepsOf(core, draining),
    authenticateAdmin: async (authorization) =>
      isLocalOperator(local, authorization)
        ? { actor: LOCAL_ACTOR }
        : authenticateAdmin(core.storage.adminTokens, authorization),
    admin,
    metrics: () => core.metrics.render(),
  });
}

function callDepsOf(core: Core): CallDeps {
  const { storage, live, keyring, priceBook, running, health, cache, metrics, log, library, http, ports } =
    core;
  const { clock, random, chance, transports } = ports;
  const built = { 'library:': library.transport, 'http:': http.transport, 'https:': http.transport };
  const flights: CallDeps['flights'] = new Flights();
  metrics.watchCache(() => figuresOf(cache, flights));
  return {
    storage,
    clock,
    chance,
    settings: () => live.calls,
    keyring,
    priceBook,
    cursors: createCursors(core.secret, random),
    upstream: createUpstream({ ...built, ...transports }, clock),
    health,
    cache,
    rejections: new AnswerCache(clock, () => REJECTIONS_BYTES_MAX),
    flights,
    running,
    metrics,
    log,
  };
}

function figuresOf(cache: CallDeps['cache'], flights: CallDeps['flights']): CacheFigures {
  const { bytes, count, hits, staleHits, misses } = cache;
  return { bytes, entries: count, hits, staleHits, misses, shared: flights.followersTotal };
}

function providerStates({ live, health, http }: Core): ProviderState[] {
  const lanes = http.lanes();
  return live.providers().map((settings) => {
    // The latest: an older one of the same provider only ends what began under settings of before.
    const lane = lanes.findLast(({ provider }) => provider === settings.name);
    return { ...settings, health: health.report(settings.name), gate: lane ?? null };
  });
}

function accountDepsOf({ config, storage, live, priceBook, ports }: Core): AccountDeps {
  return {
    storage,
    clock: ports.clock,
    catalog: () => priceBook.current(),
    // Mounts are those of the start: a changed list waits for the next one.
    routes: () => billedRoutes({ platforms: live.config.platforms, mounts: config.mounts }),
  };
}

function jobDepsOf({ storage, ports, log, metrics, live, refresh }: Core): JobDeps {
  const keepAnswersMs = () => live.config.answers.keepSeconds * 1_000;
  return { storage, clock: ports.clock, log, metrics, keepAnswersMs, onChange: refresh };
}

/** The control plane alone, for commands: it works beside a running gateway and without one. */
export async function openControl(config: Config, actor: string): Promise<Control> {
  const storage = await openStorage(config, systemPorts, { serves: false });
  const live = new LiveSettings(config, builtInConnectors);
  await orClose(storage, seedCatalog(storage, config, live.freeOnlyPaths()));
  // What is known of providers lives in the process that calls them.
  const deps = createAdminDeps(storage, systemPorts, live, { providers: () => [], refresh: async () => {} });
  return { deps, caller: { actor }, close: () => storage.close() };
}

/** Searches once at each of these providers, for every platform that it serves. */
export async function probeProviders(
  config: Config,
  names: readonly string[],
  keyword: string,
): Promise<Probe[]> {
  const { clock } = systemPorts;
  const live = new LiveSettings(config, builtInConnectors);
  const library = createLibrary({ dataDir: config.dataDir });
  const http = createLazyHttpTransport({ clock });
  const transports = { 'library:': library.transport, 'http:': http.transport, 'https:': http.transport };
  const deps = { clock, upstream: createUpstream(transports, clock) };
  const asked = [...live.calls.platforms].flatMap(([platform, all]) =>
    all.filter((by) => names.includes(by.provider.name)).map((by) => ({ platform, by })),
  );
  try {
    return await Promise.all(asked.map(({ platform, by }) => probe(deps, by, platform, keyword)));
  } finally {
    await http.close();
    await library.close();
  }
}

async function openStorage(config: Config, ports: Ports, { serves }: { serves: boolean }): Promise<Storage> {
  const { clock, random } = ports;
  if (config.storage.kind === 'sqlite') {
    return openSqliteStorage({ file: config.storage.file, clock, random, serves });
  }
  // Loaded when needed: an installation on SQLite does not pay for the driver.
  const { openPostgresStorage } = await import('./storage/postgres/open-storage.ts');
  const log = ports.log ?? createLog(config.log.level);
  const onNotice = (text: string) => log.warn({}, text);
  return openPostgresStorage({ url: config.storage.url, clock, random, serves, onNotice });
}

/** A start that is refused must not leave threads behind that keep the process alive. */
async function orClose(storage: Storage, work: Promise<void>): Promise<void> {
  await work.catch(async (error) => {
    await storage.close();
    throw error;
  });
}

function createAdminDeps(
  storage: Storage,
  { clock, random }: Ports,
  live: LiveSettings,
  running: Pick<AdminDeps, 'providers' | 'refresh'>,
): AdminDeps {
  return {
    storage,
    clock,
    random,
    currency: live.config.prices.currency,
    freeOnlyPaths: () => live.freeOnlyPaths(),
    paths: () => billedPaths(live.config),
    ...running,
  };
}

async function listenOn(app: FastifyInstance, address: ListenAddress): Promise<ListenAddress> {
  await app.listen({ host: address.host, port: address.port });
  const bound = app.server.address();
  return {
    host: address.host,
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
  };
}

function within(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
