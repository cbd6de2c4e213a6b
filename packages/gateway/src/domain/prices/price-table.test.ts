// Every price against everything that can be delivered: what is held, what is charged, how receipts show it, which tier is chosen and what
// it counts. The table is compared with a digest.
import { expect, test } from 'vitest';
import { expectTold } from '../../testing/told/told.ts';
import { type Micros, shareOf, toMicros } from '../money.ts';
import {
  type CallTerms,
  chargeFigures,
  chargeLegs,
  chargeOf,
  type ItemTerms,
  mostOf,
  type Terms,
  termsOf,
  termsOfEach,
  wrongLeg,
} from './terms.ts';
import { chooseTiers, countedUnits, countersOf, hasTiers, isInTier } from './tiered-terms.ts';
import type { Tiers } from './tiers.ts';

const MONTH = '2026-11';
const OTHER_MONTH = '2026-10';
const money = (micros: number): Micros => toMicros(micros);

const STEPS: Tiers['steps'] = [
  { from: 0, unitPriceMicros: money(9_000) },
  { from: 5, unitPriceMicros: money(7_001) },
  { from: 100, unitPriceMicros: money(1) },
];
const TIERS: Tiers = { path: '/api/*/tiered', steps: STEPS };
/** Of a quote: the counter of the month in which it was given. */
const QUOTED: Tiers = { ...TIERS, month: OTHER_MONTH };

const price = (unit: 'call' | 'item', unitPrice: number, minimum: number, tiers?: Tiers) =>
  ({
    ...{ unit, unitPriceMicros: money(unitPrice), minimumMicros: money(minimum) },
    ...(tiers !== undefined && { tiers }),
  }) as Parameters<typeof termsOf>[0];

const PRICES = {
  nothing: price('call', 0, 0),
  call: price('call', 12_345, 0),
  'call, in tiers': price('call', 9_000, 0, TIERS),
  'call, in quoted tiers': price('call', 9_000, 0, QUOTED),
  item: price('item', 1_001, 0),
  'item, with a minimum': price('item', 1_001, 2_500),
  'item, in tiers': price('item', 9_000, 20_000, TIERS),
};
const ITEMS = [0, 1, 2, 3, 10, 11];
const ITEMS_MAX = 10;
const USED = [0, 4, 5, 99, 100, 1_000];
const FACTORS = [0, 1, 333_333, 500_000, 1_000_000];

const write = (value: unknown) => JSON.stringify(value);
const FREE = { path: '/api/*/free', day: '2026-11-15' };

function linesOf(name: string, terms: Terms): string[] {
  const most = mostOf(terms);
  const heads = [
    `${name} ${write(terms)}`,
    `  at most ${most}, has tiers ${hasTiers(terms)}, is in one ${isInTier(terms)}, counts ${write(countersOf(terms, MONTH))}`,
  ];
  return [...heads, ...ITEMS.flatMap((items) => chargesOf(terms, items))];
}

function chargesOf(terms: Terms, items: number): string[] {
  const full = chargeOf(terms, { items });
  expect(full).toBeLessThanOrEqual(mostOf(terms));
  return [...new Set([full, shareOf(full, 333_333)])].map((charged) => {
    const figures = chargeFigures(terms, { items }, charged);
    return `  ${items} items ${charged}: ${write(figures)} counts ${write(countedUnits(terms, { items }, charged))}`;
  });
}

const chosenFor = (terms: Terms) =>
  USED.map((used) => {
    const asked: string[] = [];
    const inTier = chooseTiers(terms, MONTH, (counter) => {
      asked.push(write(counter));
      return used;
    });
    return { used, asked, inTier };
  });

test.each(Object.entries(PRICES))('the terms and charges of a price: %s', async (name, of) => {
  const single = termsOf(of, ITEMS_MAX);
  const lines = [
    ...linesOf('one call', single),
    ...linesOf('several look-ups', termsOfEach(of, ITEMS_MAX)),
    ...linesOf('a free call', { ...single, free: FREE }),
    ...chosenFor(single).flatMap(({ used, asked, inTier }) =>
      linesOf(`after ${used} units, asked ${asked.join(' and ')}`, inTier),
    ),
    ...chosenFor({ ...single, free: FREE }).flatMap(({ asked, inTier }) => [write({ asked, inTier })]),
    ...chosenFor(termsOfEach(of, ITEMS_MAX)).map(({ inTier }) => write([inTier, mostOf(inTier)])),
  ];
  expectTold({ by: import.meta.filename, name, text: `${lines.join('\n')}\n`, begins: /^\S/ });
});

const leg = (name: keyof typeof PRICES): { name: string; path: string; terms: CallTerms | ItemTerms } => ({
  ...{ name, path: `/of/${name}`, terms: termsOf(PRICES[name], ITEMS_MAX) },
});
const LEGS = [leg('call'), leg('item, with a minimum'), leg('call, in tiers')];

test('the terms and charges of legs, live and from memory, wrong ones too', async () => {
  const terms: Terms = { unit: 'leg', legs: LEGS };
  const inTier = chooseTiers(terms, MONTH, () => 5);
  const lines: string[] = [];
  for (const held of [terms, inTier, { ...terms, free: FREE }, { unit: 'leg', legs: [] } as Terms])
    for (const factor of FACTORS)
      for (const items of [0, 3, 11]) {
        const brought = LEGS.map(({ name }, i) => ({ name, items, isLive: i === 0 }));
        const legs = chargeLegs(held, brought, (at) => (at.endsWith('tiers') ? factor : 500_000));
        const charged = chargeOf(held, { items, legs });
        const figures = chargeFigures(held, { items, legs }, charged);
        lines.push(
          `at most ${mostOf(held)}, ${items} items, factor ${factor}: ${charged} ${write(legs)}`,
          `  ${write(figures)} counts ${write(countedUnits(held, { items, legs }, charged))}`,
          `  ${wrongOnes(held as Parameters<typeof wrongLeg>[0], legs).join('; ')}`,
        );
      }
  lines.push(write(countersOf(terms, MONTH)), write(inTier));
  expectTold({ by: import.meta.filename, name: 'legs', text: `${lines.join('\n')}\n` });
});

/** As it is, one micro-unit more, one less, below nothing, a leg twice, and a leg of nobody. */
function wrongOnes(terms: Parameters<typeof wrongLeg>[0], legs: ReturnType<typeof chargeLegs>): string[] {
  const last = legs.at(-1);
  const by = (more: number) =>
    legs.map((one) => ({ ...one, chargedMicros: money(one.chargedMicros + more) }));
  const tried = [
    legs,
    by(1),
    by(-1),
    by(-100_000_000),
    [...legs, ...legs],
    last ? [{ ...last, name: 'x' }] : [],
  ];
  return tried.map((one) => wrongLeg(terms, { items: 0, legs: one }) ?? 'right');
}
