// Owns the list of everything that a call can be billed for: the searches of platforms and the operations of mounts.
import type { DataRoute } from '../operations/data-route.ts';
import { dataRoutes, type Offers } from '../operations/index.ts';
import type { Mount } from './mount.ts';

export interface Billed {
  offers: Offers;
  mounts: readonly Mount[];
}

export function billedRoutes({ offers, mounts }: Billed): DataRoute[] {
  return [...dataRoutes(offers), ...mounts.flatMap((mount) => mount.routes)];
}

/** Their paths, each once: several methods of a path have one price. */
export function billedPaths(billed: Billed): string[] {
  return [...new Set(billedRoutes(billed).map(({ path }) => path))];
}
