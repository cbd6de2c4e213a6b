// What calls cost, as a table: the most that is held, and the charge for what was delivered.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Micros, toMicros, ZERO } from '../money.ts';
import {
  chargeFigures,
  chargeLegs,
  chargeOf,
  type Delivered,
  type ItemTerms,
  type LegTerms,
  mostOf,
  type Terms,
  wrongLeg,
} from './terms.ts';

const call: Terms = { unit: 'call', priceMicros: toMicros(12_000) };
const item = (unit: number, minimum: number, itemsMax: number): ItemTerms => ({
  unit: 'item',
  unitPriceMicros: toMicros(unit),
  minimumMicros: toMicros(minimum),
  itemsMax,
});
const legs: LegTerms = {
  unit: 'leg',
  legs: [
    { name: 'one', path: '/one', terms: { unit: 'call', priceMicros: toMicros(10_000) } },
    { name: 'two', path: '/two', terms: { unit: 'call', priceMicros: toMicros(2_000) } },
  ],
};

const leg = (name: string, micros: number, isLive = true) => ({
  ...{ name, items: 3, isLive, chargedMicros: toMicros(micros) },
});
const [one, two] = [leg('one', 10_000), leg('two', 2_000)];

describe('the hold and the charge', () => {
  test.each<[string, Terms, Delivered, number, number, string]>([
    ['a call, whatever it brings', call, { items: 0 }, 12_000, 12_000, '1 x 0.012000'],
    ['items, as many as came', item(1_000, 0, 20), { items: 17 }, 20_000, 17_000, '17 x 0.001000'],
    [
      'items, never more than were asked for',
      item(1_000, 0, 20),
      { items: 35 },
      20_000,
      20_000,
      '20 x 0.001000',
    ],
    ['no item and no minimum', item(1_000, 0, 20), { items: 0 }, 20_000, 0, '0 x 0.001000'],
    [
      'the minimum',
      item(1_000, 5_000, 20),
      { items: 2 },
      20_000,
      5_000,
      'minimum 0.005000, for 2 x 0.001000',
    ],
    ['exactly the minimum', item(1_000, 5_000, 20), { items: 5 }, 20_000, 5_000, '5 x 0.001000'],
    [
      'a minimum above all items',
      item(1_000, 50_000, 20),
      { items: 20 },
      50_000,
      50_000,
      'minimum 0.050000, for 20 x 0.001000',
    ],
    ['every leg', legs, { items: 9, legs: [one, two] }, 12_000, 12_000, 'one 0.010000 + two 0.002000'],
    ['one leg', legs, { items: 9, legs: [two] }, 12_000, 2_000, 'two 0.002000'],
    ['no leg at all', legs, { items: 0 }, 12_000, 0, 'no leg delivered'],
  ])('of %s', (_name, terms, delivered, most, charge, sum) => {
    expect([mostOf(terms), chargeOf(terms, delivered)]).toEqual([most, charge]);
    expect(chargeFigures(terms, delivered, charge as Micros).sum).toBe(sum);
  });

  test('never differ by a charge above the hold, whatever is delivered', () => {
    const price = fc.nat(1_000_000).map(toMicros);
    const terms = fc.record({
      unit: fc.constant('item' as const),
      unitPriceMicros: price,
      minimumMicros: price,
      itemsMax: fc.nat(50),
    });
    fc.assert(
      fc.property(terms, fc.nat(100), (one, items) => {
        expect(chargeOf(one, { items })).toBeLessThanOrEqual(mostOf(one));
        expect(chargeOf(one, { items })).toBeGreaterThanOrEqual(one.minimumMicros);
      }),
    );
  });
});

describe('the charges of legs', () => {
  const mixed: LegTerms = {
    unit: 'leg',
    legs: [legs.legs[0]!, { name: 'two', path: '/two', terms: item(500, 0, 5) }],
  };
  const brought = [
    { name: 'one', items: 0, isLive: true },
    { name: 'two', items: 3, isLive: false },
  ];
  const half = () => 500_000;

  test('are those of their own terms, and only what was kept is reduced', () => {
    const charged = chargeLegs(mixed, brought, half);
    expect(charged.map(({ chargedMicros }) => chargedMicros)).toEqual([10_000, 750]);
    expect(mostOf(mixed)).toBe(12_500);
    expect(wrongLeg(mixed, { items: 3, legs: charged })).toBeNull();
  });

  test('are nothing when the whole call is free', () => {
    const free: Terms = { ...mixed, free: { path: '/*', day: '2026-11-16' } };
    const charged = chargeLegs(free, brought, half);
    expect(charged.map(({ chargedMicros }) => chargedMicros)).toEqual([0, 0]);
    expect(wrongLeg(free as LegTerms, { items: 3, legs: charged })).toBeNull();
  });

  test.each([
    ['twice', [one, one]],
    ['of no leg of the call', [leg('three', 0)]],
    ['too much', [leg('one', 10_001)]],
    ['too little for a live one', [leg('one', 9_999)]],
    ['too much for a kept one', [leg('two', 2_001, false)]],
  ])('are wrong when one is charged %s', (_name, charged) => {
    expect(wrongLeg(legs, { items: 1, legs: charged })).not.toBeNull();
  });
});

describe('a receipt', () => {
  test('shows a unit, its price and the items that are charged for', () => {
    expect(chargeFigures(item(1_000, 0, 20), { items: 35 }, toMicros(20_000))).toEqual({
      ...{ unit: 'item', unitPrice: '0.001000', items: 20, sum: '20 x 0.001000' },
    });
    expect(chargeFigures(call, { items: 35 }, toMicros(12_000))).toMatchObject({ unit: 'call', items: null });
    expect(chargeFigures(legs, { items: 1, legs: [two] }, toMicros(2_000))).toMatchObject({
      ...{ unit: 'leg', unitPrice: '0.012000', items: null },
      legs: [{ platform: 'two', unit: 'call', unitPrice: '0.002000', items: 3, charged: '0.002000' }],
    });
  });

  test('says when less was charged than the terms give, and when nothing was', () => {
    expect(chargeFigures(call, { items: 1 }, toMicros(6_000)).sum).toBe('1 x 0.012000, reduced to 0.006000');
    expect(chargeFigures(call, { items: 1 }, ZERO).sum).toBe('free');
    expect(chargeFigures(item(0, 0, 20), { items: 3 }, ZERO).sum).toBe('3 x 0.000000');
  });
});
