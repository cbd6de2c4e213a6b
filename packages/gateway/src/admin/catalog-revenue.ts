// Owns what a price list would have earned on the calls of the last thirty days: the document is checked and laid over the list in
// force as publishing would, and nothing is stored.
import type { Static } from 'typebox';
import { Count, Currency, MoneyText } from '../account/fields.ts';
import { readOrFailure } from '../account/long-read.ts';
import { type CatalogDraft, type Price, priceOf } from '../domain/catalog.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { formatMoney, type Micros, toMicros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { UsageSlice } from '../storage/storage.ts';
import { CatalogDocument } from './catalog-document.ts';
import { planCatalog } from './catalog-plan.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const DAY_MS = 86_400_000;
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

/** One price for each call is exact. What else there is follows the change of its unit price, against the list in force. */
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
    const plan = await planCatalog(deps, body);
    if (isFailure(plan)) return plan;
    const nowMs = deps.clock.nowMs();
    const toMs = nowMs - (nowMs % DAY_MS) + DAY_MS;
    const fromMs = toMs - DAYS * DAY_MS;
    const asked = { party: caller.actor, fromMs, toMs, by: ['account', 'path'] as const };
    const used = readOrFailure(await deps.storage.usage.slice(asked));
    if (isFailure(used)) return used;
    if (used.kind !== 'slices' || used.isCut)
      return failure('CONFLICT', 'There are too many accounts and paths to price each.');
    const base = (await deps.storage.catalog.all()).find(({ version }) => version === plan.basedOn) ?? null;
    const rows = [...sumByPath(used.slices, plan.draft, base)].map(([path, sum]) => ({ path, sum }));
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
