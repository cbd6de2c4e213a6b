// Admin verbs on the catalog. Publishing and its dry run share `prepareCatalog`, so the dry run always shows what publishing does.
import type { Static } from 'typebox';
import {
  type Catalog,
  type CatalogDraft,
  inForce,
  type Price,
  type PriceOverride,
  priceOf,
  soldPaths,
  stateOf,
  upcoming,
} from '../../domain/catalog.ts';
import { formatTime } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { UsageSlice } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { Count, Currency, MoneyText, TimeText } from '../../verb/fields.ts';
import { readOrFailure } from '../../verb/reports.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  CatalogDocument,
  ENDPOINTS_MAX,
  type NamedOverride,
  OVERRIDES_MAX,
  parseCatalogDocument,
  uselessOverride,
} from './catalog-document.ts';
import { CatalogAnswer, CatalogSummary, CatalogView, catalogSummary, catalogView } from './catalog-views.ts';
import {
  CatalogDiff,
  type CatalogMode,
  diffCatalogs,
  mergeIntoScheduled,
  mergeLists,
  unpricedPaths,
  unusedPatterns,
} from './price-lists.ts';

const ScheduledVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  effective_from: TimeText,
  kept: Type.Boolean({ description: 'false when this publication cancels it.' }),
});

const effectFields = {
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

interface PreparedCatalog extends Publication {
  /** Versions scheduled for later, to be published again after this one. */
  later: Publication[];
  /** The newest version when this was prepared; 0 when there is none. */
  basedOn: number;
  effect: Effect;
}

interface Effect {
  diff: CatalogDiff;
  scheduled: Static<typeof ScheduledVersion>[];
  unpriced: string[];
  unused: string[];
}

/** Replaces names of accounts by ids. Refuses an unknown account, and an account named twice for one path. */
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

async function prepareCatalog(deps: AdminDeps, document: unknown): Promise<PreparedCatalog | Failure> {
  const parsed = parseCatalogDocument(document, { currency: deps.currency, nowMs: deps.clock.nowMs() });
  if (isFailure(parsed)) return parsed;
  const overrides = parsed.overrides && (await resolveOverrides(deps, parsed.overrides));
  if (isFailure(overrides)) return overrides;
  const all = await deps.storage.catalog.all();
  const base = inForce(all, parsed.effectiveFromMs);
  const rows = mergeLists(base, { endpoints: parsed.endpoints, overrides }, parsed.mode);
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

/** In `replace` mode scheduled versions stay as they are; otherwise the document is merged into them too. */
function carriedOver(
  waiting: Catalog,
  base: Catalog | null,
  next: CatalogDraft,
  { mode }: { mode: CatalogMode },
): Publication {
  const { currency, effectiveFromMs, endpoints, overrides, note } = waiting;
  const rows = mode === 'replace' ? { endpoints, overrides } : mergeIntoScheduled(waiting, base, next);
  return { draft: { currency, effectiveFromMs, ...rows }, note };
}

function isTooLarge({ endpoints, overrides }: CatalogDraft): boolean {
  return endpoints.length > ENDPOINTS_MAX || overrides.length > OVERRIDES_MAX;
}

function scheduledView({ version, effectiveFromMs }: Catalog, kept: boolean): Effect['scheduled'][number] {
  return { version, effective_from: formatTime(effectiveFromMs), kept };
}

export const catalogRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCatalog',
  method: 'GET',
  path: '/admin/v1/catalog',
  summary: 'Read the catalog in force',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: CatalogAnswer,
  async run({ storage, clock }) {
    const catalog = inForce(await storage.catalog.all(), clock.nowMs());
    if (catalog === null) return failure('NOT_FOUND', 'No catalog is in force yet.');
    return { catalog: catalogView(catalog) };
  },
});

export const catalogVersions = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListCatalogVersions',
  method: 'GET',
  path: '/admin/v1/catalog/versions',
  summary: 'List catalog versions, newest first',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ versions: Type.Array(CatalogSummary) }),
  async run({ storage, clock }) {
    const all = await storage.catalog.all();
    const state = (catalog: Catalog) => stateOf(catalog, all, clock.nowMs());
    return { versions: all.map((catalog) => catalogSummary(catalog, state(catalog))).reverse() };
  },
});

export const catalogVersion = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCatalogVersion',
  method: 'GET',
  path: '/admin/v1/catalog/versions/{version}',
  summary: 'Read one catalog version',
  tag: 'Catalog',
  params: Type.Object({ version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
  query: Nothing,
  body: Nothing,
  result: CatalogAnswer,
  async run({ storage }, { params }) {
    const all = await storage.catalog.all();
    const catalog = all.find((candidate) => String(candidate.version) === params.version);
    if (catalog === undefined) return failure('NOT_FOUND', 'There is no such catalog version.');
    return { catalog: catalogView(catalog) };
  },
});

/** Versions are only ever added; calls that are already open keep their price. */
export const catalogPublish = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminPublishCatalog',
  method: 'POST',
  path: '/admin/v1/catalog/versions',
  summary: 'Publish a catalog version',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: CatalogDocument,
  result: Type.Object({ catalog: CatalogView, ...effectFields }),
  creates: true,
  needs: 'owner',
  async run(deps, { body }, caller) {
    const prepared = await prepareCatalog(deps, body);
    if (isFailure(prepared)) return prepared;
    const { effect, ...publication } = prepared;
    const result = await deps.storage.catalog.publish({ actor: caller.actor, ...publication });
    if (result.kind === 'refused') return failure('CONFLICT', result.detail);
    await deps.refresh();
    return { catalog: catalogView(result.catalog), ...effect };
  },
});

export const catalogPreview = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminDiffCatalog',
  method: 'POST',
  path: '/admin/v1/catalog/diff',
  summary: 'Show what a catalog document would change, and publish nothing',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: CatalogDocument,
  result: Type.Object({ effective_from: TimeText, ...effectFields }),
  needs: 'viewer',
  async run(deps, { body }) {
    const prepared = await prepareCatalog(deps, body);
    if (isFailure(prepared)) return prepared;
    return { effective_from: formatTime(prepared.draft.effectiveFromMs), ...prepared.effect };
  },
});

const DAYS = 30;

const RevenueRow = Type.Object(
  {
    path: Type.String(),
    calls: Count,
    earned: Type.String({ description: 'What they were charged.', examples: ['12.000000'] }),
    would_earn: MoneyText,
    difference: MoneyText,
    is_exact: Type.Boolean({
      description:
        'False where the price is by item, has tiers or has free calls: then what was charged is scaled by the change of the unit price.',
    }),
  },
  { $id: 'CatalogRevenueRow' },
);

interface PathSum {
  calls: number;
  earned: number;
  wouldEarn: number;
  isExact: boolean;
}

const isPlain = (price: Price | null) =>
  price === null || (price.unit === 'call' && price.allowance === null && price.tiers === undefined);

/** Exact for prices per call. For other prices, the change of the unit price against the list in force is applied to the revenue. */
function wouldEarn(
  slice: UsageSlice,
  draft: CatalogDraft,
  base: CatalogDraft | null,
): { micros: number; isExact: boolean } {
  const [account = '', path = ''] = slice.groups;
  const next = priceOf(draft, path, account);
  const now = base === null ? null : priceOf(base, path, account);
  if (isPlain(next) && isPlain(now))
    return { micros: slice.calls * (next?.unitPriceMicros ?? 0), isExact: true };
  const share =
    now === null || now.unitPriceMicros === 0 ? 1 : (next?.unitPriceMicros ?? 0) / now.unitPriceMicros;
  return { micros: Math.round(slice.chargedMicros * share), isExact: false };
}

function sumByPath(
  slices: readonly UsageSlice[],
  draft: CatalogDraft,
  base: CatalogDraft | null,
): Map<string, PathSum> {
  const paths = new Map<string, PathSum>();
  for (const slice of slices) {
    const path = slice.groups[1] ?? '';
    const { micros, isExact } = wouldEarn(slice, draft, base);
    const known = paths.get(path) ?? { calls: 0, earned: 0, wouldEarn: 0, isExact: true };
    paths.set(path, {
      calls: known.calls + slice.calls,
      earned: known.earned + slice.chargedMicros,
      wouldEarn: known.wouldEarn + micros,
      isExact: known.isExact && isExact,
    });
  }
  return paths;
}

function rowOf(path: string, { calls, earned, wouldEarn, isExact }: PathSum): Static<typeof RevenueRow> {
  return {
    path,
    calls,
    earned: formatMoney(earned as Micros),
    would_earn: formatMoney(toMicros(wouldEarn)),
    difference: formatMoney(toMicros(wouldEarn - earned)),
    is_exact: isExact,
  };
}

/**
 * What a price list would have earned on the calls of the last thirty days. The document is merged into the list in force as publishing
 * would; nothing is stored.
 */
export const catalogRevenue = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCatalogRevenue',
  method: 'POST',
  path: '/admin/v1/catalog/revenue',
  summary: "What a catalog document would have earned on the last 30 days' calls, and publish nothing",
  tag: 'Catalog',
  needs: 'viewer',
  params: Nothing,
  query: Nothing,
  body: CatalogDocument,
  result: Type.Object({
    from: Type.String(),
    to: Type.String(),
    currency: Currency,
    rows: Type.Array(RevenueRow),
    total: Type.Object({ calls: Count, earned: MoneyText, would_earn: MoneyText, difference: MoneyText }),
  }),
  async run(deps, { body }, caller) {
    const prepared = await prepareCatalog(deps, body);
    if (isFailure(prepared)) return prepared;
    const nowMs = deps.clock.nowMs();
    const toMs = nowMs - (nowMs % DAY_MS) + DAY_MS;
    const fromMs = toMs - DAYS * DAY_MS;
    const asked = { party: caller.actor, fromMs, toMs, by: ['account', 'path'] as const };
    const used = readOrFailure(await deps.storage.usage.slice(asked));
    if (isFailure(used)) return used;
    if (used.kind !== 'slices' || used.isCut)
      return failure('CONFLICT', 'There are too many accounts and paths to price each.');
    const base =
      (await deps.storage.catalog.all()).find(({ version }) => version === prepared.basedOn) ?? null;
    const rows = [...sumByPath(used.slices, prepared.draft, base)].map(([path, sum]) => ({ path, sum }));
    const total = { calls: 0, earned: 0, wouldEarn: 0, isExact: true };
    for (const { sum } of rows) {
      total.calls += sum.calls;
      total.earned += sum.earned;
      total.wouldEarn += sum.wouldEarn;
    }
    const { path: _path, is_exact: _exact, ...sums } = rowOf('', total);
    return {
      from: new Date(fromMs).toISOString().slice(0, 10),
      to: new Date(toMs - DAY_MS).toISOString().slice(0, 10),
      currency: deps.currency,
      rows: rows.map(({ path, sum }) => rowOf(path, sum)),
      total: sums,
    };
  },
});
