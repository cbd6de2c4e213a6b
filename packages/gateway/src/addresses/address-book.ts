// Maps a site to the platforms of this gateway: which self-hosted hosts the settings name, and under which platform
// names a site is served. Computed once per change of the settings; pure.
import type { Connector } from '../connectors/connector.ts';
import type { ResolvedAddress } from './address.ts';
import type { OwnHost } from './resolve-address.ts';

/** One provider of one platform. */
export interface ServedSite {
  /** The platform's name in paths. */
  platform: string;
  connector: Pick<Connector, 'name'> & { facts: Pick<Connector['facts'], 'platforms'> };
  baseUrl: string | null;
  /** The public address, when `baseUrl` is an internal one. */
  publicUrl?: string | undefined;
}

export interface AddressBook {
  ownHosts: ReadonlyMap<string, OwnHost>;
  /** Names of the platforms that serve this address, in the order of the settings. */
  servedAs(address: ResolvedAddress): string[];
}

/** Connectors whose upstream anyone can host. */
const SOFTWARE: Readonly<Record<string, OwnHost['software']>> = {
  peertube: 'peertube',
  invidious: 'youtube front-end',
  piped: 'youtube front-end',
};

export function createAddressBook(served: readonly ServedSite[]): AddressBook {
  const ownHosts = new Map(served.flatMap(ownHostOf));
  return {
    ownHosts,
    servedAs({ platform, alt }) {
      const names = served
        .filter((one) => siteOf(one) === platform)
        // Only the video's own instance is certain to have it.
        .filter((one) => platform !== 'peertube' || hostsOf(one).includes(alt.host ?? ''))
        .map((one) => one.platform);
      return [...new Set(names)];
    },
  };
}

/**
 * A connector for one site may have any platform name; with a connector for several, the platform's name is the site.
 */
function siteOf({ platform, connector: { name, facts } }: ServedSite): string {
  if (facts.platforms === null) return name;
  return facts.platforms.length === 1 ? facts.platforms[0]! : platform;
}

/** The origins under which it is known; empty when it has none. */
function originsOf({ baseUrl, publicUrl }: ServedSite): URL[] {
  return [baseUrl, publicUrl].flatMap((one) => (one == null ? [] : (URL.parse(one) ?? [])));
}

const hostsOf = (one: ServedSite): string[] => originsOf(one).map(({ host }) => host);

function ownHostOf(one: ServedSite): [string, OwnHost][] {
  const { connector } = one;
  const software = Object.hasOwn(SOFTWARE, connector.name) ? SOFTWARE[connector.name] : undefined;
  if (software === undefined) return [];
  return originsOf(one).map(({ host, origin }) => [host, { software, origin }]);
}
