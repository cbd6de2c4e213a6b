// Owns the step from a catalog document to a draft that can be published, with what it would change. Publishing and
// its dry run both go through here, so that the second always tells the truth about the first.

import type { Static } from 'typebox';
import { TimeText } from '../account/fields.ts';
import {
  type Catalog,
  type CatalogDraft,
  inForce,
  type PriceOverride,
  soldPaths,
  upcoming,
} from '../domain/catalog.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { CatalogDiff, diffCatalogs, unpricedPaths, unusedPatterns } from './catalog-diff.ts';
import {
  ENDPOINTS_MAX,
  type NamedOverride,
  OVERRIDES_MAX,
  parseCatalogDocument,
  uselessOverride,
} from './catalog-document.ts';
import { type CatalogMode, carryOver, layOver } from './catalog-merge.ts';
import type { AdminDeps } from './deps.ts';

const ScheduledVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  effective_from: TimeText,
  kept: Type.Boolean({ description: 'false when this publication cancels it.' }),
});

export const effectFields = {
  diff: CatalogDiff,
  scheduled: Type.Array(ScheduledVersion, { description: 'Versions that were to come into force later.' }),
  unpriced: Type.Array(Type.String(), {
    description: 'Configured paths without a price: they are not served.',
  }),
  unused: Type.Array(Type.String(), { description: 'Priced patterns that fit no configured path.' }),
};

const RESALE_FORBIDDEN = 'the terms of its platform forbid resale';

interface Publication {
  draft: CatalogDraft;
  note: string | null;
}

export interface CatalogPlan extends Publication {
  /** Versions that wait for a later day, to be published again behind this one. */
  later: Publication[];
  /** The newest version that this was planned on; 0 when there is none. */
  basedOn: number;
  effect: Effect;
}

interface Effect {
  diff: CatalogDiff;
  scheduled: Static<typeof ScheduledVersion>[];
  unpriced: string[];
  unused: string[];
}

/** Accounts by id; one that does not exist, or is named twice for one path, is refused. */
async function resolveOverrides(
  deps: AdminDeps,
  overrides: readonly NamedOverride[],
): Promise<PriceOverride[] | Failure> {
  const ids = new Map<string, string>();
  const resolved = new Map<string, PriceOverride>();
  for (const [i, { account, ...agreed }] of overrides.entries()) {
    const accountId = ids.get(account) ?? (await deps.storage.accounts.find({ idOrName: account }))?.id;
    if (accountId === undefined) return invalid(`overrides.${i}.account`, 'is not an account');
    ids.set(account, accountId);
    const name = `${accountId} ${agreed.path}`;
    if (resolved.has(name)) return invalid(`overrides.${i}.path`, 'is priced twice for this account');
    resolved.set(name, { accountId, ...agreed });
  }
  return [...resolved.values()];
}

export async function planCatalog(deps: AdminDeps, document: unknown): Promise<CatalogPlan | Failure> {
  const parsed = parseCatalogDocument(document, { currency: deps.currency, nowMs: deps.clock.nowMs() });
  if (isFailure(parsed)) return parsed;
  const overrides = parsed.overrides && (await resolveOverrides(deps, parsed.overrides));
  if (isFailure(overrides)) return overrides;
  const all = await deps.storage.catalog.all();
  const base = inForce(all, parsed.effectiveFromMs);
  const rows = layOver(base, { endpoints: parsed.endpoints, overrides }, parsed.mode);
  const useless = uselessOverride(overrides ?? [], rows.endpoints);
  if (useless !== null) return useless;
  const { currency, effectiveFromMs, note } = parsed;
  const draft = { currency, effectiveFromMs, ...rows };
  const waiting = upcoming(all, effectiveFromMs);
  const later = parsed.keepsScheduled
    ? waiting.map((version) => carriedOver(version, base, draft, parsed))
    : [];
  const tooLarge = [draft, ...later.map((one) => one.draft)].some(isTooLarge);
  if (tooLarge) return invalid('endpoints', 'would make a price list that is too long');
  const sold = [draft, ...later.map((one) => one.draft)].flatMap((one) =>
    soldPaths(one, deps.freeOnlyPaths()),
  );
  if (sold.length > 0)
    return invalid('endpoints', `${sold[0]} may only have the price 0: ${RESALE_FORBIDDEN}`);
  const paths = deps.paths();
  const effect = {
    diff: diffCatalogs(base, draft),
    scheduled: waiting.map((version) => scheduledView(version, parsed.keepsScheduled)),
    unpriced: unpricedPaths(draft, paths),
    unused: unusedPatterns(draft, paths),
  };
  return { draft, note, later, basedOn: all.at(-1)?.version ?? 0, effect };
}

/** A whole list leaves those that wait as they are; laid over one, it is laid over them as well. */
function carriedOver(
  waiting: Catalog,
  base: Catalog | null,
  next: CatalogDraft,
  { mode }: { mode: CatalogMode },
): Publication {
  const { currency, effectiveFromMs, endpoints, overrides, note } = waiting;
  const rows = mode === 'replace' ? { endpoints, overrides } : carryOver(waiting, base, next);
  return { draft: { currency, effectiveFromMs, ...rows }, note };
}

function isTooLarge({ endpoints, overrides }: CatalogDraft): boolean {
  return endpoints.length > ENDPOINTS_MAX || overrides.length > OVERRIDES_MAX;
}

function scheduledView({ version, effectiveFromMs }: Catalog, kept: boolean): Effect['scheduled'][number] {
  return { version, effective_from: formatTime(effectiveFromMs), kept };
}
