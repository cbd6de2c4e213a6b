// Owns the wiring: the only file that knows every implementation. It builds a gateway or a control plane out of a Config
// and the few things that a test may want to replace; it decides nothing about calls, money or HTTP.
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account/deps.ts';
import type { AdminDeps } from './admin/deps.ts';
import { authenticate, authenticateAdmin } from './call/authenticate.ts';
import type { CallDeps, CallSettings, ConnectedProvider } from './call/call-deps.ts';
import { createKeyring } from './call/keyring.ts';
import { createPriceBook } from './call/price-book.ts';
import { probe } from './call/probe.ts';
import { createCalls } from './call/run-call.ts';
import { RunningCalls } from './call/running-calls.ts';
import type { Control } from './cli/world.ts';
import { type Config, defaultPublicUrl, diffConfig, type ListenAddress } from './config.ts';
import type { Connector } from './connectors/connector.ts';
import { connectors as builtInConnectors } from './connectors/index.ts';
import { type Clock, type RandomBytes, systemClock, systemRandom } from './domain/clock.ts';
import { CONNECTIONS_MAX, DRAIN_MS } from './domain/limits.ts';
import type { Probe } from './domain/probe.ts';
import {
  type FirstStart,
  isEmpty,
  priceNotice,
  seedCatalog,
  seedDemo,
  unpricedNotices,
} from './first-start.ts';
import { createAdminServer } from './http/admin-server.ts';
import { createPublicServer } from './http/public-server.ts';
import { expireHolds, type JobDeps, startJobs } from './jobs/jobs.ts';
import { createLibrary, seedSample } from './library/index.ts';
import { billedPaths, billedRoutes } from './mounts/billed-routes.ts';
import { type Mount, mountPath } from './mounts/mount.ts';
import { openapiConnector } from './mounts/openapi-connector.ts';
import { createLog, type Log } from './observe/log.ts';
import { createMetrics } from './observe/metrics.ts';
import { createCursors } from './operations/cursor.ts';
import { readServiceSecret } from './service-secret.ts';
import { openSqliteStorage } from './storage/sqlite/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { createLazyHttpTransport } from './upstream/lazy-http-transport.ts';
import { createUpstream, type Transport } from './upstream/upstream.ts';

/** What tests replace. */
export interface Ports {
  clock: Clock;
  random: RandomBytes;
  log: Log | null;
  connectors: readonly Connector[];
  /** Beside the built-in ones, by scheme. */
  transports: Record<string, Transport>;
}

const systemPorts: Ports = {
  clock: systemClock,
  random: systemRandom,
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

export async function assembleGateway(config: Config, replaced: Partial<Ports> = {}): Promise<Gateway> {
  const ports = { ...systemPorts, ...replaced };
  const log = ports.log ?? createLog(config.log.level);
  const { clock, random } = ports;
  const isNew = config.storage.kind === 'sqlite' && !existsSync(config.storage.file);
  const storage = await openStorage(config, ports, { serves: true });
  // While the threads of the storage start: both take a while, and neither waits for the other.
  if (isNew) await seedSample({ dataDir: config.dataDir, clock });
  const secret = readServiceSecret(config.dataDir, random);
  const live = new LiveSettings(config, ports.connectors);
  await seedCatalog(storage, config, live.freeOnlyPaths());
  const isFirst = await isEmpty(storage);
  if (isFirst) await seedSample({ dataDir: config.dataDir, clock });
  const library = createLibrary({ dataDir: config.dataDir });
  const http = createLazyHttpTransport({ clock });

  const keyring = createKeyring(storage);
  const priceBook = await createPriceBook(storage, clock);
  const running = new RunningCalls();
  const metrics = createMetrics(() => running.count);
  const refresh = async () => {
    keyring.clear();
    await priceBook.refresh();
  };
  const callDeps: CallDeps = {
    storage,
    clock,
    settings: () => live.calls,
    keyring,
    priceBook,
    cursors: createCursors(secret, random),
    upstream: createUpstream(
      {
        'library:': library.transport,
        'http:': http.transport,
        'https:': http.transport,
        ...ports.transports,
      },
      clock,
    ),
    running,
    metrics,
    log,
  };
  const jobDeps: JobDeps = {
    storage,
    clock,
    log,
    metrics,
    keepAnswersMs: () => live.config.answers.keepSeconds * 1_000,
    onChange: refresh,
  };
  const adminDeps = createAdminDeps(storage, ports, live, refresh);
  const accountDeps: AccountDeps = {
    storage,
    clock,
    catalog: () => priceBook.current(),
    // Mounts are those of the start: a changed list waits for the next one.
    routes: () => billedRoutes({ platforms: live.config.platforms, mounts: config.mounts }),
  };

  let draining = false;
  const shared = {
    serviceName: config.service.name,
    clock,
    random,
    log,
    trustProxy: config.trustProxy,
    connectionsMax: CONNECTIONS_MAX,
    draining: () => draining,
  };
  const publicServer = createPublicServer({
    ...shared,
    calls: createCalls(callDeps),
    mounts: config.mounts,
    // Free routes show balances, so they read the ledger instead of the keyring's memory.
    authenticate: (authorization, clientAddress) =>
      authenticate({ find: (hash) => storage.keys.findByHash({ hash }) }, clock, {
        authorization,
        clientAddress,
      }),
    account: accountDeps,
    get pricingPublic() {
      return live.config.pricing.public;
    },
    keyCheckLimit: config.limits.keyCheck,
    ready: () => storage.ready(),
    thumbnail: (id) => library.thumbnail(id),
  });
  const adminServer = createAdminServer({
    ...shared,
    authenticateAdmin: (authorization) => authenticateAdmin(storage.adminTokens, authorization),
    admin: adminDeps,
    metrics: () => metrics.render(),
  });

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
      return { ...listening, firstStart: isFirst ? await seedDemo(adminDeps) : null };
    },
    reload(next) {
      const { needsRestart } = diffConfig(live.config, next);
      live.replace(next);
      return needsRestart;
    },
    async drain() {
      draining = true;
      stopJobs();
      await Promise.all([publicServer.app.close(), adminServer.app.close()]);
      await within(running.idle(), DRAIN_MS);
      await http.close();
      await library.close();
      await storage.close();
    },
  };
}

/** The control plane alone, for commands: it works beside a running gateway and without one. */
export async function openControl(config: Config, actor: string): Promise<Control> {
  const storage = await openStorage(config, systemPorts, { serves: false });
  const live = new LiveSettings(config, builtInConnectors);
  await seedCatalog(storage, config, live.freeOnlyPaths());
  const deps = createAdminDeps(storage, systemPorts, live, async () => {});
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
  if (config.storage.kind !== 'sqlite') throw new Error('this version stores in sqlite only');
  return openSqliteStorage({ file: config.storage.file, clock: ports.clock, random: ports.random, serves });
}

function createAdminDeps(
  storage: Storage,
  { clock, random }: Ports,
  live: LiveSettings,
  refresh: () => Promise<void>,
): AdminDeps {
  return {
    storage,
    clock,
    random,
    currency: live.config.prices.currency,
    freeOnlyPaths: () => live.freeOnlyPaths(),
    paths: () => billedPaths(live.config),
    refresh,
  };
}

/** The configuration as it is now, and what calls need of it, worked out once per change. */
class LiveSettings {
  config: Config;
  calls: CallSettings;
  readonly #connectors: ReadonlyMap<string, Connector>;
  #publicUrl: string;

  constructor(config: Config, connectors: readonly Connector[]) {
    const all = [...connectors, openapiConnector];
    this.#connectors = new Map(all.map((connector) => [connector.name, connector]));
    this.#publicUrl = config.service.publicUrl;
    this.config = config;
    this.calls = this.#settingsOf(config);
  }

  /** Port 0 becomes a real port only by listening, and pictures are served under it. */
  listensOn(address: ListenAddress): void {
    if (this.config.service.public.port === 0 && this.#publicUrl.endsWith(':0')) {
      this.#publicUrl = defaultPublicUrl(address);
    }
    this.replace(this.config);
  }

  /** Addresses of platforms that one of their providers forbids to sell. */
  freeOnlyPaths(): string[] {
    const isFreeOnly = ({ connector }: ConnectedProvider) => connector.facts.resale === 'no';
    const platforms = [...this.calls.platforms].filter(([, all]) => all.some(isFreeOnly));
    const mounts = this.config.mounts.filter(({ settings }) => {
      const by = this.calls.mounts.get(mountPath(settings));
      return by !== undefined && isFreeOnly(by);
    });
    return billedPaths({ platforms: Object.fromEntries(platforms), mounts });
  }

  replace(config: Config): void {
    this.config = config;
    this.calls = this.#settingsOf(config);
  }

  #settingsOf(config: Config): CallSettings {
    const platforms = Object.entries(config.platforms).map(
      ([platform, names]) => [platform, names.map((name) => this.#connect(config, name))] as const,
    );
    const mounts = config.mounts.map(
      (mount) => [mountPath(mount.settings), this.#connectMount(config, mount)] as const,
    );
    return {
      platforms: new Map(platforms),
      mounts: new Map(mounts.filter((one): one is [string, ConnectedProvider] => one[1] !== null)),
      defaultRate: config.limits.rate,
      keywordCharsMax: config.limits.keywordCharsMax,
    };
  }

  /** An upstream known only by its document is where the document says; null when nobody says it. */
  #connectMount(config: Config, { settings, server }: Mount): ConnectedProvider | null {
    const isKnownByDocument = config.providers[settings.provider]!.connector === openapiConnector.name;
    const by = this.#connect(config, settings.provider, isKnownByDocument ? server : null);
    if (by.provider.baseUrl === null) return null;
    // A redirect could lead to what the document does not describe.
    return { ...by, policy: { ...by.policy, redirects: false } };
  }

  #connect(config: Config, name: string, elsewhere: string | null = null): ConnectedProvider {
    const settings = config.providers[name]!;
    const connector = this.#connectors.get(settings.connector)!;
    const baseUrl =
      withOwnPath(settings.baseUrl, connector.facts.baseUrl) ?? connector.facts.baseUrl ?? elsewhere;
    const { token, timeoutMs, userAgent, options, costMicros } = settings;
    return {
      connector,
      costMicros,
      provider: {
        name,
        connector: connector.name,
        baseUrl,
        token,
        timeoutMs,
        userAgent,
        options,
        publicUrl: this.#publicUrl,
      },
      policy: {
        provider: name,
        origin: originOf(baseUrl),
        allowPrivate: settings.allowPrivate,
        requestsPerSecond: settings.requestsPerSecond,
        inFlightMax: settings.inFlightMax,
        redirects: connector.redirects,
      },
    };
  }
}

/** A place without a path, such as a proxy or a test server, gets the path that the API has at home. */
function withOwnPath(given: string | null, home: string | null): string | null {
  if (given === null || home === null || new URL(given).pathname !== '/') return given;
  const { pathname } = new URL(home);
  return pathname === '/' || !/^https?:/.test(home) ? given : given + pathname;
}

/** Schemes of our own reach no network and have no origin. */
function originOf(baseUrl: string | null): string | null {
  return baseUrl !== null && /^https?:/.test(baseUrl) ? new URL(baseUrl).origin : null;
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
