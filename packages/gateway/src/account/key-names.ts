// Owns which platforms and operations a list of a key may name: those that some billed address has. A misspelt name would leave a key
// that is refused everywhere, and nobody would notice before its first call.
import { type Failure, invalid } from '../domain/failure.ts';
import type { Key } from '../domain/key.ts';
import { nearestName } from '../domain/nearest-name.ts';
import type { DataRoute } from '../operations/data-route.ts';

type NameLists = Pick<Key, 'platforms' | 'operations'>;

/** Mounts can bring thousands of operations, too many for one message. */
const NAMES_SHOWN_MAX = 40;

/** null when all are known. What the key has already may stay, although its platform is no longer configured. */
export function unknownNames(
  wanted: Partial<NameLists>,
  routes: readonly DataRoute[],
  had: NameLists = { platforms: null, operations: null },
): Failure | null {
  // A search over many platforms asks each by its own name, so there is nothing that "all" would open.
  const own = routes.filter(({ unit }) => unit !== 'leg');
  const platforms = own.map(({ platform }) => platform);
  const operations = own.map(({ operation }) => operation);
  return (
    unknownIn('platforms', wanted.platforms, { known: platforms, had: had.platforms }) ??
    unknownIn('operations', wanted.operations, { known: operations, had: had.operations })
  );
}

function unknownIn(
  field: string,
  names: readonly string[] | null | undefined,
  { known, had }: { known: readonly string[]; had: readonly string[] | null },
): Failure | null {
  const allowed = new Set([...known, ...(had ?? [])]);
  const at = names?.findIndex((name) => !allowed.has(name)) ?? -1;
  if (at < 0) return null;
  const all = [...new Set(known)].sort();
  const meant = nearestName(names![at]!, all);
  return invalid(
    `${field}.${at}`,
    `${meant === null ? '' : `did you mean "${meant}"? It `}must be ${choiceOf(all)}`,
  );
}

function choiceOf(all: readonly string[]): string {
  if (all.length === 0) return 'left out: nothing is served here';
  const shown = all.slice(0, NAMES_SHOWN_MAX).join(', ');
  const more = all.length - NAMES_SHOWN_MAX;
  return more > 0 ? `one of ${shown} or ${more} others` : `one of ${shown}`;
}
