// The configuration as the rest of the gateway gets it: names with units, amounts in micro-units, absolute paths.
// Most sections are derived from their schema (derive.ts).
import type { PriceRule } from '../domain/catalog.ts';
import type { GivenSetting } from '../domain/given-setting.ts';
import type { Quota } from '../domain/limiting/quota.ts';
import type { Micros } from '../domain/money.ts';
import type { ProxyServer } from '../domain/network/proxy-server.ts';
import type { Mount } from '../mounts/mount.ts';
import type { Offers } from '../operations/index.ts';
import type { Derived } from './derive.ts';
import type { ListenAddress } from './forms.ts';
import type { Settings } from './schema.ts';

/** Sections that build.ts builds by hand, because paths, addresses and lists need more than their schema. */
export const BY_HAND = [
  ...(['service', 'data', 'storage', 'storage_sync', 'platforms', 'providers', 'mounts', 'prices'] as const),
  ...(['complaints', 'payments', 'statements', 'portal', 'console', 'mcp', 'observe'] as const),
] as const;

/** All other sections: derived from their schema. */
export type DerivedSections = Derived<Omit<Settings, (typeof BY_HAND)[number]>>;

export interface Config extends Omit<DerivedSections, 'limits'> {
  /** Absolute path; null when no file was read. */
  readonly file: string | null;
  /** The settings in the file and the environment, without secrets. */
  readonly given: readonly GivenSetting[];
  readonly service: {
    readonly name: string;
    /** The name of the service as people read it. */
    readonly title: string;
    /** Absolute path; null when no logo was set. */
    readonly logo: string | null;
    /** Whether callers may see which provider serves a platform. */
    readonly showProviders: boolean;
    /** Whether pages show pictures of platforms: fetched through the gateway, or not at all. */
    readonly pictures: 'proxy' | 'off';
    readonly public: ListenAddress;
    readonly admin: ListenAddress;
    /** An origin without a closing slash. Contains port 0 when the public listener has port 0 and no URL was set. */
    readonly publicUrl: string;
    /** An origin without a closing slash; null when not set. */
    readonly adminUrl: string | null;
    /** Hexadecimal; null when not set. Never printed. */
    readonly secret: string | null;
    /** Origins of web pages that may read answers; `*` for all. */
    /** A `mailto:` or `https:` address; null when not set. */
    readonly securityContact: string | null;
    readonly corsOrigins: readonly string[];
  };
  /** Absolute path. */
  readonly dataDir: string;
  readonly storage: StorageConfig;
  /** `required` refuses a PostgreSQL primary that has no synchronous standby. */
  readonly storageSync: 'any' | 'required';
  /** Platform → providers in order of preference. No prototype, so any text is safe to look up. */
  readonly platforms: Record<string, string[]>;
  /** The operations that each platform has, by the connectors of its providers. */
  readonly offers: Offers;
  /** Platforms whose records are made up, because all their providers are. */
  readonly madeUp: readonly string[];
  /** Platforms that a search over all platforms leaves out: made-up ones beside real ones. */
  readonly outOfAll: readonly string[];
  /** No prototype, like `platforms`. */
  readonly providers: Record<string, ProviderConfig>;
  /** Mounts with their OpenAPI documents already read. */
  readonly mounts: readonly Mount[];
  /** `isGiven` is false when `endpoints` is the built-in price list. */
  readonly prices: {
    readonly currency: string;
    readonly endpoints: PriceRule[];
    readonly isGiven: boolean;
  };
  readonly limits: Omit<DerivedSections['limits'], 'unread'> & {
    /** Bytes of answers that callers have not read yet. */
    readonly unread: { readonly accountBytes: number; readonly processBytes: number };
  };
  readonly complaints: {
    /** The most that is refunded to one account in a UTC month. */
    readonly allowanceMicros: Micros;
    /** Complaints of one account per UTC day. */
    readonly automaticPerDay: number;
  };
  readonly payments: {
    readonly minMicros: Micros;
    readonly maxMicros: Micros;
    readonly manual: { readonly instructions: string } | null;
    /** Contains secrets: never printed. */
    readonly stripe: {
      readonly secretKey: string;
      readonly webhookSecret: string | null;
      /** Where the browser goes after paying; null for the portal. */
      readonly returnUrl: string | null;
      /** The API's address; null for Stripe's own. */
      readonly apiUrl: string | null;
    } | null;
  };
  /** The seller; `name` is null when the title of the service is used. */
  readonly statements: {
    readonly name: string | null;
    readonly address: string | null;
    readonly taxId: string | null;
    readonly taxNote: string | null;
  };
  /** `hosts`: further host names under which browsers may open the portal, in lower case. */
  readonly portal: {
    readonly hosts: readonly string[];
    /** Whether callers manage their own keys, and how many they may have. */
    readonly ownKeys: boolean;
    readonly keysMax: number;
  };
  /** Host names under which browsers may open the console, in lower case. */
  readonly console: { readonly hosts: readonly string[] };
  /** Tools for agents. */
  readonly mcp: {
    readonly enabled: boolean;
    /** What is listed for a client that chooses no tools. */
    readonly tools: 'short' | 'all';
    /** An amount as text; null when no call needs a confirmation. */
    readonly confirmAbove: string | null;
  };
  readonly observe: ObserveConfig;
  /** Proxies, as addresses and ranges, whose X-Forwarded-For is believed. */
  readonly trustProxy: string[];
}

/** What operators see of calls, besides metrics. */
export interface ObserveConfig {
  /** `off`, `stderr`, `stdout`, or the absolute path of a file. */
  readonly callLog: string;
  /** The share of successful calls that are logged, from 0 to 1. */
  readonly logSuccesses: number;
  readonly logKeywords: boolean;
  /** Whether the ledger keeps the parameters of new calls. */
  readonly keepQuestions: boolean;
  /** How many days it keeps them. */
  readonly questionDays: number;
  /** The collector's address without a closing slash; null when traces are not exported. */
  readonly otlp: string | null;
  /** Contains credentials: never printed. */
  readonly otlpHeaders: Readonly<Record<string, string>>;
  /** The share of calls that are traced, from 0 to 1. */
  readonly traceShare: number;
  readonly slowMs: number;
}

export type CacheConfig = Config['cache'];
export type CacheRouteConfig = CacheConfig['routes'][number];

/** The URL contains a password: never printed. */
export type StorageConfig =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Where a field is null, the connector or the gateway decides. */
export interface ProviderConfig {
  readonly connector: string;
  /** Without a closing slash. */
  readonly baseUrl: string | null;
  readonly token: string | null;
  readonly costMicros: Micros;
  readonly userAgent: string;
  /** Options that only this connector has. */
  readonly options: Readonly<Record<string, string>>;
  readonly timeoutMs: number | null;
  readonly requestsPerSecond: number | null;
  readonly inFlightMax: number | null;
  readonly quota: Quota | null;
  readonly allowPrivate: boolean;
  readonly sendTraceparent: boolean;
  readonly keepAlive: boolean;
  /** One or several proxies, with their credentials. */
  readonly proxy: readonly ProxyServer[];
}
