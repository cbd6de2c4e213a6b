// Owns how the price of one platform in a search over many stands in a line of text: now, and from how many units on it falls.

export interface LegPrice {
  unit: string;
  unit_price: string;
  tiers: { from: number; unit_price: string }[] | null;
  tier: number | null;
  month_used: number | null;
}

/** `0.010000 USD per call, 3 used this month, 0.006000 from 4`. */
export function legText({ unit, unit_price, tiers, tier, month_used }: LegPrice, currency: string): string {
  const later = (tiers ?? []).filter(({ from }) => from > (tier ?? 0));
  return [
    `${unit_price} ${currency} per ${unit}`,
    ...(month_used === null ? [] : [`${month_used} used this month`]),
    ...later.map((next) => `${next.unit_price} from ${next.from}`),
  ].join(', ');
}
