// Wires everything together: only this folder knows every implementation. It builds a gateway or a control plane from
// a Config and a few ports that tests replace. It decides nothing about calls, money or HTTP.
import { type ExplainedAddress, explainAddress } from '../addresses/explain-address.ts';
import { ShortLinks } from '../addresses/short-links.ts';
import type { AttemptDeps } from '../call/trying/attempt.ts';
import type { ConnectedProvider } from '../call/trying/connected-provider.ts';
import { type Config, type ConfigDiff, diffConfig, type ListenAddress } from '../config/config.ts';
import { connectors as builtInConnectors } from '../connectors/index.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { CLOSE_MS, DRAIN_MS } from '../domain/limits.ts';
import type { LiveRecording, Probe, RecordedBodies, RecordWishes } from '../domain/provider-status.ts';
import { unpricedTexts } from '../features/catalog/price-lists.ts';
import { openPayments } from '../features/payments/adapters/open-payments.ts';
import { loginCodeCreate } from '../features/sessions/session.admin.ts';
import { fewConnectionsNotice } from '../http/limits/connection-places.ts';
import { NOT_BUILT } from '../http/pages.ts';
import { expireHolds, startJobs } from '../jobs/jobs.ts';
import { createLibrary, libraryPlaceOf, missingLibraryText, unreadLibraryFile } from '../library/index.ts';
import { billedPaths } from '../mounts/billed-routes.ts';
import type { Log } from '../observe/log.ts';
import { LOCAL_ACTOR } from '../secrets/local-operator.ts';
import { metricsTokenOf, writeMetricsToken } from '../secrets/metrics-token.ts';
import { createShowcase } from '../showcase/index.ts';
import { type FirstStart, seedCatalog, seedDemo } from '../start/first-start.ts';
import { priceNotice, uncheckedNotices } from '../start/start-notices.ts';
import type { Storage } from '../storage/storage.ts';
import type { Control, ControlMode } from '../terminal/world.ts';
import { createHttpTransport } from '../upstream/http-transport.ts';
import { createUpstream } from '../upstream/upstream.ts';
import type { AdminDeps } from '../verb/deps.ts';
import { figuresOfProcess, jobDepsOf, probeLive, surveyProviders } from './calls.ts';
import { collectionKeepOf } from './collecting.ts';
import {
  type Core,
  madeUpProviders,
  openCore,
  openStorage,
  orClose,
  type Ports,
  systemPorts,
} from './core.ts';
import { registerDuties } from './duties.ts';
import { type Faults, followFaults } from './follow-faults.ts';
import { type HeldAddresses, holdAddresses, noneHeld } from './held-addresses.ts';
import { LiveSettings } from './live-settings.ts';
import { checkLive, recordLive } from './record-live.ts';
import { adminServerOf, listenOn, publicServerOf } from './servers.ts';
import type { ProcessFigures } from './siblings.ts';

/**
 * Applies a changed configuration to a running gateway: what changes at once, and what needs a restart or `catalog apply`. Settings that
 * need a restart are compared with those of the start, not with those of the last reload.
 */
export type Reloaded = Omit<ConfigDiff, 'changed'>;

/** Cached answers contain the values of these settings, besides those of providers. */
const CHANGES_ANSWERS = ['service.public_url', 'service.show_providers', 'service.pictures'];

export function reloadCore({ config: started, live, cache, log, callLog }: Core, next: Config): Reloaded {
  const { changed, needsApply } = diffConfig(live.config, next);
  live.replace(next);
  log.setLevel(next.log.level);
  // A log rotation moves the file away and sends the same signal.
  callLog.reopen();
  // The same provider may now have another address or search differently, and pictures may have other URLs.
  if (changed.some((name) => name.startsWith('providers.') || CHANGES_ANSWERS.includes(name))) cache.clear();
  return { needsRestart: diffConfig(started, next).needsRestart, needsApply };
}

// Waits for one part of a gateway that is being shut down.

/**
 * Waits until a part of the gateway has ended, but no longer than `ms` milliseconds: a database that is away may never confirm. A part
 * that fails is reported and counts as ended, so that the parts after it are closed too.
 */
export async function endWithin(
  work: Promise<unknown>,
  ms: number,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work.catch(onFailure), late.promise]);
  clearTimeout(timer);
}

export type { Ports } from './core.ts';

export interface Listening {
  public: ListenAddress;
  admin: ListenAddress;
  /** The secrets that the first start on an empty data folder made; null on every later start. */
  firstStart: FirstStart | null;
}

export interface Gateway {
  /** A one-time link that signs in at the console; null when the pages are not built. */
  consoleLink(): Promise<string | null>;
  /** What the operator should know about this start, one line each. */
  notices: string[];
  log: Log;
  listen(): Promise<Listening>;
  /** Applies a changed configuration; returns the settings that are not in force yet. */
  reload(config: Config): Reloaded;
  /** The figures of this process, for its siblings behind the same listeners. */
  figures(): Promise<ProcessFigures>;
  /** Takes no new connections, lets running calls end, closes everything. */
  drain(): Promise<void>;
}

export async function assembleGateway(config: Config, replaced: Partial<Ports> = {}): Promise<Gateway> {
  const ports = { ...systemPorts, ...replaced };
  const held = ports.siblings.count === 1 ? await holdAddresses(config, ports) : noneHeld();
  try {
    const core = await openCore(config, ports);
    return await orClose(core.storage, gatewayOf(core, held));
  } catch (error) {
    await held.close();
    throw error;
  }
}

async function gatewayOf(core: Core, held: HeldAddresses): Promise<Gateway> {
  const { config, storage, live, priceBook, running, log } = core;
  const { clock } = core.ports;
  let isDraining = false;
  const adminDeps = createAdminDeps(storage, core.ports, live, {
    providers: () => surveyProviders(core),
    probe: (provider, keyword) => probeLive(core, provider, keyword),
    payments: async () => core.payments,
    refresh: core.refresh,
  });
  const publicServer = publicServerOf(core, () => isDraining);
  const adminServer = adminServerOf(core, adminDeps, () => isDraining);
  const jobDeps = jobDepsOf(core);
  registerDuties(core);
  // Holds of a killed process are released before the first call, without waiting for the next sweep. That is
  // usual after a restart, so it is no warning among the lines of the start; the metric counts it.
  await expireHolds(jobDeps, 'debug');
  const stopJobs = startJobs(jobDeps);
  const notice = await priceNotice(storage, config, clock.nowMs());
  const unpriced = unpricedTexts(priceBook.current(), billedPaths(config), config);
  const few = fewConnectionsNotice(core.ports.descriptors());
  const warnings = [...unpriced, ...(few === null ? [] : [few])];
  for (const text of warnings) log.warn({}, text);

  return {
    log,
    notices: [
      ...(notice === null ? [] : [notice]),
      ...warnings,
      ...uncheckedNotices(config),
      ...((await core.missingLibrary.look()) ? [missingLibraryText(unreadLibraryFile(config))] : []),
      ...pageNotices(core),
    ],
    async listen() {
      await Promise.all([publicServer.app.ready(), adminServer.app.ready()]);
      await held.close();
      const listening = {
        public: await listenOn(publicServer.app, config.service.public),
        admin: await listenOn(adminServer.app, config.service.admin),
      };
      live.listensOn(listening.public, listening.admin);
      writeTokenForTop(core);
      // Only after listening: a start that found its port in use must not have made a key that was never shown.
      return { ...listening, firstStart: core.isFirst ? await seedDemo(adminDeps) : null };
    },
    consoleLink: async () => (core.builtPages.console.size === 0 ? null : makeConsoleLink(adminDeps)),
    reload: (next) => reloadCore(core, next),
    figures: () => figuresOfProcess(core),
    async drain() {
      const onUnclosed = (error: unknown) => log.warn({ err: error }, 'a part of the gateway did not close');
      isDraining = true;
      await held.close();
      stopJobs();
      const dutiesEnd = core.duties.stop();
      core.waiters.close();
      await Promise.all([publicServer.app.close(), adminServer.app.close()]);
      await endWithin(Promise.all([running.idle(), dutiesEnd]), DRAIN_MS, onUnclosed);
      await endWithin(core.duties.giveUp(), CLOSE_MS, onUnclosed);
      await Promise.all([core.http.close(), core.webhookHttp.close(), core.pictures.close()]);
      await core.library.close();
      core.sharedCache?.close();
      await endWithin(Promise.all([core.callLog.close(), core.traces.close()]), CLOSE_MS, onUnclosed);
      // An unavailable database may never answer the close.
      await endWithin(storage.close(), CLOSE_MS, onUnclosed);
    },
  };
}

/**
 * Writes the token for `reelgate top` while the database is unavailable. A data folder that cannot be written does
 * not stop the start.
 */
function writeTokenForTop({ config, secret, log }: Core): void {
  try {
    writeMetricsToken(config.dataDir, metricsTokenOf(secret));
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      'the token file for "reelgate top" cannot be written; "reelgate top" needs the database on this machine',
    );
  }
}

function pageNotices({ builtPages: pages }: Core): string[] {
  return pages.console.size === 0 ? [NOT_BUILT] : [];
}

/** A console link for the person who started this process. */
async function makeConsoleLink(deps: AdminDeps): Promise<string> {
  const input = { params: {}, query: {}, body: {} };
  const made = await loginCodeCreate.run(deps, input, { actor: LOCAL_ACTOR });
  if (isFailure(made)) throw new Error(made.detail);
  return made.url;
}

/**
 * The control plane alone, for commands: it works with and without a running gateway. When the caller may not create
 * a ledger and there is none, it throws LedgerMissing.
 */
export async function openControl(
  config: Config,
  actor: string,
  { mayCreate }: ControlMode,
): Promise<Control> {
  const storage = await openStorage(config, systemPorts, { serves: false, mustExist: !mayCreate });
  const live = new LiveSettings(config, builtInConnectors);
  if (mayCreate) await orClose(storage, seedCatalog(storage, config, live.freeOnlyPaths()));
  // The state of providers exists only in the process that calls them.
  const deps = createAdminDeps(storage, systemPorts, live, {
    providers: async () => ({ states: [], answered: 0, processes: 0, replays: 0 }),
    probe: (provider, keyword) => probeProviders(config, [provider], keyword),
    payments: () =>
      openPayments(config.payments, {
        clock: systemPorts.clock,
        currency: config.prices.currency,
        portalUrl: () => `${live.publicUrl}/portal/#/balance`,
      }),
    refresh: async () => {},
  });
  return { deps, caller: { actor }, close: () => storage.close() };
}

/** Some providers have no search. */
function canSearch({ connector }: ConnectedProvider): boolean {
  return connector.operations['video.search'] !== undefined;
}

/** Searches once at each of these providers, for every platform that it serves. */
export async function probeProviders(
  config: Config,
  names: readonly string[],
  keyword: string,
  recorded: readonly RecordedBodies[] = [],
): Promise<Probe[]> {
  return askingLive(config, names, (deps, all) =>
    Promise.all(
      all
        .filter(({ by }) => canSearch(by))
        .map(({ platform, by }) => checkLive(deps, by, platform, keyword, recorded)),
    ),
  );
}

/** Bytes of the random text by which made names differ from recording to recording. */
const SALT_BYTES = 32;

/** Asks each operation of a provider once, for every platform that it serves. */
export async function recordProvider(
  config: Config,
  name: string,
  wishes: RecordWishes,
): Promise<LiveRecording> {
  const salt = Buffer.from(systemPorts.random(SALT_BYTES)).toString('hex');
  return askingLive(config, [name], (deps, all) => recordLive(deps, all, wishes, salt));
}

type ServedBy = { platform: string; by: ConnectedProvider };

async function askingLive<Result>(
  config: Config,
  names: readonly string[],
  ask: (deps: AttemptDeps, all: ServedBy[]) => Promise<Result>,
): Promise<Result> {
  const { clock } = systemPorts;
  const live = new LiveSettings(config, builtInConnectors);
  const library = createLibrary({ place: libraryPlaceOf(config) });
  const http = createHttpTransport({ clock });
  const faultOf = await storedFaults(config, names);
  const transports = {
    'library:': library.transport,
    'showcase:': createShowcase((provider) => faultOf(provider) ?? 'none').transport,
    'http:': http.transport,
    'https:': http.transport,
  };
  const asked = [...live.calls.platforms].flatMap(([platform, all]) =>
    all.filter((by) => names.includes(by.provider.name)).map((by) => ({ platform, by })),
  );
  try {
    return await ask({ clock, upstream: createUpstream(transports, clock) }, asked);
  } finally {
    await http.close();
    await library.close();
  }
}

/** The faults that an operator switched on. A ledger that is away is for others to report. */
async function storedFaults(config: Config, names: readonly string[]): Promise<Faults['of']> {
  const breakable = madeUpProviders(config).filter((name) => names.includes(name));
  if (breakable.length === 0) return () => null;
  const opened = openStorage(config, systemPorts, { serves: false, mustExist: true });
  const storage = await opened.catch(() => null);
  if (storage === null) return () => null;
  try {
    return (
      await followFaults(
        storage,
        () => breakable,
        () => {},
      )
    ).of;
  } finally {
    await storage.close();
  }
}

/** Resolves a web address for a command, with the answer that a gateway with these settings would give. */
export async function resolveOnce(config: Config, text: string): Promise<ExplainedAddress | Failure> {
  const { clock } = systemPorts;
  const http = createHttpTransport({ clock });
  const links = new ShortLinks({ clock, upstream: createUpstream({ 'https:': http.transport }, clock) });
  const { addressBook } = new LiveSettings(config, builtInConnectors).calls;
  try {
    return await explainAddress({ book: addressBook, links }, text, null);
  } finally {
    await http.close();
  }
}

function createAdminDeps(
  storage: Storage,
  { clock, random }: Ports,
  live: LiveSettings,
  running: Pick<AdminDeps, 'providers' | 'probe' | 'payments' | 'refresh'>,
): AdminDeps {
  return {
    storage,
    clock,
    random,
    currency: live.config.prices.currency,
    freeOnlyPaths: () => live.freeOnlyPaths(),
    coverage: (provider) => live.coverageOf(provider),
    paths: () => billedPaths(live.config),
    providerNames: () => Object.keys(live.config.providers),
    madeUp: () => live.config.madeUp,
    breakableNames: () => madeUpProviders(live.config),
    consoleUrl: () => live.consoleUrl,
    settings: () => live.config,
    signup: () => live.config.signup,
    webhookRules: () => live.config.webhooks,
    collectionKeep: collectionKeepOf(live),
    publicUrl: () => live.publicUrl,
    title: () => live.config.service.title,
    ...running,
  };
}
