// Owns the list of everything that a call can be billed for: the searches of platforms and the operations of mounts.
import type { DataRoute } from '../operations/data-route.ts';
import { allRoutes, dataRoutes, type Offers } from '../operations/index.ts';
import type { Mount } from './mount.ts';

export interface Billed {
  offers: Offers;
  mounts: readonly Mount[];
}

export function billedRoutes({ offers, mounts }: Billed): DataRoute[] {
  return [...dataRoutes(offers), ...allRoutes(offers), ...mounts.flatMap((mount) => mount.routes)];
}

/** The paths that have a price of their own, each once: several methods of a path have one. */
export function billedPaths(billed: Billed): string[] {
  const priced = billedRoutes(billed).filter(({ unit }) => unit === 'call');
  return [...new Set(priced.map(({ path }) => path))];
}
