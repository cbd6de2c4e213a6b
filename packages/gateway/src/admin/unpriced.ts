// Owns what an operator is told of configured paths that the price list leaves out, in the console and at the start: how many, which, and
// the command that publishes prices for them. Pure.
import type { CatalogDraft } from '../domain/catalog.ts';
import { unpricedPaths } from './catalog-diff.ts';

const SHOWN_MAX = 3;

/** As much of the configuration as says where a path comes from. */
export interface PathOrigins {
  file: string | null;
  mounts?: readonly { routes: readonly { path: string }[] }[];
}

/** Prices of mounts stand in the file; those of operations come with a release. */
const COMMANDS = {
  mounts: (file: string) => `reelgate catalog apply ${file} --new-only`,
  operations: () => 'reelgate catalog apply --first-prices',
};

/** A sentence for paths of mounts and one for all others; none where every path has a price. */
export function unpricedTexts(
  list: Pick<CatalogDraft, 'endpoints' | 'overrides'>,
  paths: readonly string[],
  { file, mounts = [] }: PathOrigins,
): string[] {
  const mounted = new Set(mounts.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const { mounts: ofMounts = [], operations = [] } = Object.groupBy(unpricedPaths(list, paths), (path) =>
    mounted.has(path) ? 'mounts' : 'operations',
  );
  return [
    ...textFor(operations, COMMANDS.operations()),
    ...textFor(ofMounts, COMMANDS.mounts(file ?? 'FILE')),
  ];
}

function textFor(paths: readonly string[], command: string): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > SHOWN_MAX ? ', …' : '';
  const shown = paths.slice(0, SHOWN_MAX).join(', ') + more;
  const what = paths.length === 1 ? 'One configured path has' : `${paths.length} configured paths have`;
  return [
    `${what} no price and ${paths.length === 1 ? 'is' : 'are'} not served: ${shown}. ` +
      `To see and publish prices for ${paths.length === 1 ? 'it' : 'them'}, and change no other: ${command}`,
  ];
}
