// Owns the step from a site to the platforms of this gateway: which hosts of anybody's its settings name, and under which names
// of platforms a site is served. Worked out once per change of the settings; pure.
import type { Connector } from '../connectors/connector.ts';
import type { ResolvedAddress } from './address.ts';
import type { OwnHost } from './resolve-address.ts';

/** One provider of one platform. */
export interface ServedSite {
  /** The name in paths. */
  platform: string;
  connector: Pick<Connector, 'name'> & { facts: Pick<Connector['facts'], 'platforms'> };
  baseUrl: string | null;
  /** Where everybody sees it, when `baseUrl` is an inner address. */
  publicUrl?: string | undefined;
}

export interface AddressBook {
  ownHosts: ReadonlyMap<string, OwnHost>;
  /** Names of platforms that serve such an address, in the order of the settings. */
  servedAs(address: ResolvedAddress): string[];
}

/** Connectors whose upstream anybody can run. */
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
        // An instance knows its own videos best; others may know them or not.
        .filter((one) => platform !== 'peertube' || hostsOf(one).includes(alt.host ?? ''))
        .map((one) => one.platform);
      return [...new Set(names)];
    },
  };
}

/** A connector of one site may be named as one likes; one of several takes the name for the site. */
function siteOf({ platform, connector: { name, facts } }: ServedSite): string {
  if (facts.platforms === null) return name;
  return facts.platforms.length === 1 ? facts.platforms[0]! : platform;
}

/** By which it is known; none for what has no address. */
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
