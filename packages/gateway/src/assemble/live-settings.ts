// The current configuration and what calls need from it: which connector serves a provider, its address, and its
// limits. Computed once per change, because every call reads it.

import { hash } from 'node:crypto';
import { createAddressBook, type ServedSite } from '../addresses/address-book.ts';
import { createRouteCaches, longestKeep } from '../cache/route-cache.ts';
import type { CallSettings } from '../call/call-deps.ts';
import type { ConnectedProvider } from '../call/trying/connected-provider.ts';
import type { Config, ListenAddress, ProviderConfig } from '../config/config.ts';
import type { Connector, OperationName } from '../connectors/connector.ts';
import { type Coverage, coverageOf } from '../domain/coverage.ts';
import { defaultUrl } from '../domain/network/listen-url.ts';
import { billedPaths } from '../mounts/billed-routes.ts';
import { type Mount, mountPath } from '../mounts/mount.ts';
import { openapiConnector } from '../mounts/openapi-connector.ts';
import { packageVersion } from '../process/package-version.ts';
import type { ProviderState } from '../verb/deps.ts';

type ProviderSettings = Omit<ProviderState, 'health' | 'gate' | 'quotaLeft' | 'fault'>;

export class LiveSettings {
  config: Config;
  calls: CallSettings;
  readonly #connectors: ReadonlyMap<string, Connector>;
  /** Processes behind the same listeners, which share the limits of providers. */
  readonly #processes: number;
  /** null before it listens. */
  #listening: ListenAddress | null = null;
  #adminListening: ListenAddress | null = null;

  constructor(config: Config, connectors: readonly Connector[], processes = 1) {
    const all = [...connectors, openapiConnector];
    this.#connectors = new Map(all.map((connector) => [connector.name, connector]));
    this.#processes = processes;
    this.config = config;
    this.calls = this.#settingsOf(config);
  }

  /** Port 0 becomes a real port only by listening, and the URLs of pictures contain it. */
  listensOn(address: ListenAddress, admin: ListenAddress): void {
    this.#listening = address;
    this.#adminListening = admin;
    this.replace(this.config);
  }

  /** Where operators open the console. */
  get consoleUrl(): string {
    const { service } = this.config;
    return service.adminUrl ?? defaultUrl(this.#adminListening ?? service.admin);
  }

  /** Host names under which browsers may open the portal, besides the addresses of its socket. */
  get portalHosts(): readonly string[] {
    return [new URL(this.publicUrl).host, ...this.config.portal.hosts];
  }

  /** Host names under which browsers may open the console, besides the addresses of its socket. */
  get consoleHosts(): readonly string[] {
    return [new URL(this.consoleUrl).host, ...this.config.console.hosts];
  }

  /** `service.public_url` where the operator set it, otherwise an empty text. */
  get statedUrl(): string {
    return isStated(this.config) ? this.config.service.publicUrl : '';
  }

  /** Where callers reach the gateway. */
  get publicUrl(): string {
    return this.#publicUrlOf(this.config);
  }

  /**
   * Without a `public_url` it is the address that is listened on: another address in a changed file takes effect with
   * a restart.
   */
  #publicUrlOf(config: Config): string {
    const { service } = config;
    return isStated(config) || this.#listening === null ? service.publicUrl : defaultUrl(this.#listening);
  }

  /** Paths of platforms with a provider whose terms forbid resale. */
  freeOnlyPaths(): string[] {
    const isFreeOnly = ({ connector }: ConnectedProvider) => connector.facts.resale === 'no';
    const platforms = [...this.calls.platforms].filter(([, all]) => all.some(isFreeOnly));
    const offers = platforms.map(([name]) => [name, this.config.offers[name] ?? []]);
    const mounts = this.config.mounts.filter(({ settings }) => {
      const by = this.calls.mounts.get(mountPath(settings));
      return by !== undefined && isFreeOnly(by);
    });
    return billedPaths({ offers: Object.fromEntries(offers), mounts });
  }

  /** Every configured provider with the platforms it serves; without credentials. */
  /** Of each operation that the connector of this provider has. */
  coverageOf(name: string): { operation: string; coverage: Coverage }[] {
    const serving = [...this.calls.platforms.values()].flat().find(({ provider }) => provider.name === name);
    if (serving === undefined) return [];
    const { connector } = serving;
    return (Object.keys(connector.operations) as OperationName[]).map((operation) => ({
      operation,
      coverage: coverageOf(connector, operation)!,
    }));
  }

  providers(): ProviderSettings[] {
    const { providers, platforms, mounts } = this.config;
    return Object.entries(providers).map(([name, settings]) => ({
      name,
      connector: settings.connector,
      isMadeUp: this.#connectors.get(settings.connector)?.facts.isMadeUp === true,
      platforms: Object.entries(platforms).flatMap(([platform, names]) =>
        names.includes(name) ? [{ platform, position: names.indexOf(name) + 1 }] : [],
      ),
      mounts: mounts.filter((one) => one.settings.provider === name).map((one) => mountPath(one.settings)),
      costMicros: settings.costMicros,
      requestsPerSecond: settings.requestsPerSecond,
      inFlightMax: settings.inFlightMax,
      timeoutMs: settings.timeoutMs,
      quota: settings.quota,
    }));
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
      addressBook: createAddressBook(platforms.flatMap(servedSites)),
      mounts: new Map(mounts.filter((one): one is [string, ConnectedProvider] => one[1] !== null)),
      defaultRate: config.limits.rate,
      keysMax: config.portal.keysMax,
      freeRate: config.limits.free,
      missLimit: config.limits.misses,
      keywordCharsMax: config.limits.keywordCharsMax,
      showsProviders: config.service.showProviders,
      logsKeywords: config.observe.logKeywords,
      keepsQuestions: config.observe.keepQuestions,
      all: config.all,
      outOfAll: config.outOfAll,
      gathering: config.gathering,
      answerForm: this.#answerFormOf(config),
      cacheFor: createRouteCaches(config.cache),
      longestCache: longestKeep(config.cache),
    };
  }

  /**
   * A fingerprint of what shapes answers: the order of providers decides how a list is sorted, and with hidden
   * providers pictures have the gateway's address.
   */
  #answerFormOf(config: Config): string {
    const { showProviders, pictures } = config.service;
    const pictured = showProviders ? null : [pictures, this.#publicUrlOf(config)];
    return hash('sha256', JSON.stringify([packageVersion(), config.platforms, pictured]), 'base64url');
  }

  /** An upstream that is known only by its document is at the document's server; null when no address is known. */
  #connectMount(config: Config, { settings, server }: Mount): ConnectedProvider | null {
    const isKnownByDocument = config.providers[settings.provider]!.connector === openapiConnector.name;
    const by = this.#connect(config, settings.provider, isKnownByDocument ? server : null);
    if (by.provider.baseUrl === null) return null;
    // A redirect could lead to something that the document does not describe.
    return { ...by, policy: { ...by.policy, redirects: 'never' } };
  }

  /** The limits of a provider are for all workers together: each uses its part. */
  #shareOf({ requestsPerSecond, inFlightMax }: ProviderConfig) {
    return {
      requestsPerSecond: requestsPerSecond && requestsPerSecond / this.#processes,
      inFlightMax: inFlightMax && Math.max(1, Math.floor(inFlightMax / this.#processes)),
    };
  }

  #connect(config: Config, name: string, elsewhere: string | null = null): ConnectedProvider {
    const settings = config.providers[name]!;
    const connector = this.#connectors.get(settings.connector)!;
    const baseUrl =
      withOwnPath(settings.baseUrl, connector.facts.baseUrl) ?? connector.facts.baseUrl ?? elsewhere;
    const { token, timeoutMs, userAgent, options, costMicros, quota } = settings;
    return {
      connector,
      costMicros,
      quota,
      provider: {
        name,
        connector: connector.name,
        baseUrl,
        token,
        timeoutMs,
        userAgent,
        options,
        publicUrl: this.#publicUrlOf(config),
      },
      policy: {
        provider: name,
        origin: originOf(baseUrl),
        allowPrivate: settings.allowPrivate,
        ...this.#shareOf(settings),
        gatheringShare: config.gathering.providerShare,
        whole: { requestsPerSecond: settings.requestsPerSecond, inFlightMax: settings.inFlightMax },
        redirects: connector.redirects ? 'host' : 'origin',
        sendTraceparent: settings.sendTraceparent,
        keepAlive: settings.keepAlive,
        proxies: settings.proxy,
      },
    };
  }
}

const isStated = ({ service }: Config) => service.publicUrl !== defaultUrl(service.public);

function servedSites([platform, all]: readonly [string, readonly ConnectedProvider[]]): ServedSite[] {
  return all.map(({ connector, provider: { baseUrl, options } }) => ({
    ...{ platform, connector, baseUrl, publicUrl: options.public_url },
  }));
}

/** A base URL without a path, such as a proxy or a test server, gets the path of the connector's own base URL. */
function withOwnPath(given: string | null, home: string | null): string | null {
  if (given === null || home === null || new URL(given).pathname !== '/') return given;
  const { pathname } = new URL(home);
  return pathname === '/' || !/^https?:/.test(home) ? given : given + pathname;
}

/** Our own schemes reach no network and have no origin. */
function originOf(baseUrl: string | null): string | null {
  return baseUrl !== null && /^https?:/.test(baseUrl) ? new URL(baseUrl).origin : null;
}
