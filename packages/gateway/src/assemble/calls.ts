// Builds what calls, the account routes, the operator's views and the jobs get from the core; each gets only what it
// needs.

import { AnswerCache } from '../cache/answer-cache.ts';
import { Flights } from '../cache/flights.ts';
import { GoneThings } from '../call/answers/gone-things.ts';
import type { CallDeps } from '../call/call-deps.ts';
import { GatherPace } from '../call/gathering/gather-pace.ts';
import { KnownIds } from '../call/reading/known-ids.ts';
import { nameRedactor, redactProvider } from '../call/trying/redact-provider.ts';
import { UncountedPages } from '../call/trying/uncounted-pages.ts';
import type { OperationName } from '../connectors/connector.ts';
import { coverageOf, mergedCoverage } from '../domain/coverage.ts';
import { DAY_MS } from '../domain/duration.ts';
import { inBackground } from '../domain/in-background.ts';
import type { Quota } from '../domain/limiting/quota.ts';
import { REJECTIONS_BYTES_MAX } from '../domain/limits.ts';
import type { Probe } from '../domain/provider-status.ts';
import { ThingNames } from '../domain/thing-names.ts';
import type { AddressDeps } from '../features/providers/platform.account.ts';
import { createPuzzles } from '../features/signups/puzzles.ts';
import { createStatusFigures } from '../features/status/status-figures.ts';
import { STATUS } from '../http/answers/status.ts';
import type { JobDeps } from '../jobs/jobs.ts';
import { billedRoutes } from '../mounts/billed-routes.ts';
import { type Mount, type MountedRoute, mountPath } from '../mounts/mount.ts';
import type { CacheFigures } from '../observe/cache-metrics.ts';
import { createCursors } from '../operations/cursor.ts';
import type { DataRoute } from '../operations/data-route.ts';
import { createSealedQuotes } from '../operations/sealed-quote.ts';
import { createUpstream, type Transport } from '../upstream/upstream.ts';
import type { AccountDeps, PlatformHealth, ProviderState, ProviderSurvey } from '../verb/deps.ts';
import { collectingOf } from './collecting.ts';
import type { Core } from './core.ts';
import { LimitLeases } from './lease-limits.ts';
import { checkLive } from './record-live.ts';
import { mergeStates, type ProcessFigures } from './siblings.ts';
import { watchingOf, watchKeepOf } from './watching.ts';

const callDeps = new WeakMap<Core, CallDeps>();

/** The same for calls, collections and watches of a process, so that equal questions meet. */
export function callDepsOf(core: Core): CallDeps {
  const known = callDeps.get(core);
  if (known !== undefined) return known;
  const made = makeCallDeps(core);
  callDeps.set(core, made);
  return made;
}

/** By scheme: the platforms inside the gateway, and the network. */
function transportsOf({ library, showcase, http }: Core): Record<string, Transport> {
  return {
    'library:': library.transport,
    'showcase:': showcase.transport,
    'http:': http.transport,
    'https:': http.transport,
  };
}

function makeCallDeps(core: Core): CallDeps {
  const {
    storage,
    live,
    keyring,
    priceBook,
    running,
    pendingReleases,
    freeAnswers,
    misses,
    health,
    quotas,
    cache,
    sharedCache,
    pages,
    metrics,
    log,
    callLog,
    traces,
    http,
    ports,
  } = core;
  const { clock, random, chance, timers, transports } = ports;
  const flights: CallDeps['flights'] = new Flights();
  metrics.watchCache(() => figuresOf(cache, flights));
  return {
    storage,
    clock,
    chance,
    random,
    timers,
    settings: () => live.calls,
    keyring,
    priceBook,
    cursors: createCursors(core.secret, random),
    quotes: createSealedQuotes(core.secret, random),
    upstream: createUpstream({ ...transportsOf(core), ...transports }, clock, http),
    health,
    quotas,
    cache,
    sharedCache,
    sharedLooks: new Flights(),
    pages,
    rejections: new AnswerCache(clock, () => REJECTIONS_BYTES_MAX),
    things: new ThingNames(core.secret),
    gone: new GoneThings(clock),
    knownIds: new KnownIds(clock),
    flights,
    running,
    pace: new GatherPace(running, core.ports.clock),
    uncountedPages: new UncountedPages(),
    misses,
    pendingReleases,
    freeAnswers,
    links: countedLinks(core),
    metrics,
    log,
    callLog,
    traces,
    statusOf: (code) => STATUS[code],
    redact: redactionOf(core),
  };
}

/** Uses the settings at the moment of the answer. */
function redactionOf({ live, pictures }: Core): CallDeps['redact'] {
  const picture = (url: string) => {
    const address = pictures.addressOf(url);
    return address && live.publicUrl + address;
  };
  return (exchanged, by, platform) =>
    live.calls.showsProviders ? exchanged : redactProvider(exchanged, by, { platform, picture });
}

function figuresOf(cache: CallDeps['cache'], flights: CallDeps['flights']): CacheFigures {
  const { bytes, count, hits, staleHits, misses } = cache;
  return { bytes, entries: count, hits, staleHits, misses, shared: flights.followersTotal };
}

function providerStates({ live, health, quotas, http, faultOf }: Core): ProviderState[] {
  const clients = http.clients();
  return live.providers().map((settings) => {
    // The latest client: older ones of the same provider only finish attempts that began under earlier settings.
    const client = clients.findLast(({ provider }) => provider === settings.name);
    const quotaLeft = quotas.leftOf(settings.name, settings.quota);
    return {
      ...settings,
      health: health.report(settings.name),
      gate: client ?? null,
      quotaLeft,
      fault: faultOf(settings.name),
    };
  });
}

/** Over all processes behind these listeners. */
export async function surveyProviders(core: Core): Promise<ProviderSurvey> {
  const { siblings } = core.ports;
  const all = (await siblings.figures()) ?? [
    { providers: providerStates(core), replays: core.metrics.replays },
  ];
  const states = mergeStates(all.map(({ providers }) => providers));
  const replays = all.reduce((sum, one) => sum + one.replays, 0);
  return { states, answered: all.length, processes: siblings.count, replays };
}

/** One search for each platform that the provider serves, through the same path and limits as every call. */
export async function probeLive(core: Core, name: string, keyword: string): Promise<Probe[]> {
  const { live, http, quotas, ports } = core;
  const upstream = createUpstream({ ...transportsOf(core), ...ports.transports }, ports.clock, http);
  const asked = [...live.calls.platforms].flatMap(([platform, all]) =>
    all.filter(({ provider }) => provider.name === name).map((by) => ({ platform, by })),
  );
  const searched = asked.filter(({ by }) => by.connector.operations['video.search'] !== undefined);
  return Promise.all(
    searched.map(({ platform, by }) =>
      checkLive({ clock: ports.clock, upstream, quotas }, by, platform, keyword),
    ),
  );
}

/** The answer of this process when a sibling asks. */
export async function figuresOfProcess(core: Core): Promise<ProcessFigures> {
  const { metrics } = core;
  return { metrics: await metrics.figures(), providers: providerStates(core), replays: metrics.replays };
}

export function accountDepsOf(core: Core): AccountDeps {
  const { config, storage, live, priceBook, ports, secret, freeAnswers } = core;
  return {
    quotes: createSealedQuotes(secret, ports.random),
    storage,
    clock: ports.clock,
    random: ports.random,
    complaintBounds: () => live.config.complaints,
    catalog: () => priceBook.current(),
    // Mounts are those of the start: a changed list takes effect with a restart.
    routes: () => shownRoutes(core, billedRoutes({ ...live.config, mounts: config.mounts })),
    coverage: (route) => platformCoverage(core, route),
    ownKeys: () => ({ enabled: live.config.portal.ownKeys, max: live.config.portal.keysMax }),
    signup: () => live.config.signup,
    puzzles: createPuzzles(secret, ports.clock, ports.random),
    currency: live.config.prices.currency,
    refresh: core.refresh,
    takePlace: (accountId) => freeAnswers.take(accountId),
    confirmAbove: () => live.config.mcp.confirmAbove,
    pictureAddress: (url) => core.pictures.addressOf(url),
    showsProviders: () => live.config.service.showProviders,
    lookForDuties: () => inBackground(core.duties.look(), () => {}),
    waitForEvents: (awaited) => core.waiters.wait(awaited),
    webhookRules: () => live.config.webhooks,
    payments: core.payments,
    log: core.log,
    statusFigures: createStatusFigures({ storage, clock: ports.clock }),
    platformHealth: () => platformHealth(core),
    suggest: (typed, accountId) => core.library.suggest(typed, accountId),
    collecting: collectingOf(core, callDepsOf(core)),
    watching: watchingOf(core, () => callDepsOf(core)),
    publicUrl: () => live.publicUrl,
  };
}

/** Removes the upstream's names from the texts of a mount, when callers may not see providers. */
export function mountTexts({ live }: Core, { settings }: Mount): ((text: string) => string) | null {
  const by = live.calls.mounts.get(mountPath(settings));
  return live.calls.showsProviders || by === undefined ? null : nameRedactor(by, settings.name);
}

function shownRoutes(core: Core, routes: DataRoute[]): DataRoute[] {
  if (core.live.calls.showsProviders) return routes;
  return routes.map((route) => {
    const text = 'mount' in route ? mountTexts(core, (route as MountedRoute).mount) : null;
    return text === null || route.summary === null ? route : { ...route, summary: text(route.summary) };
  });
}

/** Of all connectors that serve the platform. */
function platformCoverage(
  { live }: Core,
  { platform, operation }: Pick<DataRoute, 'platform' | 'operation'>,
) {
  const providers = live.calls.platforms.get(platform) ?? [];
  const able = providers.filter(({ connector }) => {
    const only = connector.operations[operation as OperationName]?.platforms;
    return only?.includes(platform) ?? true;
  });
  return mergedCoverage(
    able.flatMap(({ connector }) => coverageOf(connector, operation as OperationName) ?? []),
  );
}

/** Providers that a call would leave out count as unavailable here too. */
function platformHealth({ live, health, quotas }: Core): PlatformHealth[] {
  return [...live.calls.platforms].map(([platform, providers]) => {
    // Quotas are checked for searches, which stand for all operations.
    const open = providers.filter((by) => quotas.spentForMs(by, 'video.search') === 0);
    const views = open.map(({ provider }) => health.view(provider.name));
    const able = views.filter(({ suspendedMs, isEjected }) => suspendedMs === 0 && !isEjected);
    const isWeak = able.length < providers.length || able.some(({ isDemoted }) => isDemoted);
    const made_up = live.config.madeUp.includes(platform);
    return { platform, made_up, health: able.length === 0 ? 'down' : isWeak ? 'weak' : 'ok' };
  });
}

/** A link that leads nowhere costs its account as many misses as hosts were asked. */
function countedLinks({ shortLinks, misses }: Core): CallDeps['links'] {
  return {
    follow: async (link, accountId) =>
      misses.refusal(accountId!, 1) ??
      shortLinks.follow(link, accountId, (requests) => misses.note(accountId!, requests)),
  };
}

export function addressDepsOf(core: Core): AddressDeps {
  const { live, freeAnswers } = core;
  return {
    book: () => live.calls.addressBook,
    links: countedLinks(core),
    takePlace: (accountId) => freeAnswers.take(accountId),
  };
}

function quotasOf({ providers }: Core['config']): Map<string, Quota> {
  const all = Object.entries(providers).flatMap(([name, { quota }]) =>
    quota === null ? [] : [[name, quota] as const],
  );
  return new Map(all);
}

export function jobDepsOf(core: Core): JobDeps {
  const { storage, ports, log, metrics, live, pendingReleases, refresh, payments, quotas, http } = core;
  const leases = new LimitLeases({
    ...{ storage, http, clock: ports.clock, processes: ports.siblings.count },
    providers: () => live.providers(),
  });
  return {
    storage,
    clock: ports.clock,
    intervals: ports.intervals,
    log,
    metrics,
    keepAnswersMs: () => live.config.answers.keepSeconds * 1_000,
    keepQuestionsMs: () => live.config.observe.questionDays * DAY_MS,
    keepUsageMonths: () => live.config.retention.usageMonths,
    keepEventsMs: () => live.config.events.keepDays * DAY_MS,
    lowBalanceMicros: () => live.config.events.lowBalanceMicros,
    watchKeep: () => watchKeepOf(core),
    lookForDuties: () => core.duties.look(),
    payments,
    providerHealth: () => core.health.snapshot(),
    leaseLimits: () => leases.renew(),
    refreshQuotas: () => quotas.refresh(quotasOf(live.config)),
    giveBackHolds: () => pendingReleases.giveBack(storage.calls),
    onChange: refresh,
  };
}
