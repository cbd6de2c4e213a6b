// Builds Config from checked settings: camelCase names with units, absolute paths, amounts in micro-units, frozen all
// the way down. The input is trusted: a value that cannot be parsed here is a bug, and throws.

import { join, resolve } from 'node:path';
import type { PriceRule } from '../domain/catalog.ts';
import type { GivenSetting } from '../domain/given-setting.ts';
import type { Quota } from '../domain/limiting/quota.ts';
import { type Micros, parseMoney } from '../domain/money.ts';
import { describeHosts } from '../domain/network/database-hosts.ts';
import { defaultUrl } from '../domain/network/listen-url.ts';
import { parseProxyServer } from '../domain/network/proxy-server.ts';
import type { Mount } from '../mounts/mount.ts';
import {
  BY_HAND,
  type Config,
  type DerivedSections,
  type ObserveConfig,
  type ProviderConfig,
  type StorageConfig,
} from './config-types.ts';
import { derive } from './derive.ts';
import { FORMS, parseBaseUrl, parseListenAddress, parseOrigin, parseTimeMs } from './forms.ts';
import type { ConnectorNeeds } from './provider-needs.ts';
import { SETTINGS, type Settings } from './schema.ts';

const DATABASE_FILE = 'reelgate.db';

interface BuildInput {
  settings: Settings;
  /** Absolute path; null when no file was read. */
  file: string | null;
  given: readonly GivenSetting[];
  /** Relative paths are resolved against this folder. */
  folder: string;
  mounts: readonly Mount[];
  hasPrices: boolean;
  connectors: readonly ConnectorNeeds[];
}

export function buildConfig(input: BuildInput): Config {
  const { settings, file, given, folder, mounts, hasPrices, connectors } = input;
  const dataDir = resolve(folder, settings.data);
  const derived = derivedSections(settings);
  const madeUp = Object.keys(settings.platforms).filter((name) => isMadeUp(name, settings, connectors));
  return deepFreeze({
    ...derived,
    limits: { ...derived.limits, unread: buildUnread(settings.limits.unread) },
    file,
    given,
    service: buildService(settings.service, folder),
    dataDir,
    storage: buildStorage(settings.storage, { dataDir, folder }),
    storageSync: settings.storage_sync,
    platforms: settings.platforms,
    offers: mapValues(settings.platforms, (names, platform) =>
      offersOf(platform, names, settings, connectors),
    ),
    madeUp,
    outOfAll: madeUp.length > 0 && hasRealPlatform(settings, madeUp) ? madeUp : [],
    providers: mapValues(settings.providers, buildProvider),
    mounts,
    prices: {
      currency: settings.prices.currency,
      endpoints: settings.prices.endpoints.map(buildPriceRule),
      isGiven: hasPrices,
    },
    complaints: {
      allowanceMicros: money(settings.complaints.allowance_per_month),
      automaticPerDay: settings.complaints.automatic_per_day,
    },
    payments: buildPayments(settings.payments),
    statements: {
      name: settings.statements.seller ?? null,
      address: settings.statements.address ?? null,
      taxId: settings.statements.tax_id ?? null,
      taxNote: settings.statements.tax_note ?? null,
    },
    portal: {
      hosts: settings.portal.hosts.map((host) => host.toLowerCase()),
      ownKeys: settings.portal.own_keys,
      keysMax: settings.portal.keys_max,
    },
    console: { hosts: settings.console.hosts.map((host) => host.toLowerCase()) },
    mcp: {
      enabled: settings.mcp.enabled,
      tools: settings.mcp.tools,
      confirmAbove: settings.mcp.confirm_above ?? null,
    },
    observe: buildObserve(settings.observe, folder),
    trustProxy: settings.service.trust_proxy,
  });
}

/** The sections that are not in BY_HAND, derived from their schema. */
function derivedSections(settings: Settings): DerivedSections {
  const { properties, ...rest } = SETTINGS;
  const names = Object.keys(properties).filter((name) => !(BY_HAND as readonly string[]).includes(name));
  const part = <T extends object>(of: T) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));
  return derive({ ...rest, properties: part(properties) }, part(settings)) as unknown as DerivedSections;
}

/** A platform offers an operation when the connector of at least one of its providers has it. */
function offersOf(
  platform: string,
  names: readonly string[],
  { providers }: Settings,
  connectors: readonly ConnectorNeeds[],
) {
  const able = connectors.filter(({ name }) => names.some((one) => providers[one]?.connector === name));
  const offered = able.flatMap(({ operations, onlyOn = {} }) =>
    operations.filter((operation) => onlyOn[operation]?.includes(platform) ?? true),
  );
  return [...new Set(offered)];
}

function isMadeUp(
  platform: string,
  { platforms, providers }: Settings,
  connectors: readonly ConnectorNeeds[],
): boolean {
  const madeUp = connectors.filter((one) => one.isMadeUp === true).map(({ name }) => name);
  return platforms[platform]!.every((name) => madeUp.includes(providers[name]!.connector));
}

/** The library of a new installation has samples, which are made up too; beside it alone, the showcase takes part in a search over all. */
function hasRealPlatform({ platforms, providers }: Settings, madeUp: readonly string[]): boolean {
  const others = Object.keys(platforms).filter((name) => !madeUp.includes(name));
  return others.some((name) => platforms[name]!.some((one) => providers[one]!.connector !== 'library'));
}

function buildService(service: Settings['service'], folder: string): Config['service'] {
  const address = sure(parseListenAddress(service.public));
  const publicUrl =
    service.public_url === undefined ? defaultUrl(address) : sure(parseOrigin(service.public_url));
  return {
    name: service.name,
    title: service.title,
    logo: service.logo === undefined ? null : resolve(folder, service.logo),
    showProviders: service.show_providers,
    pictures: service.pictures,
    public: address,
    admin: sure(parseListenAddress(service.admin)),
    publicUrl,
    adminUrl: service.admin_url === undefined ? null : sure(parseOrigin(service.admin_url)),
    secret: service.secret ?? null,
    securityContact: service.security_contact ?? null,
    corsOrigins: service.cors.origins.map((origin) => (origin === '*' ? origin : sure(parseOrigin(origin)))),
  };
}

/**
 * Reads a storage that was named outside the file, for example on a command line; null when the text is malformed.
 */
export function readStorageSetting(
  text: string,
  at: { dataDir: string; folder: string },
): StorageConfig | null {
  const { pattern, accepts } = FORMS.storage;
  return new RegExp(pattern).test(text) && accepts(text) ? buildStorage(text, at) : null;
}

/** Where the ledger is, for people to read: without user and password. */
export function storageAddress(storage: StorageConfig): string {
  if (storage.kind === 'sqlite') return storage.file;
  return `PostgreSQL at ${describeHosts(storage.url)}`;
}

function buildStorage(storage: string, at: { dataDir: string; folder: string }): StorageConfig {
  if (!storage.startsWith('sqlite')) return { kind: 'postgres', url: storage };
  const file = storage.slice('sqlite:'.length);
  return { kind: 'sqlite', file: file === '' ? join(at.dataDir, DATABASE_FILE) : resolve(at.folder, file) };
}

function buildPayments({ min, max, manual, stripe }: Settings['payments']): Config['payments'] {
  const { secret_key, webhook_secret, return_url, api_url } = stripe;
  return {
    minMicros: money(min),
    maxMicros: money(max),
    manual: manual.instructions === undefined ? null : { instructions: manual.instructions },
    stripe:
      secret_key === undefined
        ? null
        : {
            secretKey: secret_key,
            webhookSecret: webhook_secret ?? null,
            returnUrl: return_url ?? null,
            apiUrl: api_url ?? null,
          },
  };
}

function buildProvider(provider: Settings['providers'][string]): ProviderConfig {
  return {
    connector: provider.connector,
    baseUrl: provider.base_url === undefined ? null : sure(parseBaseUrl(provider.base_url)),
    token: provider.token ?? null,
    costMicros: money(provider.cost),
    userAgent: provider.user_agent,
    options: provider.options,
    timeoutMs: provider.timeout_ms ?? null,
    requestsPerSecond: provider.requests_per_second ?? null,
    inFlightMax: provider.in_flight_max ?? null,
    quota: buildQuota(provider.quota),
    allowPrivate: provider.allow_private,
    sendTraceparent: provider.send_traceparent,
    keepAlive: provider.keep_alive,
    proxy: provider.proxy.map((text) => sure(parseProxyServer(text))),
  };
}

function buildQuota({ units, per, reset, cost }: Settings['providers'][string]['quota']): Quota | null {
  return units === undefined ? null : { units, per, reset, cost };
}

function buildPriceRule(rule: Settings['prices']['endpoints'][number]): PriceRule {
  return {
    path: rule.path,
    ...(rule.unit === 'item' && { unit: rule.unit }),
    unitPriceMicros: money(sure(rule.unit_price ?? rule.tiers?.[0]?.unit_price ?? null)),
    ...(rule.tiers !== undefined && {
      tiers: rule.tiers.map(({ from, unit_price }) => ({ from, unitPriceMicros: money(unit_price) })),
    }),
    ...(rule.minimum !== undefined && { minimumMicros: money(rule.minimum) }),
    ...(rule.free_per_day !== undefined && { freePerDay: rule.free_per_day }),
    summary: rule.summary ?? null,
    deprecated: rule.deprecated,
    sunsetAtMs: rule.sunset_at === undefined ? null : sure(parseTimeMs(rule.sunset_at)),
    successor: rule.successor ?? null,
  };
}

/** The setting is called `key_bytes` because it once limited each key; today it limits each account. */
function buildUnread({ key_bytes, process_bytes }: Settings['limits']['unread']): Config['limits']['unread'] {
  return { accountBytes: key_bytes, processBytes: process_bytes };
}

/** Values of `call_log` that are not the path of a file. */
const CALL_LOGS = ['off', 'stderr', 'stdout'];

function buildObserve(observe: Settings['observe'], folder: string): ObserveConfig {
  const { call_log, otlp } = observe;
  return {
    callLog: CALL_LOGS.includes(call_log) ? call_log : resolve(folder, call_log),
    logSuccesses: observe.log_successes,
    logKeywords: observe.log_keywords,
    keepQuestions: observe.keep_questions,
    questionDays: observe.question_days,
    otlp: otlp === undefined ? null : sure(parseBaseUrl(otlp)),
    otlpHeaders: observe.otlp_headers,
    traceShare: observe.trace_share,
    slowMs: observe.slow_ms,
  };
}

function money(text: string): Micros {
  return sure(parseMoney(text));
}

function sure<T>(value: T | null): T {
  if (value === null) throw new Error('a checked setting cannot be parsed; the check and the build disagree');
  return value;
}

/** Keeps the result without a prototype, so that any operator-chosen name is safe to look up. */
function mapValues<A, B>(record: Record<string, A>, build: (value: A, name: string) => B): Record<string, B> {
  const built: Record<string, B> = Object.create(null);
  for (const [name, value] of Object.entries(record)) built[name] = build(value, name);
  return built;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
