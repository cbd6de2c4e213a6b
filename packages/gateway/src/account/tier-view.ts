// Owns how volume tiers are shown: the steps of a price, where the caller's account stands in this month, and the price that follows.

import type { CatalogDraft, Price } from '../domain/catalog.ts';
import { utcMonth } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { type PriceTier, tierAt } from '../domain/tiers.ts';
import type { AccountDeps } from './deps.ts';
import { Count, MoneyText, nullable } from './fields.ts';

export const tierFields = {
  tiers: nullable(
    Type.Array(Type.Object({ from: Count, unit_price: MoneyText }), {
      description:
        'Prices by how many units the account was charged for in the UTC month; null when there is one price for all.',
    }),
  ),
  tier: nullable(Type.Integer({ description: 'Where the tier begins whose price is shown.' })),
  month_used: nullable(
    Type.Integer({ description: 'Units that count for the tier, so far in this month; null without a key.' }),
  ),
};

/** Charged units of the account in one month, by the pattern that has the tiers. */
export type TierCounts = ReadonlyMap<string, number>;

export const NO_COUNTS: TierCounts = new Map();

export function tiersView(steps: readonly PriceTier[]): { from: number; unit_price: string }[] {
  return steps.map(({ from, unitPriceMicros }) => ({ from, unit_price: formatMoney(unitPriceMicros) }));
}

/** Read only where some price has tiers. */
export async function tierCountsOf(
  { storage, clock }: Pick<AccountDeps, 'storage' | 'clock'>,
  { catalog, accountId, nowMs }: { catalog: CatalogDraft; accountId: string | null; nowMs?: number },
): Promise<TierCounts> {
  const isTiered = ({ tiers }: { tiers?: unknown }) => tiers !== undefined;
  const hasAny = catalog.endpoints.some(isTiered) || catalog.overrides.some(isTiered);
  if (accountId === null || !hasAny) return NO_COUNTS;
  const counts = await storage.usage.tiers({ accountId, month: utcMonth(nowMs ?? clock.nowMs()) });
  return new Map(counts.map(({ path, used }) => [path, used]));
}

/** The price as it is for who has used so many. */
export function priceNow(price: Price | null, counts: TierCounts): Price | null {
  if (price?.tiers === undefined) return price;
  const { unitPriceMicros } = tierAt(price.tiers.steps, counts.get(price.tiers.path) ?? 0);
  return { ...price, unitPriceMicros };
}

/** `isKnown`: whose price it is, so that what was used is too. */
export function tierView({ tiers }: Price, counts: TierCounts, isKnown: boolean) {
  if (tiers === undefined) return { tiers: null, tier: null, month_used: null };
  const used = counts.get(tiers.path) ?? 0;
  return {
    tiers: tiersView(tiers.steps),
    tier: tierAt(tiers.steps, used).from,
    month_used: isKnown ? used : null,
  };
}
