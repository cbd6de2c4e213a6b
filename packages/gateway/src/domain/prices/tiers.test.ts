// Which tier applies, and which tiers are valid, as a table.
import { expect, test } from 'vitest';
import { priceOf, priceText } from '../catalog.ts';
import { toMicros } from '../money.ts';
import { chargeFigures, mostOf, termsOf, termsOfEach } from './terms.ts';
import { chooseTiers, countedUnits, countersOf, hasTiers } from './tiered-terms.ts';
import { tierAt, wrongTier } from './tiers.ts';

const steps = [
  { from: 0, unitPriceMicros: toMicros(12_000) },
  { from: 10, unitPriceMicros: toMicros(10_000) },
  { from: 20, unitPriceMicros: toMicros(8_000) },
];
const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
const rule = { path: '/a/*', unitPriceMicros: toMicros(12_000), tiers: steps, ...none };
const catalog = (overrides: Parameters<typeof priceOf>[0]['overrides'] = []) => ({
  ...{ currency: 'USD', effectiveFromMs: 0, endpoints: [rule], overrides },
});
const price = priceOf(catalog(), '/a/b', null)!;

test.each([
  [0, 0],
  [9, 0],
  [10, 10],
  [19, 10],
  [20, 20],
  [1_000_000, 20],
])('after %i units the tier from %i holds', (used, from) => {
  expect(tierAt(steps, used).from).toBe(from);
});

test('tiers that ascend and do not get dearer are right', () => {
  expect(wrongTier(steps)).toBeNull();
  expect(wrongTier([steps[0]!, { from: 5, unitPriceMicros: steps[0]!.unitPriceMicros }])).toBeNull();
  expect(wrongTier([...steps, { from: 20, unitPriceMicros: toMicros(1) }])).toMatchObject({
    at: 3,
    field: 'from',
  });
  const dearer = [...steps, { from: 30, unitPriceMicros: toMicros(8_001) }];
  expect(wrongTier(dearer)).toMatchObject({ at: 3, field: 'unit_price' });
});

test('an agreed price has its own tiers, or none', () => {
  const agreed = { accountId: 'acme', path: '/a/b', unitPriceMicros: toMicros(9_000) };
  expect(priceOf(catalog([agreed]), '/a/b', 'acme')).not.toHaveProperty('tiers');
  const own = priceOf(catalog([{ ...agreed, tiers: steps.slice(1) }]), '/a/b', 'acme');
  expect(own?.tiers?.path).toBe('/a/b');
  expect(price.tiers?.path).toBe('/a/*');
});

test('a price is written with its tiers', () => {
  expect(priceText(rule)).toBe('0.012000, 0.010000 from 10, 0.008000 from 20');
});

test('before a tier is chosen the most is the price of the first tier, afterwards that of the chosen one', () => {
  const terms = termsOf(price, 1);
  expect([hasTiers(terms), mostOf(terms)]).toEqual([true, 12_000]);
  expect(countersOf(terms, '2026-11')).toEqual([{ path: '/a/*', month: '2026-11' }]);
  const chosen = chooseTiers(terms, '2026-11', () => 10);
  expect(chosen).toEqual({
    ...{ unit: 'call', priceMicros: 10_000 },
    tier: { path: '/a/*', month: '2026-11', from: 10 },
  });
  expect([hasTiers(chosen), mostOf(chosen)]).toEqual([false, 10_000]);
  expect(chargeFigures(chosen, { items: 3 }, toMicros(10_000))).toEqual({
    ...{ unit: 'call', unitPrice: '0.010000', items: null, sum: '1 x 0.010000', tier: 10 },
  });
});

test('a charge counts one call or its items, and a free call counts nothing', () => {
  const chosen = (terms: ReturnType<typeof termsOf>) => chooseTiers(terms, '2026-11', () => 0);
  const units = (terms: ReturnType<typeof termsOf>, items: number, micros: number) =>
    countedUnits(chosen(terms), { items }, toMicros(micros)).map((one) => one.units);
  expect(units(termsOf(price, 1), 7, 12_000)).toEqual([1]);
  expect(units(termsOf(price, 1), 7, 0)).toEqual([]);
  expect(units(termsOfEach(price, 5), 7, 60_000)).toEqual([5]);
  expect(units(termsOf({ ...price, unit: 'item' }, 5), 3, 36_000)).toEqual([3]);
  expect(units(termsOf({ ...price, unit: 'item', minimumMicros: toMicros(1) }, 5), 0, 1)).toEqual([]);
});
