// Owns the list of everything that a call can be billed for: the searches of platforms and the operations of mounts.
import { type DataRoute, dataRoutes } from '../operations/operation.ts';
import type { Mount } from './mount.ts';

export interface Billed {
  /** By name. */
  platforms: Readonly<Record<string, unknown>>;
  mounts: readonly Mount[];
}

export function billedRoutes({ platforms, mounts }: Billed): DataRoute[] {
  return [...dataRoutes(Object.keys(platforms)), ...mounts.flatMap((mount) => mount.routes)];
}

/** Their paths, each once: several methods of a path have one price. */
export function billedPaths(billed: Billed): string[] {
  return [...new Set(billedRoutes(billed).map(({ path }) => path))];
}
