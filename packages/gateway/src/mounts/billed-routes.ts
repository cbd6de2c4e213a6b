// Lists everything that can be billed: the operations of platforms and of mounts, interactive or gathered.
import type { DataRoute } from '../operations/data-route.ts';
import { allRoutes, dataRoutes, gatheredRoutes, type Offers } from '../operations/index.ts';
import type { Mount } from './mount.ts';

export interface Billed {
  offers: Offers;
  mounts: readonly Mount[];
}

export function billedRoutes({ offers, mounts }: Billed): DataRoute[] {
  const own = [...dataRoutes(offers), ...allRoutes(offers), ...gatheredRoutes(offers)];
  return [...own, ...mounts.flatMap((mount) => mount.routes)];
}

/** The paths with a price of their own, each once: the methods of a path share one price. */
export function billedPaths(billed: Billed): string[] {
  const priced = billedRoutes(billed).filter(({ unit }) => unit === 'call');
  return [...new Set(priced.map(({ path }) => path))];
}
