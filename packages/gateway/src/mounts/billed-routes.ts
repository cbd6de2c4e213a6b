// Lists everything that can be billed: the operations of platforms and of mounts, interactive or gathered.
import type { DataRoute } from '../operations/data-route.ts';
import { allRoutes, dataRoutes, gatheredRoutes, type Offers } from '../operations/index.ts';
import type { Mount } from './mount.ts';

interface Billed {
  offers: Offers;
  mounts: readonly Mount[];
  /** Platforms whose records are made up. */
  madeUp?: readonly string[];
  /** Platforms that a search over all platforms leaves out. */
  outOfAll?: readonly string[];
}

export function billedRoutes({ offers, mounts, madeUp = [], outOfAll = [] }: Billed): DataRoute[] {
  const inAll = Object.entries(offers).filter(([platform]) => !outOfAll.includes(platform));
  const own = [...dataRoutes(offers), ...allRoutes(Object.fromEntries(inAll)), ...gatheredRoutes(offers)];
  const marked = own.map((route) =>
    madeUp.includes(route.platform) ? { ...route, isMadeUp: true as const } : route,
  );
  return [...marked, ...mounts.flatMap((mount) => mount.routes)];
}

/** The paths with a price of their own, each once: the methods of a path share one price. */
export function billedPaths(billed: Billed): string[] {
  const priced = billedRoutes(billed).filter(({ unit }) => unit === 'call');
  return [...new Set(priced.map(({ path }) => path))];
}
