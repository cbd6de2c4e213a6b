// The configuration that the rest of the gateway is given: names with units, amounts in micro-units, paths absolute. Sections that need
// no more than their schema are derived from it.
import type { PriceRule } from '../domain/catalog.ts';
import type { GivenSetting } from '../domain/given-setting.ts';
import type { Micros } from '../domain/money.ts';
import type { ProxyServer } from '../domain/proxy-server.ts';
import type { Quota } from '../domain/quota.ts';
import type { Mount } from '../mounts/mount.ts';
import type { Offers } from '../operations/index.ts';
import type { Derived } from './derive.ts';
import type { ListenAddress } from './forms.ts';
import type { Settings } from './schema.ts';

/** Sections that build.ts makes by hand: paths, addresses and lists that need more than their schema to be read. */
export const BY_HAND = [
  ...(['service', 'data', 'storage', 'storage_sync', 'platforms', 'providers', 'mounts', 'prices'] as const),
  ...(['complaints', 'payments', 'statements', 'portal', 'console', 'mcp', 'observe'] as const),
] as const;

/** The others follow from their schema. */
export type DerivedSections = Derived<Omit<Settings, (typeof BY_HAND)[number]>>;

export interface Config extends Omit<DerivedSections, 'limits'> {
  /** Absolute; null when no file was read. */
  readonly file: string | null;
  /** What the file and the environment say, without secrets. */
  readonly given: readonly GivenSetting[];
  readonly service: {
    readonly name: string;
    /** As people read it. */
    readonly title: string;
    /** Absolute; null when none was given. */
    readonly logo: string | null;
    /** Whether callers may know who is behind a platform. */
    readonly showProviders: boolean;
    /** Pictures of platforms on the pages: fetched by the gateway, or none. */
    readonly pictures: 'proxy' | 'off';
    readonly public: ListenAddress;
    readonly admin: ListenAddress;
    /** An origin without a closing slash. Holds port 0 when the public listener does and no URL was set. */
    readonly publicUrl: string;
    /** An origin without a closing slash; null when none was set. */
    readonly adminUrl: string | null;
    /** In hexadecimal; null when none was given. Never printed. */
    readonly secret: string | null;
    /** Of web pages that may read answers; `*` for all. */
    readonly corsOrigins: readonly string[];
  };
  /** Absolute. */
  readonly dataDir: string;
  readonly storage: StorageConfig;
  /** `required`: a PostgreSQL primary without a synchronous standby is refused. */
  readonly storageSync: 'any' | 'required';
  /** Platform → providers in order of preference. No prototype, so any text is safe to look up. */
  readonly platforms: Record<string, string[]>;
  /** What each platform can do, by the connectors of its providers. */
  readonly offers: Offers;
  /** No prototype, as above. */
  readonly providers: Record<string, ProviderConfig>;
  /** With their documents, read. */
  readonly mounts: readonly Mount[];
  /** `isGiven` is false when the endpoints are the built-in ones. */
  readonly prices: {
    readonly currency: string;
    readonly endpoints: PriceRule[];
    readonly isGiven: boolean;
  };
  readonly limits: Omit<DerivedSections['limits'], 'unread'> & {
    /** Bytes of answers that nobody reads. */
    readonly unread: { readonly accountBytes: number; readonly processBytes: number };
  };
  readonly complaints: {
    /** For each account and UTC month. */
    readonly allowanceMicros: Micros;
    /** For each account and UTC day. */
    readonly automaticPerDay: number;
  };
  readonly payments: {
    readonly minMicros: Micros;
    readonly maxMicros: Micros;
    readonly manual: { readonly instructions: string } | null;
    /** With its secrets: never printed. */
    readonly stripe: {
      readonly secretKey: string;
      readonly webhookSecret: string | null;
      /** Where the browser goes after paying; null is the portal. */
      readonly returnUrl: string | null;
      /** Where the API is; null is Stripe's own. */
      readonly apiUrl: string | null;
    } | null;
  };
  /** Whoever sells; `name` is null where it is the title of the service. */
  readonly statements: {
    readonly name: string | null;
    readonly address: string | null;
    readonly taxId: string | null;
    readonly taxNote: string | null;
  };
  /** `hosts` are further names by which browsers may open it, in small letters. */
  readonly portal: {
    readonly hosts: readonly string[];
    /** Whether callers keep their own keys, and up to how many. */
    readonly ownKeys: boolean;
    readonly keysMax: number;
  };
  /** Names by which browsers may open it, in small letters. */
  readonly console: { readonly hosts: readonly string[] };
  /** Tools for agents. */
  readonly mcp: {
    readonly enabled: boolean;
    /** As text; null when nothing need be confirmed. */
    readonly confirmAbove: string | null;
  };
  readonly observe: ObserveConfig;
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  readonly trustProxy: string[];
}

/** What operators see of calls, beside metrics. */
export interface ObserveConfig {
  /** `off`, `stderr`, `stdout`, or the absolute path of a file. */
  readonly callLog: string;
  /** From 0 to 1. */
  readonly logSuccesses: number;
  readonly logKeywords: boolean;
  /** Where a collector is, without a closing slash; null when there is none. */
  readonly otlp: string | null;
  /** With credentials: never printed. */
  readonly otlpHeaders: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  readonly traceShare: number;
  readonly slowMs: number;
}

export type CacheConfig = Config['cache'];
export type CacheRouteConfig = CacheConfig['routes'][number];

/** The URL holds a password: it is never printed. */
export type StorageConfig =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** null means that the connector or the gateway decides. */
export interface ProviderConfig {
  readonly connector: string;
  /** Without a closing slash. */
  readonly baseUrl: string | null;
  readonly token: string | null;
  readonly costMicros: Micros;
  readonly userAgent: string;
  /** Settings of the connector's own. */
  readonly options: Readonly<Record<string, string>>;
  readonly timeoutMs: number | null;
  readonly requestsPerSecond: number | null;
  readonly inFlightMax: number | null;
  readonly quota: Quota | null;
  readonly allowPrivate: boolean;
  readonly sendTraceparent: boolean;
  readonly keepAlive: boolean;
  /** One or several, with their credentials. */
  readonly proxy: readonly ProxyServer[];
}
