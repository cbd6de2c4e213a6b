// Owns the step from a catalog document to a draft that can be published, with what it would change. Publishing and
// its dry run both go through here, so that the second always tells the truth about the first.

import { type CatalogDraft, inForce, type PriceOverride, soldPaths } from '../domain/catalog.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { CatalogDiff, diffCatalogs, unpricedPaths, unusedPatterns } from './catalog-diff.ts';
import { type NamedOverride, parseCatalogDocument } from './catalog-document.ts';
import type { AdminDeps } from './deps.ts';

export const effectFields = {
  diff: CatalogDiff,
  unpriced: Type.Array(Type.String(), {
    description: 'Configured paths without a price: they are not served.',
  }),
  unused: Type.Array(Type.String(), { description: 'Priced patterns that fit no configured path.' }),
};

const RESALE_FORBIDDEN = 'the terms of its platform forbid resale';

export interface CatalogPlan {
  draft: CatalogDraft;
  note: string | null;
  effect: { diff: CatalogDiff; unpriced: string[]; unused: string[] };
}

/** Accounts by id; one that does not exist, or is named twice for one path, is refused. */
async function resolveOverrides(
  deps: AdminDeps,
  overrides: readonly NamedOverride[],
): Promise<PriceOverride[] | Failure> {
  const ids = new Map<string, string>();
  const resolved = new Map<string, PriceOverride>();
  for (const [i, { account, path, unitPriceMicros }] of overrides.entries()) {
    const accountId = ids.get(account) ?? (await deps.storage.accounts.find({ idOrName: account }))?.id;
    if (accountId === undefined) return invalid(`overrides.${i}.account`, 'is not an account');
    ids.set(account, accountId);
    const name = `${accountId} ${path}`;
    if (resolved.has(name)) return invalid(`overrides.${i}.path`, 'is priced twice for this account');
    resolved.set(name, { accountId, path, unitPriceMicros });
  }
  return [...resolved.values()];
}

export async function planCatalog(deps: AdminDeps, document: unknown): Promise<CatalogPlan | Failure> {
  const nowMs = deps.clock.nowMs();
  const parsed = parseCatalogDocument(document, { currency: deps.currency, nowMs });
  if (isFailure(parsed)) return parsed;
  const overrides = await resolveOverrides(deps, parsed.overrides);
  if (isFailure(overrides)) return overrides;
  const { note, ...rest } = parsed;
  const draft = { ...rest, overrides };
  const sold = soldPaths(draft, deps.freeOnlyPaths());
  if (sold.length > 0)
    return invalid('endpoints', `${sold[0]} may only have the price 0: ${RESALE_FORBIDDEN}`);
  const paths = deps.paths();
  const current = inForce(await deps.storage.catalog.all(), nowMs);
  const effect = {
    diff: diffCatalogs(current, draft),
    unpriced: unpricedPaths(draft, paths),
    unused: unusedPatterns(draft, paths),
  };
  return { draft, note, effect };
}
